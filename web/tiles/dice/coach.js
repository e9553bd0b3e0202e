// The coach's advice about bets: what they cost in the long run, which follows from the table of odds.

/**
 * @import { TilesBetInfo } from "../../types/protocol.js"
 * @import { DiceView } from "./seen.js"
 */

import { number, t } from "../../texts.js";
import { betName } from "./die.js";
import { chance } from "./rules.js";

/**
 * A line of advice for a player who bets; empty if there is none.
 *
 * @param {DiceView} view
 * @param {TilesBetInfo[]} table
 * @param {Map<string, number>} stakes
 */
export function coachTold(view, table, stakes) {
  const last = [...stakes].findLast(([, points]) => points > 0)?.[0];
  const bet = table.find(({ on }) => on === last);
  if (bet) {
    const { won, percent } = chance(bet);
    return t("coach.dice.bet", { bet: betName(bet.on), won, lost: number(Math.abs(percent)) });
  }
  const least = [...table].sort((one, other) => chance(other).percent - chance(one).percent)[0];
  if (!least) return "";
  const behind = view.you != null && (view.scores[view.you] ?? 0) < Math.max(...view.scores);
  return t(behind ? "coach.dice.behind" : "coach.dice.none", {
    bet: betName(least.on),
    lost: number(Math.abs(chance(least).percent)),
  });
}
