// Sic bo for players: docs/TILES.md §5.

import { sectionsOf } from "../../tiles/dice/learn.js";

export const sections = sectionsOf("learn.dice.sic-bo", [
  {
    dice: [2, 5, 2],
    bets: [
      { on: "small", points: 5 },
      { on: "single-2", points: 5 },
      { on: "pair-2-5", points: 5 },
    ],
  },
  {
    dice: [4, 4, 4],
    bets: [
      { on: "big", points: 5 },
      { on: "any-triple", points: 1 },
      { on: "total-12", points: 5 },
    ],
  },
]);
