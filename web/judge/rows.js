// The ceremony of Giog and Zhì hǔ: rows of stacks, the order by revealing, and taking stacks from an end (docs/RULES.md §5.2).

/**
 * @import { Ceremony, Match } from "./match.js"
 * @import { Seat } from "../types/protocol.js"
 */

import { STRENGTH } from "./pieces.js";
import { at, deal, seatsOf, stacksOf } from "./deal.js";

/**
 * The order of the players as far as it is known: a list of ties. At first there is one tie of all players. A tie whose seats have all
 * revealed is divided into smaller ones, in their order; a tie of a single seat is decided.
 * @typedef {{ seats: Seat[], revealed: Map<Seat, string> }} Tie
 */

const STACKS = 16;
/** The number of stacks in a row, of which one of three rows has six. */
const ROW_OF_THREE = 5;
const ROW_OF_SIX = 6;

/** @type {Ceremony} */
export const rows = { begin, asked, choices, act };

/** @param {Match} match */
function begin(match) {
  const length = match.seats === 3 ? ROW_OF_THREE : STACKS / match.seats;
  const lengths = seatsOf(match).map((seat) => (match.seats === 3 && seat === match.six ? ROW_OF_SIX : length));
  match.rowOf = lengths.flatMap((stacks, seat) => Array(stacks).fill(seat));
  match.ties = [{ seats: seatsOf(match), revealed: new Map() }];
}

/** @param {Match} match @param {Seat} seat */
function asked(match, seat) {
  if (match.order.length) return seat === match.order[0] ? "take" : null;
  const isAsked = match.ties.some((tie) => isOpen(tie) && tie.seats.includes(seat) && !tie.revealed.has(seat));
  return isAsked ? "reveal" : null;
}

/** @param {Tie} tie */
const isOpen = (tie) => tie.seats.length > 1;
/** @param {Match} match @param {number} stack */
const isEnd = ({ rowOf }, stack) => rowOf[stack] !== rowOf[stack - 1] || rowOf[stack] !== rowOf[stack + 1];
/** @param {Match} match @param {Seat} seat @returns {(stack: number) => boolean} */
const mayReveal =
  ({ revealed, rowOf }, seat) =>
  (stack) =>
    !revealed.has(stack) && rowOf[stack] !== seat;

/** @type {Ceremony["choices"]} */
function choices(match, seat) {
  if (match.order.length)
    return stacksOf(match)
      .filter((stack) => isEnd(match, stack))
      .map((stack) => ({ seat, do: "take", stack }));
  return stacksOf(match)
    .filter(mayReveal(match, seat))
    .map((stack) => ({ seat, do: "reveal", stack }));
}

/** @type {Ceremony["act"]} */
function act(match, action) {
  const due = asked(match, action.seat);
  if (due === "reveal" && action.do === "reveal") return reveal(match, action.seat, action.stack);
  if (due === "take" && action.do === "take") return take(match, action.stack);
  return due ? "wrong_action" : "not_your_turn";
}

/** @param {Match} match @param {Seat} seat @param {number} stack */
function reveal(match, seat, stack) {
  if (!stacksOf(match).includes(stack)) return "no_such_stack";
  if (match.revealed.has(stack)) return "stack_taken";
  if (match.rowOf[stack] === seat) return "own_row";
  match.revealed.add(stack);
  const bottom = at(match.stacks, stack).charAt(0);
  match.ties.find((tie) => tie.seats.includes(seat))?.revealed.set(seat, bottom);
  match.ties = settled(match);
  if (!match.ties.some(isOpen)) match.order = match.ties.flatMap((tie) => tie.seats);
  return null;
}

/** The ties after a reveal: complete ones are divided; those that cannot be resolved are ordered by seat. @param {Match} match */
function settled(match) {
  const apart = match.ties.flatMap((tie) =>
    isOpen(tie) && tie.revealed.size === tie.seats.length ? byStrength(tie) : [tie],
  );
  /** @param {Tie} tie */
  const isStuck = (tie) =>
    tie.seats.some((seat) => !tie.revealed.has(seat) && !stacksOf(match).some(mayReveal(match, seat)));
  return apart.flatMap((tie) => (isOpen(tie) && isStuck(tie) ? tie.seats.map((seat) => tieOf([seat])) : [tie]));
}

/** @param {Tie} tie */
function byStrength({ seats, revealed }) {
  const groups = [...STRENGTH].map((piece) => seats.filter((seat) => revealed.get(seat) === piece));
  return groups.filter((group) => group.length).map(tieOf);
}

/** @param {Seat[]} seats @returns {Tie} */
const tieOf = (seats) => ({ seats, revealed: new Map() });

/**
 * All take stacks around the ring, from an end into its row: two players six stacks each, three five, four four.
 * @param {Match} match
 * @param {number} first
 */
function take(match, first) {
  if (!stacksOf(match).includes(first)) return "no_such_stack";
  if (!isEnd(match, first)) return "not_an_end";
  const direction = match.rowOf[first] === match.rowOf[first + 1] ? 1 : -1;
  const each = 8 - match.seats;
  deal(
    match,
    Array.from({ length: each * match.seats }, (_, turn) => (first + direction * turn + STACKS) % STACKS),
  );
  return null;
}
