// The rules of Dǎ qí luò 2 for the referee: docs/RULES.md §9.

/** @import { Game } from "../../judge/games.js" */

import { isRed, levelOf } from "../../judge/pieces.js";
import { directed, heightsOfRow } from "../../judge/row.js";
import { judge as daQiLuo1 } from "../da-qi-luo-1/judge.js";

/** The stacks of a row for three players. */
const SIX_OF_FIVE = Array(6).fill(5);
/** The most pieces of one colour in a sequence of all levels. */
const MOST_OF_A_COLOUR = 7;

/** Sets of one level and sequences of levels, in any colours. With more pieces of one colour they are higher. @type {Game["combination"]} */
function combination(pieces) {
  const levels = [...pieces].map(levelOf);
  const [highest] = levels;
  if (highest === undefined) return null;
  const isSet = levels.every((level) => level === highest);
  const isSequence = levels.every((level, place) => level === highest - place);
  if (!isSet && !isSequence) return null;
  const red = [...pieces].filter(isRed).length;
  const type = levels.length === 1 ? "single" : `${isSet ? "set" : "sequence"}-${levels.length}`;
  return { type, suit: 0, rank: highest * (MOST_OF_A_COLOUR + 1) + Math.max(red, levels.length - red) };
}

/** @type {Game} */
export const judge = {
  ...daQiLuo1,
  heights: (seats) => heightsOfRow(seats, SIX_OF_FIVE),
  ceremony: directed,
  combination,
  ties: "later",
  unseen: true,
  inTurn: true,
  goal: "score",
};
