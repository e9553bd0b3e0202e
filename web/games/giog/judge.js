// The rules of Giog for the referee: docs/RULES.md §5.

/** @import { Game } from "../../judge/games.js" */

import { listed, PAIRS, SINGLES, SOLDIERS, THREE } from "../../judge/combinations.js";
import { rows } from "../../judge/rows.js";

export const combination = listed({
  single: SINGLES,
  pair: PAIRS,
  giog: "KAE kae AEC aec RHC rhc",
  three: THREE,
  ...SOLDIERS,
});

/** @type {Game} */
export const judge = {
  players: [2, 4],
  set: () => 32,
  heights: () => Array(16).fill(2),
  ceremony: rows,
  lot: "six",
  next: 1,
  combination,
  ties: "priority",
  unseen: false,
  inTurn: false,
  beheading: "forfeit",
  powerless: "",
  document: "record",
  goal: "pieces",
};
