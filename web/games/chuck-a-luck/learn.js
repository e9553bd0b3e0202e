// Chuck-a-luck for players: docs/TILES.md §5.

import { sectionsOf } from "../../tiles/dice/learn.js";

export const sections = sectionsOf("learn.dice.chuck-a-luck", [
  {
    dice: [1, 6, 3],
    bets: [
      { on: "single-6", points: 5 },
      { on: "single-2", points: 5 },
    ],
  },
  { dice: [5, 5, 1], bets: [{ on: "single-5", points: 5 }] },
  {
    dice: [2, 2, 2],
    bets: [
      { on: "single-2", points: 5 },
      { on: "any-triple", points: 1 },
    ],
  },
]);
