// A record of a game of dice: docs/TILES.md §5.

/**
 * @import { TilesRecord } from "../../verify/games.js"
 */

import { integer, isEmptyList, list, oneOf, unless } from "../../verify/readers.js";
import { replay } from "./judge.js";

/** @type {TilesRecord} */
export const DICE_RECORD = {
  options: {
    rounds: integer(1, 20),
    bank: oneOf("house", "turns"),
    stock: integer(10, 1000),
    limit: integer(1, 1000),
    any_triple: oneOf(true, false),
  },
  // The field is left out if nothing was thrown.
  chance: { throws: unless(isEmptyList, list(list(integer(1, 6), 3))) },
  replay,
};
