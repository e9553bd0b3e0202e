// Grand hazard for players: docs/TILES.md §5.

import { sectionsOf } from "../../tiles/dice/learn.js";

export const sections = sectionsOf("learn.dice.grand-hazard", [
  {
    dice: [1, 6, 3],
    bets: [
      { on: "low", points: 5 },
      { on: "single-6", points: 5 },
      { on: "total-10", points: 5 },
    ],
  },
  {
    dice: [3, 3, 3],
    bets: [
      { on: "odd", points: 5 },
      { on: "raffle-3", points: 1 },
      { on: "any-raffle", points: 1 },
    ],
  },
]);
