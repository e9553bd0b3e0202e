// A record of seven kingdoms chess: docs/BOARDS.md §7.

/** @import { BoardRecord } from "../../verify/games.js" */

import { oneOf } from "../../verify/readers.js";

/** @type {BoardRecord} */
export const record = { seats: [4, 7], options: { ally_attack: oneOf("remove", "refuse") } };
