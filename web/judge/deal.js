// From stacks to hands, and the order of turns.

/**
 * @import { Match } from "./match.js"
 * @import { Seat } from "../types/protocol.js"
 */

import { sorted } from "./pieces.js";

/**
 * The item of a list at an index that must exist.
 * @template T
 * @param {readonly T[]} list
 * @param {number} index
 * @returns {T}
 */
export function at(list, index) {
  const [found] = list.slice(index, index + 1);
  if (found === undefined) throw new RangeError(`a list of ${list.length} has nothing at ${index}`);
  return found;
}

/** @param {{ seats: number }} match */
export const seatsOf = ({ seats }) => Array.from({ length: seats }, (_, seat) => seat);

/** The numbers of all stacks. @param {Match} match */
export const stacksOf = ({ stacks }) => stacks.map((_, stack) => stack);

/** The seats in turn order from one of them. @param {Match} match @param {Seat} first */
export function turnsFrom(match, first) {
  return seatsOf(match).map((turn) => (first + match.game.next * turn + match.seats) % match.seats);
}

/**
 * Players take one stack each in this order, again and again, until the hands are full.
 * @param {Match} match
 * @param {number[]} stacks
 */
export function deal(match, stacks) {
  const taken = seatsOf(match).map((seat) => {
    const turn = match.order.indexOf(seat);
    const own = stacks.filter((_, index) => index % match.seats === turn);
    return own.map((stack) => at(match.stacks, stack)).join("");
  });
  giveHands(match, taken);
}

/** Ends the ceremony: the first player in the order leads. @param {Match} match @param {string[]} taken */
export function giveHands(match, taken) {
  match.dealt = taken.map(sorted);
  match.hands = [...match.dealt];
  match.stage = "tricks";
  match.leader = at(match.order, 0);
}
