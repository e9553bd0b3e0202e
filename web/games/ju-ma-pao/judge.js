// The rules of Jū mǎ pāo for the referee: docs/RULES.md §6.

/** @import { Game } from "../../judge/games.js" */

import { exposing } from "../../judge/circle.js";
import { listed, PAIRS, SINGLES, SOLDIERS, THREE } from "../../judge/combinations.js";
import { judge as giog } from "../giog/judge.js";

export const combination = listed({
  single: SINGLES,
  pair: `Kk ${PAIRS}`,
  giog: "KAE kae RHC rhc",
  three: THREE,
  ...SOLDIERS,
});

/** @type {Game} */
export const judge = { ...giog, players: [3, 4], ceremony: exposing, lot: "exposer", combination, ties: "aside" };
