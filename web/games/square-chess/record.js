// A record of square chess: docs/BOARDS.md §8.

/** @import { BoardRecord } from "../../verify/games.js" */

import { oneOf } from "../../verify/readers.js";

/** @type {BoardRecord} */
export const record = { seats: [2, 2], options: { board: oneOf("7x8", "7x7") } };
