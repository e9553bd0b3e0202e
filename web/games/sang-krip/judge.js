// The rules of Sang krip for the referee: docs/RULES.md §7.

/** @import { Game } from "../../judge/games.js" */

import { throwing } from "../../judge/circle.js";
import { levelOf } from "../../judge/pieces.js";
import { judge as giog } from "../giog/judge.js";
import { combination as juMaPao } from "../ju-ma-pao/judge.js";

/** A general and two pairs of identical pieces, all of one colour. */
const TWO_PAIRS = /^(?:K([A-Z])\1([A-Z])\2|k([a-z])\3([a-z])\4)$/;

/** Those of Jū mǎ pāo, and a general with two pairs. @type {Game["combination"]} */
function combination(pieces) {
  const found = TWO_PAIRS.exec(pieces);
  if (!found) return juMaPao(pieces);
  const pairs = found.slice(1).filter(Boolean).map(levelOf);
  return { type: "general-two-pairs", suit: 0, rank: pieces.startsWith("K") ? 1 : 0, pairs };
}

/** @type {Game} */
export const judge = {
  ...giog,
  ceremony: throwing,
  lot: null,
  next: -1,
  combination,
  ties: "earlier",
  unseen: true,
  goal: "score",
};
