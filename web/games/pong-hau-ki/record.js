// A record of pong hau k'i: docs/BOARDS.md §9.

/** @import { BoardRecord } from "../../verify/games.js" */

/** @type {BoardRecord} */
export const record = { seats: [2, 2], options: {} };
