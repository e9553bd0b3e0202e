// A record of pai gow: docs/TILES.md §3.

/** @import { TilesRecord } from "../../verify/games.js" */

import { anyText, integer, list } from "../../verify/readers.js";
import { replay } from "./judge.js";
import { SET } from "./rules.js";

/** @type {TilesRecord} */
export const record = {
  options: { rounds: integer(1, 10) },
  chance: { walls: list(anyText) },
  set: () => SET,
  replay,
};
