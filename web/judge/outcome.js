// The end: scores and winners (docs/RULES.md §4, and *End and scoring* of each game).

/**
 * @import { Match } from "./match.js"
 * @import { Seat } from "../types/protocol.js"
 */

import { at, seatsOf } from "./deal.js";
import { generalsIn } from "./pieces.js";

/** What every other player pays to the player who wins the last trick of Dǎ qí luò 2 with a general. */
const PAID_FOR_GENERAL = 2;

/** @param {Match} match */
export function finish(match) {
  match.stage = "over";
  const { goal } = match.game;
  const counted = counts(match);
  if (goal === "score") match.scores = counted.map((count, seat) => count - base(match) + payment(match, seat));
  match.winners = goal === "last-trick" ? [match.leader] : highest(match, match.scores ?? counted);
}

/** The number of captured pieces, minus forfeited ones. @param {Match} match */
function counts({ captured, beheaded, options }) {
  return captured.map((count, seat) => (options.beheading === "forfeit" && beheaded.includes(seat) ? 0 : count));
}

/** What is subtracted: the number of pieces that each player was dealt. @param {Match} match */
const base = ({ dealt }) => at(dealt, 0).length;

/** @param {Match} match @param {Seat} seat */
function payment({ game, seats, tricks, leader }, seat) {
  const winning = tricks.at(-1)?.plays[leader] ?? "";
  if (!game.inTurn || !generalsIn(winning)) return 0;
  return seat === leader ? PAID_FOR_GENERAL * (seats - 1) : -PAID_FOR_GENERAL;
}

/** @param {Match} match @param {number[]} values */
function highest(match, values) {
  const { options, beheaded } = match;
  const upright = seatsOf(match).filter((seat) => options.beheading !== "last" || !beheaded.includes(seat));
  if (!upright.length) return seatsOf(match);
  const most = Math.max(...upright.map((seat) => at(values, seat)));
  return upright.filter((seat) => values[seat] === most);
}
