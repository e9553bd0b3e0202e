// The ceremony of Giog and Zhì hǔ: rows of stacks, the order by revealing, the taking from an end (docs/RULES.md §5.2).
//
// A ceremony has `begin`, `asked` (what a seat is to do now, or null), `choices` (the legal ones of who is asked, in the order
// in which the server draws from them) and `act`, which gives the code of a refusal, or null.
//
// The order grows as a list of *ties*: `{seats, revealed}`, which begins as one tie of all. A tie whose seats have all
// revealed falls apart into smaller ones, in their order; one of a single seat is settled.

import { STRENGTH } from "../room.js";
import { deal, seatsOf } from "./deal.js";

const STACKS = 16;
/** Stacks that are taken, for each number of seats. */
const TAKEN = { 2: 12, 3: 15, 4: 16 };

export const rows = { begin, asked, choices, act };

function begin(match) {
  const lengths = seatsOf(match).map((seat) => (match.seats === 3 ? (seat === match.six ? 6 : 5) : STACKS / match.seats));
  match.rowOf = lengths.flatMap((length, seat) => Array(length).fill(seat));
  match.revealed = new Set();
  match.ties = [{ seats: seatsOf(match), revealed: new Map() }];
}

function asked(match, seat) {
  if (match.order) return seat === match.order[0] ? "take" : null;
  return mustReveal(match, seat) ? "reveal" : null;
}

const isOpen = (tie) => tie.seats.length > 1;
const tieOf = (match, seat) => match.ties.find((tie) => tie.seats.includes(seat));

function mustReveal(match, seat) {
  const tie = tieOf(match, seat);
  return isOpen(tie) && !tie.revealed.has(seat);
}

const allStacks = Array.from({ length: STACKS }, (_, stack) => stack);
const isEnd = (match, stack) => match.rowOf[stack] !== match.rowOf[stack - 1] || match.rowOf[stack] !== match.rowOf[stack + 1];
const mayReveal = (match, seat, stack) => !match.revealed.has(stack) && match.rowOf[stack] !== seat;

function choices(match, seat) {
  return allStacks.filter((stack) => (match.order ? isEnd(match, stack) : mayReveal(match, seat, stack)));
}

function act(match, { seat, stack }) {
  if (!allStacks.includes(stack)) return "no_such_stack";
  if (match.order) {
    if (!isEnd(match, stack)) return "not_an_end";
    take(match, stack);
    return null;
  }
  if (match.revealed.has(stack)) return "stack_taken";
  if (match.rowOf[stack] === seat) return "own_row";
  match.revealed.add(stack);
  tieOf(match, seat).revealed.set(seat, match.stacks[stack][0]);
  match.ties = settled(match);
  if (!match.ties.some(isOpen)) match.order = match.ties.map(({ seats }) => seats[0]);
  return null;
}

/** The ties after a reveal: those that are complete fall apart, those that cannot go on go by seat. */
function settled(match) {
  const apart = match.ties.flatMap((tie) => (isOpen(tie) && tie.revealed.size === tie.seats.length ? byStrength(tie) : [tie]));
  const isStuck = (tie) => isOpen(tie) && tie.seats.some((seat) => !tie.revealed.has(seat) && !allStacks.some((stack) => mayReveal(match, seat, stack)));
  return apart.flatMap((tie) => (isStuck(tie) ? tie.seats.map((seat) => ({ seats: [seat], revealed: new Map() })) : [tie]));
}

function byStrength({ seats, revealed }) {
  const groups = [...STRENGTH].map((piece) => seats.filter((seat) => revealed.get(seat) === piece));
  return groups.filter((group) => group.length).map((group) => ({ seats: group, revealed: new Map() }));
}

/** All take round the ring, from an end into its row. */
function take(match, first) {
  const direction = match.rowOf[first] === match.rowOf[first + 1] ? 1 : -1;
  deal(match, Array.from({ length: TAKEN[match.seats] }, (_, turn) => (first + direction * turn + STACKS) % STACKS));
}
