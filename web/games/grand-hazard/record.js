// A record of grand hazard: docs/TILES.md §5.

/** @import { TilesRecord } from "../../verify/games.js" */

import { all, even, totals } from "../../tiles/dice/odds.js";
import { DICE_RECORD } from "../../tiles/dice/record.js";

/** The odds of the totals from 4 on, printed as "for one", which includes the stake. */
const TOTALS = [60, 30, 18, 12, 8, 6, 6, 6, 6, 8, 12, 18, 30, 60];

/** @type {TilesRecord} */
export const record = {
  ...DICE_RECORD,
  bets: () => [
    ...even(["low", "high", "odd", "even"]),
    ...all("single", 1),
    ...totals(TOTALS.map((odds) => odds - 1)),
    ...all("raffle", 179),
    { on: "any-raffle", odds: 29 },
  ],
};
