// The ceremonies of Dǎ qí luò: dice, then a row of stacks that is taken from an end (docs/RULES.md §8.2) or in an order that
// the first player directs (§9.2).

import { deal, giveHands, turnsFrom } from "./deal.js";

export const ends = { begin: beginEnds, asked: askedFirst("end"), choices: () => ["left", "right"], act: actEnd };
export const directed = { begin: orderByDice, asked: askedFirst("order"), choices: (match) => inRow(match), act: actOrder };

const inRow = (match) => match.stacks.map((_, stack) => stack);

function askedFirst(what) {
  return (match, seat) => (seat === match.order[0] ? what : null);
}

/** The highest die is first, of equal ones the first to throw it. */
function orderByDice(match) {
  match.order = turnsFrom(match, match.dice.indexOf(Math.max(...match.dice)));
}

function beginEnds(match) {
  orderByDice(match);
  if (match.seats === 3) split(match);
}

/** Three players choose nothing: two stacks each, of the next the upper and the lower half, and the stack of two. */
function split(match) {
  const stacks = match.stacks;
  const [upper, lower] = [stacks[6].slice(2), stacks[6].slice(0, 2)];
  const taken = [];
  [upper, lower, stacks[7]].forEach((last, turn) => (taken[match.order[turn]] = stacks[2 * turn] + stacks[2 * turn + 1] + last));
  giveHands(match, taken);
}

function actEnd(match, { end }) {
  const stacks = end === "left" ? inRow(match) : inRow(match).reverse();
  // With stacks of four a player takes two at once.
  const taking = match.seats === 5 ? stacks : stacks.map((_, turn) => stacks[twoAtOnce(turn, match.seats)]);
  deal(match, taking);
  return null;
}

/** Where in the row the stack lies that is taken when all take one each in turn, as it is when they take two at once. */
function twoAtOnce(turn, seats) {
  const [round, player] = [Math.floor(turn / seats), turn % seats];
  return 2 * (Math.floor(round / 2) * seats + player) + (round % 2);
}

function actOrder(match, { stacks }) {
  const all = inRow(match);
  const isOrder = stacks.length === all.length && all.every((stack) => stacks.includes(stack));
  if (!isOrder) return "bad_order";
  deal(match, stacks);
  return null;
}
