// The rules of Dǎ qí luò 1 for the referee: docs/RULES.md §8.

/** @import { Game } from "../../judge/games.js" */

import { listed, PAIRS, SINGLES, SOLDIERS, THREE } from "../../judge/combinations.js";
import { of30IfOdd } from "../../judge/pieces.js";
import { ends, heightsOfRow } from "../../judge/row.js";

/** The stacks of a row for three players. */
const SEVEN_OF_FOUR_AND_TWO = [...Array(7).fill(4), 2];

/** @type {Game} */
export const judge = {
  players: [2, 5],
  set: of30IfOdd,
  heights: (seats) => heightsOfRow(seats, SEVEN_OF_FOUR_AND_TWO),
  ceremony: ends,
  lot: "dice",
  next: -1,
  combination: listed({ single: SINGLES, pair: `Kk ${PAIRS}`, three: `KAE kae RHC rhc ${THREE}`, ...SOLDIERS }),
  ties: "earlier",
  unseen: false,
  inTurn: false,
  beheading: null,
  powerless: "",
  document: "record",
  goal: "pieces",
};
