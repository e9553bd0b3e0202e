// The ceremonies of Dǎ qí luò: dice, then a row of stacks that are taken from an end (docs/RULES.md §8.2) or in an order that the first
// player chooses (§9.2).

/**
 * @import { Ceremony, Match } from "./match.js"
 * @import { End } from "../types/protocol.js"
 */

import { at, deal, giveHands, seatsOf, stacksOf, turnsFrom } from "./deal.js";

const FIVE_OF_SIX = Array(5).fill(6);
const EIGHT_OF_FOUR = Array(8).fill(4);

/** The sizes of a row of stacks, for each number of players. @param {number} seats @param {number[]} ofThree */
export const heightsOfRow = (seats, ofThree) => (seats === 3 ? ofThree : seats === 5 ? FIVE_OF_SIX : EIGHT_OF_FOUR);

/** @type {Ceremony} */
export const ends = {
  begin: beginEnds,
  asked: (match, seat) => (seat === match.order[0] ? "end" : null),
  choices: (_, seat) => [
    { seat, do: "end", end: "left" },
    { seat, do: "end", end: "right" },
  ],
  act: actEnds,
};

/** @type {Ceremony} */
export const directed = {
  begin: orderByDice,
  asked: (match, seat) => (seat === match.order[0] ? "order" : null),
  choices: (match, seat) => [{ seat, do: "order", stacks: stacksOf(match) }],
  act: actDirected,
};

/** The highest die is first; of equal ones the first thrown. @param {Match} match */
function orderByDice(match) {
  match.order = turnsFrom(match, match.dice.indexOf(Math.max(...match.dice)));
}

/** @param {Match} match */
function beginEnds(match) {
  orderByDice(match);
  if (match.seats === 3) split(match);
}

/**
 * Three players have no choice: each gets two stacks; the first two then get a half of the next stack each, and the third the stack of two.
 * @param {Match} match
 */
function split(match) {
  const halved = at(match.stacks, 6);
  const rest = [halved.slice(2), halved.slice(0, 2), at(match.stacks, 7)];
  const hands = rest.map((last, turn) => match.stacks.slice(2 * turn, 2 * turn + 2).join("") + last);
  giveHands(
    match,
    seatsOf(match).map((seat) => at(hands, match.order.indexOf(seat))),
  );
}

/** @type {Ceremony["act"]} */
function actEnds(match, action) {
  if (!ends.asked(match, action.seat)) return "not_your_turn";
  return action.do === "end" ? takeFrom(match, action.end) : "wrong_action";
}

/** @param {Match} match @param {End} end */
function takeFrom(match, end) {
  const stacks = end === "left" ? stacksOf(match) : stacksOf(match).reverse();
  deal(match, match.seats === 5 ? stacks : stacks.map((_, turn) => at(stacks, twoAtOnce(turn, match.seats))));
  return null;
}

/**
 * The index of the stack to take in a turn, so that taking one per turn gives each player the same as taking two at once.
 * @param {number} turn
 * @param {number} seats
 */
function twoAtOnce(turn, seats) {
  const [round, player] = [Math.floor(turn / seats), turn % seats];
  return 2 * (Math.floor(round / 2) * seats + player) + (round % 2);
}

/** @type {Ceremony["act"]} */
function actDirected(match, action) {
  if (!directed.asked(match, action.seat)) return "not_your_turn";
  return action.do === "order" ? direct(match, action.stacks) : "wrong_action";
}

/** @param {Match} match @param {number[]} stacks */
function direct(match, stacks) {
  const all = stacksOf(match);
  if (stacks.length !== all.length || !all.every((stack) => stacks.includes(stack))) return "bad_order";
  deal(match, stacks);
  return null;
}
