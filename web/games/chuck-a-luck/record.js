// A record of chuck-a-luck: docs/TILES.md §5.

/** @import { TilesRecord } from "../../verify/games.js" */

import { all } from "../../tiles/dice/odds.js";
import { DICE_RECORD } from "../../tiles/dice/record.js";

/** @type {TilesRecord} */
export const record = {
  ...DICE_RECORD,
  bets: ({ any_triple = true }) => [...all("single", 1), ...(any_triple ? [{ on: "any-triple", odds: 30 }] : [])],
};
