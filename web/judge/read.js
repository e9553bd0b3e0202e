// From parsed JSON to what can be judged: the layout, and the actions (docs/RECORD.md, Record).

import { GAMES, lotOf } from "./games.js";
import { isPiece, setOf, sorted } from "./pieces.js";

/** Something that is no record. */
export class BadRecord extends Error {}

const OPTIONS = { general_ban: ["refuse", "behead"], beheading: ["forfeit", "last"] };
/** The argument of each action. */
const ARGUMENTS = new Map(Object.entries({
  reveal: ["stack", integer],
  take: ["stack", integer],
  expose: ["stack", integer],
  throw: ["sign", oneOf("rock", "paper", "scissors")],
  end: ["end", oneOf("left", "right")],
  order: ["stacks", (value, name) => list(value, name).map((stack) => integer(stack, name))],
  play: ["pieces", text],
  take_back: null,
}));

/** The name of an action's argument; undefined where it has none. */
export const argumentOf = (what) => ARGUMENTS.get(what)?.[0];

/** A record as `{deal, actions}`; throws `BadRecord` where it is none. */
export function read(json) {
  const record = object(json, "record");
  return { deal: readDeal(record), actions: list(record.actions, "actions").map(readAction) };
}

/** The terms, and the layout with what is drawn by lot. What means nothing in the game is left out. */
export function readDeal(record) {
  const game = GAMES.get(record.variant);
  const seats = integer(record.seats, "seats");
  check(game, "variant");
  check(seats >= game.players[0] && seats <= game.players[1], "seats");
  const deal = { game, seats, options: readOptions(record.options, game), stacks: list(record.stacks, "stacks") };
  checkStacks(deal);
  const lot = lotOf(game, seats);
  if (lot === "six") deal.six = record.six === undefined ? 0 : seat(record.six, seats, "six");
  if (lot === "exposer") deal.exposer = seat(record.exposer, seats, "exposer");
  if (lot === "dice") deal.dice = list(record.dice, "dice").map((die) => integer(die, "dice"));
  check(lot !== "dice" || deal.dice.length === seats, "dice");
  return deal;
}

function checkStacks({ game, seats, stacks }) {
  const heights = game.heights(seats);
  const fit = stacks.length === heights.length && stacks.every((stack, at) => text(stack, "stacks").length === heights[at]);
  check(fit, "stacks");
  const pieces = stacks.join("");
  check([...pieces].every(isPiece) && sorted(pieces) === setOf(game.set(seats)), "stacks");
}

function readOptions(given, { beheading }) {
  const options = given === undefined ? {} : object(given, "options");
  const option = (name, otherwise) => (options[name] === undefined ? otherwise : oneOf(...OPTIONS[name])(options[name], name));
  return { general_ban: option("general_ban", "refuse"), beheading: option("beheading", beheading) };
}

function readAction(json) {
  const action = object(json, "actions");
  const read = { seat: integer(action.seat, "seat"), do: text(action.do, "do") };
  const argument = ARGUMENTS.get(read.do);
  if (argument) read[argument[0]] = argument[1](action[argument[0]], argument[0]);
  return read;
}

function check(holds, name) {
  if (!holds) throw new BadRecord(name);
}

function object(value, name) {
  check(typeof value === "object" && value !== null && !Array.isArray(value), name);
  // Fields that an object has from nowhere but its text.
  return Object.assign(Object.create(null), value);
}

function list(value, name) {
  check(Array.isArray(value), name);
  return value;
}

function text(value, name) {
  check(typeof value === "string", name);
  return value;
}

function integer(value, name) {
  check(Number.isInteger(value), name);
  return value + 0;
}

function seat(value, seats, name) {
  check(integer(value, name) >= 0 && value < seats, name);
  return value + 0;
}

function oneOf(...values) {
  return (value, name) => {
    check(values.includes(value), name);
    return value;
  };
}
