// A record of xiangqi: docs/BOARDS.md §3.

/** @import { BoardRecord } from "../../verify/games.js" */

import { CHECK, ON_TIME } from "../../verify/options.js";
import { oneOf } from "../../verify/readers.js";

/** @type {BoardRecord} */
export const record = {
  seats: [2, 2],
  options: { on_time: ON_TIME, check: CHECK, blindfold: oneOf(true, false) },
  begins: "red",
};
