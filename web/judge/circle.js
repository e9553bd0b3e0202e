// The ceremonies with a circle of stacks: in Jū mǎ pāo one is exposed (docs/RULES.md §6.2), in Sang krip players throw rock, paper or
// scissors (§7.2). Then the starter has a stack, and the second player's choice of a stack beside it sets the direction in which the
// others take.

/**
 * @import { Ceremony, Match } from "./match.js"
 * @import { Seat, Sign } from "../types/protocol.js"
 */

import { levelOf } from "./pieces.js";
import { at, deal, seatsOf, stacksOf, turnsFrom } from "./deal.js";

/** Each sign beats the one before it. @type {Sign[]} */
const SIGNS = ["rock", "paper", "scissors"];
/** After so many rounds in a row in which nobody drops out, the lowest seat starts. */
const MOST_ROUNDS = 8;

/** @type {Ceremony} */
export const exposing = { begin: () => {}, asked: askedExposing, choices: choicesExposing, act: actExposing };
/** @type {Ceremony} */
export const throwing = { begin: beginThrowing, asked: askedThrowing, choices: choicesThrowing, act: actThrowing };

/** The stacks beside the starter's. @param {Match} match */
function beside({ stacks, taken }) {
  const count = stacks.length;
  return taken === null ? [] : [(taken + count - 1) % count, (taken + 1) % count].sort((one, other) => one - other);
}

/**
 * The second player's stack, which determines all others.
 * @param {Match} match
 * @param {number} stack
 * @param {number} each how many a player gets
 */
function takeBeside(match, stack, each) {
  const count = match.stacks.length;
  if (!stacksOf(match).includes(stack)) return "no_such_stack";
  if (stack === match.taken) return "stack_taken";
  if (!beside(match).includes(stack)) return "not_a_neighbour";
  const first = match.taken ?? stack;
  const step = stack - first + count;
  deal(
    match,
    Array.from({ length: each * match.seats }, (_, turn) => (first + step * turn) % count),
  );
  return null;
}

/** @param {Match} match @param {Seat} seat */
function askedExposing(match, seat) {
  if (!match.order.length) return seat === match.exposer ? "expose" : null;
  return seat === match.order[1] ? "take" : null;
}

/** @type {Ceremony["choices"]} */
function choicesExposing(match, seat) {
  if (!match.order.length) return stacksOf(match).map((stack) => ({ seat, do: "expose", stack }));
  return beside(match).map((stack) => ({ seat, do: "take", stack }));
}

/** @type {Ceremony["act"]} */
function actExposing(match, action) {
  const due = askedExposing(match, action.seat);
  if (due === "expose" && action.do === "expose") return expose(match, action.stack);
  if (due === "take" && action.do === "take") return takeBeside(match, action.stack, match.seats === 3 ? 5 : 4);
  return due ? "wrong_action" : "not_your_turn";
}

/** @param {Match} match @param {number} stack */
function expose(match, stack) {
  if (!stacksOf(match).includes(stack)) return "no_such_stack";
  const values = [...at(match.stacks, stack)].map(worthOf);
  match.taken = stack;
  match.order = turnsFrom(match, values.reduce((seat, value) => seat + value, match.exposer) % match.seats);
  return null;
}

/** `P` is 1, generals are 2, and so on up to `p`, which is 8. @param {string} piece */
const worthOf = (piece) => (piece === "P" ? 1 : 9 - levelOf(piece));

/** @param {Match} match */
function beginThrowing(match) {
  match.contestants = seatsOf(match);
}

/** @param {Match} match @param {Seat} seat */
function askedThrowing(match, seat) {
  if (!match.order.length) return match.contestants.includes(seat) && !match.thrown.has(seat) ? "throw" : null;
  return seat === match.order[match.taken === null ? 0 : 1] ? "take" : null;
}

/** @type {Ceremony["choices"]} */
function choicesThrowing(match, seat) {
  if (!match.order.length) return SIGNS.map((sign) => ({ seat, do: "throw", sign }));
  const stacks = match.taken === null ? stacksOf(match) : beside(match);
  return stacks.map((stack) => ({ seat, do: "take", stack }));
}

/** @type {Ceremony["act"]} */
function actThrowing(match, action) {
  const due = askedThrowing(match, action.seat);
  if (due === "throw" && action.do === "throw") return throwSign(match, action.seat, action.sign);
  if (due === "take" && action.do === "take") return takeThrown(match, action.stack);
  return due ? "wrong_action" : "not_your_turn";
}

/** The starter takes any stack. @param {Match} match @param {number} stack */
function takeThrown(match, stack) {
  if (match.taken !== null) return takeBeside(match, stack, 4);
  if (!stacksOf(match).includes(stack)) return "no_such_stack";
  match.taken = stack;
  return null;
}

/** @param {Match} match @param {Seat} seat @param {Sign} sign */
function throwSign(match, seat, sign) {
  match.thrown.set(seat, sign);
  if (match.ceremonyBy === "players") match.sealed.push({ round: match.round, seat, text: sign });
  if (match.thrown.size === match.contestants.length) finishRound(match);
  return null;
}

/** @param {Match} match */
function finishRound(match) {
  const left = match.contestants.filter((seat) => !loses(match, seat));
  match.evenRounds = left.length < match.contestants.length ? 0 : match.evenRounds + 1;
  match.contestants = left;
  match.thrown = new Map();
  match.round++;
  if (left.length === 1 || match.evenRounds === MOST_ROUNDS) match.order = turnsFrom(match, Math.min(...left));
}

/** If there are exactly two signs, whether a seat has the losing one. @param {Match} match @param {Seat} seat */
function loses({ thrown }, seat) {
  const signs = new Set(thrown.values());
  const own = thrown.get(seat);
  const winning = SIGNS.find((_, place) => SIGNS.at(place - 1) === own);
  return signs.size === 2 && winning !== undefined && signs.has(winning);
}
