// From stacks to hands, and who comes after whom.

import { sorted } from "./pieces.js";

export const seatsOf = ({ seats }) => Array.from({ length: seats }, (_, seat) => seat);

/** The seats in turn order from one of them. */
export function turnsFrom(match, first) {
  return seatsOf(match).map((turn) => (first + match.game.next * turn + match.seats) % match.seats);
}

/** Players take stacks one each in their order, again and again, and hands are full. */
export function deal(match, stacks) {
  const taken = Array(match.seats).fill("");
  stacks.forEach((stack, turn) => (taken[match.order[turn % match.seats]] += match.stacks[stack]));
  giveHands(match, taken);
}

/** The ceremony ends: the first in the order leads. */
export function giveHands(match, taken) {
  match.dealt = taken.map(sorted);
  match.hands = [...match.dealt];
  match.stage = "tricks";
  match.leader = match.order[0];
}
