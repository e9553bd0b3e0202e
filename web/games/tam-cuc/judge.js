// The rules of Tam cúc for the referee: docs/RULES.md §11.

/** @import { Game } from "../../judge/games.js" */

import { listed, SOLDIERS } from "../../judge/combinations.js";
import { dealing } from "../../judge/pack.js";
import { of30IfOdd } from "../../judge/pieces.js";
import { judge as sangKrip } from "../sang-krip/judge.js";

// The cannon is higher than the horse.
const combination = listed({
  single: "K k A a E e R r C c H h P p",
  pair: "AA aa EE ee RR rr CC cc HH hh PP pp",
  three: "KAE kae RHC rhc",
  ...SOLDIERS,
});

/** @type {Game} */
export const judge = {
  ...sangKrip,
  set: of30IfOdd,
  heights: () => [],
  ceremony: dealing,
  lot: "starter",
  combination,
  beheading: null,
  powerless: "KkAa",
  document: "tiles",
};
