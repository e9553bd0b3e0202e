// The end: scores and winners (docs/RULES.md §4, and *End and scoring* of each game).

import { seatsOf } from "./deal.js";
import { generalsIn } from "./pieces.js";

/** What every other player pays to who wins the last trick of Dǎ qí luò 2 with a general. */
const PAID_FOR_GENERAL = 2;
/** Pieces that are worth nothing in Sang krip, whatever the number of players. */
const SANG_KRIP_BASE = 8;

export function finish(match) {
  match.stage = "over";
  const { goal } = match.game;
  const counted = counts(match);
  if (goal === "score") match.scores = counted.map((count, seat) => count - base(match) + payment(match, seat));
  match.winners = goal === "last-trick" ? [match.tricks.at(-1).winner] : highest(match, match.scores ?? counted);
}

/** Pieces captured, less what is forfeited. */
function counts({ captured, beheaded, options }) {
  return captured.map((count, seat) => (options.beheading === "forfeit" && beheaded.has(seat) ? 0 : count));
}

/** Dǎ qí luò takes an equal share off. */
const base = ({ game, seats }) => (game.inTurn ? game.set(seats) / seats : SANG_KRIP_BASE);

function payment({ game, seats, tricks }, seat) {
  const { winner, plays } = tricks.at(-1);
  if (!game.inTurn || !generalsIn(plays[winner])) return 0;
  return seat === winner ? PAID_FOR_GENERAL * (seats - 1) : -PAID_FOR_GENERAL;
}

function highest(match, values) {
  const { options, beheaded } = match;
  const upright = seatsOf(match).filter((seat) => options.beheading !== "last" || !beheaded.has(seat));
  if (!upright.length) return seatsOf(match);
  const most = Math.max(...upright.map((seat) => values[seat]));
  return upright.filter((seat) => values[seat] === most);
}
