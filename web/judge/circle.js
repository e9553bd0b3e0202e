// The ceremonies round a circle of stacks: Jū mǎ pāo exposes one (docs/RULES.md §6.2), Sang krip throws rock, paper or
// scissors (§7.2). Then the starter has a stack, and the next player's stack beside it sets the direction of the taking.

import { levelOf } from "./pieces.js";
import { deal, seatsOf, turnsFrom } from "./deal.js";

const SIGNS = ["rock", "paper", "scissors"];
/** Rounds in a row in which nobody drops out, before the lowest seat starts. */
const MOST_ROUNDS = 8;

// `each` is the number of stacks that a player gets.
export const exposing = { begin: () => {}, asked: askedExposing, choices, act: actExposing, each: (seats) => (seats === 3 ? 5 : 4) };
export const throwing = { begin: beginThrowing, asked: askedThrowing, choices, act: actThrowing, each: () => 4 };

const stacksOf = (match) => match.stacks.map((_, stack) => stack);
const beside = (match, stack) => [stack + 1, stack - 1].map((at) => (at + match.stacks.length) % match.stacks.length);

function choices(match, seat) {
  const what = match.game.ceremony.asked(match, seat);
  if (what === "throw") return SIGNS;
  if (match.taken === undefined) return stacksOf(match);
  return beside(match, match.taken).sort((one, other) => one - other);
}

/** The second player's stack: all others follow from it. */
function takeBeside(match, stack) {
  const count = match.stacks.length;
  if (!(stack in match.stacks)) return "no_such_stack";
  if (stack === match.taken) return "stack_taken";
  if (!beside(match, match.taken).includes(stack)) return "not_a_neighbour";
  const direction = stack - match.taken;
  deal(match, Array.from({ length: match.game.ceremony.each(match.seats) * match.seats }, (_, turn) => (((match.taken + direction * turn) % count) + count) % count));
  return null;
}

function askedExposing(match, seat) {
  if (!match.order) return seat === match.exposer ? "expose" : null;
  return seat === match.order[1] ? "take" : null;
}

function actExposing(match, { stack }) {
  if (match.order) return takeBeside(match, stack);
  if (!(stack in match.stacks)) return "no_such_stack";
  const sum = [...match.stacks[stack]].reduce((before, piece) => before + valueOf(piece), 0);
  match.taken = stack;
  match.order = turnsFrom(match, (match.exposer + sum) % match.seats);
  return null;
}

/** `P` is 1, then 2 for generals and one more for each level below, and `p` is 8. */
const valueOf = (piece) => (piece === "P" ? 1 : 9 - levelOf(piece));

function beginThrowing(match) {
  match.contestants = seatsOf(match);
  match.thrown = new Map();
  match.round = 0;
  match.even = 0;
}

function askedThrowing(match, seat) {
  if (!match.order) return match.contestants.includes(seat) && !match.thrown.has(seat) ? "throw" : null;
  return seat === match.order[match.taken === undefined ? 0 : 1] ? "take" : null;
}

function actThrowing(match, action) {
  if (!match.order) return throwSign(match, action);
  if (match.taken !== undefined) return takeBeside(match, action.stack);
  if (!(action.stack in match.stacks)) return "no_such_stack";
  match.taken = action.stack;
  return null;
}

function throwSign(match, { seat, sign }) {
  match.thrown.set(seat, sign);
  if (match.ceremonyBy === "players") match.sealed.push({ round: match.round, seat, text: sign });
  if (match.thrown.size < match.contestants.length) return null;
  const left = match.contestants.filter((one) => !loses(match, one));
  match.even = left.length < match.contestants.length ? 0 : match.even + 1;
  match.contestants = left;
  match.thrown = new Map();
  match.round++;
  if (left.length === 1 || match.even === MOST_ROUNDS) match.order = turnsFrom(match, left[0]);
  return null;
}

/** With exactly two signs, who has the losing one. */
function loses(match, seat) {
  const signs = new Set(match.thrown.values());
  const beaten = (SIGNS.indexOf(match.thrown.get(seat)) + 1) % SIGNS.length;
  return signs.size === 2 && signs.has(SIGNS[beaten]);
}
