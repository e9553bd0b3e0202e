// A record of sic bo: docs/TILES.md §5.

/** @import { TilesRecord } from "../../verify/games.js" */

import { all, even, FACES, totals } from "../../tiles/dice/odds.js";
import { DICE_RECORD } from "../../tiles/dice/record.js";

/** The odds of the totals from 4 on. */
const TOTALS = [60, 30, 18, 12, 8, 7, 6, 6, 7, 8, 12, 18, 30, 60];
const PAIRS = FACES.flatMap((a) => FACES.filter((b) => b > a).map((b) => `${a}-${b}`));

/** @type {TilesRecord} */
export const record = {
  ...DICE_RECORD,
  bets: () => [
    ...even(["small", "big", "odd", "even"]),
    ...all("single", 1),
    ...all("pair", 5, PAIRS),
    ...all("double", 10),
    ...all("triple", 180),
    { on: "any-triple", odds: 30 },
    ...totals(TOTALS),
  ],
};
