// A record of blind chess: docs/BOARDS.md §5.

/** @import { BoardRecord } from "../../verify/games.js" */

import { setOf } from "../../judge/pieces.js";
import { ON_TIME } from "../../verify/options.js";

/** @type {BoardRecord} */
export const record = { seats: [2, 2], options: { on_time: ON_TIME }, begins: "first", shuffled: () => [...setOf(32)] };
