// A record of supply chess: docs/BOARDS.md §4.

/** @import { BoardRecord } from "../../verify/games.js" */

import { CHECK, ON_TIME } from "../../verify/options.js";

/** @type {BoardRecord} */
export const record = { seats: [4, 4], options: { on_time: ON_TIME, check: CHECK } };
