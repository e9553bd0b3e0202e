// Parses the JSON of a record into the layout and the actions (docs/RECORD.md, Record).

/**
 * @import { Game } from "./games.js"
 * @import { Action, Beheading, GeneralBan, Seat } from "../types/protocol.js"
 */

import { GAMES, lotOf } from "./games.js";
import { isPiece, setOf, sorted } from "./pieces.js";

/**
 * The start of a match. `six`, `exposer`, `dice`, `cards` and `starter` are 0 or empty if the game does not use them.
 * @typedef {object} Deal
 * @property {Game} game
 * @property {number} seats
 * @property {{ general_ban: GeneralBan, beheading: Beheading | null }} options
 * @property {string[]} stacks
 * @property {Seat} six
 * @property {Seat} exposer
 * @property {number[]} dice
 * @property {string} cards the pack, where there are no stacks
 * @property {Seat} starter
 *
 * An action that may be impossible, such as with a seat or a piece that does not exist.
 * @typedef {{ seat: number } & (Action | { do: "unknown" })} Taken
 */

/** @type {GeneralBan[]} */
const GENERAL_BANS = ["refuse", "behead"];
/** @type {Beheading[]} */
const BEHEADINGS = ["forfeit", "last"];

/** Thrown for JSON that is not a record. */
export class BadRecord extends Error {}

/**
 * Parses a record so that it can be judged.
 * @param {unknown} json
 * @returns {{ deal: Deal, actions: Taken[] }} throws `BadRecord` where it is none
 */
export function read(json) {
  const record = fields(json, "record");
  const deal = readDeal(record);
  const readOne = deal.game.document === "tiles" ? readTilesAction : readAction;
  return { deal, actions: list(record, "actions").map(readOne) };
}

/** The settings, and the layout with what is decided by lot. @param {Fields} record @returns {Deal} */
export function readDeal(record) {
  const game = GAMES.get(record.variant);
  const seats = integer(record, "seats");
  if (!game) throw new BadRecord("there is no such `variant`");
  const [fewest, most] = game.players;
  need(seats >= fewest && seats <= most, "seats");
  const lot = lotOf(game, seats);
  const dice = lot === "dice" ? list(record, "dice").map((die) => integer({ die }, "die")) : [];
  need(lot !== "dice" || dice.length === seats, "dice");
  return {
    game,
    seats,
    options: game.document === "tiles" ? noOptions(record) : readOptions(record, game),
    stacks: lot === "starter" ? [] : readStacks(record, game, seats),
    six: lot === "six" && record.six !== undefined ? seat(record, "six", seats) : 0,
    exposer: lot === "exposer" ? seat(record, "exposer", seats) : 0,
    dice,
    cards: lot === "starter" ? readCards(record, game, seats) : "",
    starter: lot === "starter" ? seat(record, "starter", seats) : 0,
  };
}

/** @param {Fields} record @param {Game} game @param {number} seats */
function readCards(record, game, seats) {
  const cards = text(record, "cards");
  need([...cards].every(isPiece) && sorted(cards) === setOf(game.set(seats)), "cards");
  return cards;
}

/** Options that a game does not have are ignored. @param {Fields} record @returns {Deal["options"]} */
function noOptions(record) {
  if (record.options !== undefined && record.options !== null) fields(record.options, "options");
  return { general_ban: "refuse", beheading: null };
}

/** @param {Fields} record @param {Game} game @param {number} seats */
function readStacks(record, game, seats) {
  const stacks = list(record, "stacks").map((stack) => text({ stack }, "stack"));
  const heights = game.heights(seats);
  need(stacks.length === heights.length && stacks.every((stack, index) => stack.length === heights[index]), "stacks");
  const pieces = stacks.join("");
  need([...pieces].every(isPiece) && sorted(pieces) === setOf(game.set(seats)), "stacks");
  return stacks;
}

/** Both options concern the ban on generals; a game without the ban ignores them. @param {Fields} record @param {Game} game @returns {Deal["options"]} */
function readOptions(record, game) {
  const given = record.options === undefined ? {} : fields(record.options, "options");
  if (game.beheading === null) return { general_ban: "refuse", beheading: null };
  return {
    general_ban: given.general_ban === undefined ? "refuse" : oneOf(given, "general_ban", GENERAL_BANS),
    beheading: given.beheading === undefined ? game.beheading : oneOf(given, "beheading", BEHEADINGS),
  };
}

/**
 * Parses an action as in docs/TILES.md §2: actions of other games need their arguments there, and are impossible here.
 * @param {unknown} json
 * @returns {Taken}
 */
function readTilesAction(json) {
  const action = fields(json, "actions");
  const seat = integer(action, "seat");
  const what = text(action, "do");
  switch (what) {
    case "play":
      return { seat, do: what, pieces: text(action, "pieces") };
    case "take_back":
      return { seat, do: what };
    case "split":
      text(action, "low");
      break;
    case "discard":
    case "kong":
      text(action, "tile");
      break;
    case "claim":
      if (oneOf(action, "claim", ["pass", "chow", "pung", "kong", "win"]) === "chow") text(action, "tiles");
      break;
    case "bet":
      for (const bet of list(action, "bets")) {
        const { on, points } = fields(bet, "bets");
        text({ on }, "on");
        integer({ points }, "points");
      }
  }
  return { seat, do: "unknown" };
}

/** @param {unknown} json @returns {Taken} */
function readAction(json) {
  const action = fields(json, "actions");
  const seat = integer(action, "seat");
  const what = text(action, "do");
  switch (what) {
    case "reveal":
    case "take":
    case "expose":
      return { seat, do: what, stack: integer(action, "stack") };
    case "throw":
      return { seat, do: what, sign: oneOf(action, "sign", ["rock", "paper", "scissors"]) };
    case "end":
      return { seat, do: what, end: oneOf(action, "end", ["left", "right"]) };
    case "order":
      return { seat, do: what, stacks: list(action, "stacks").map((stack) => integer({ stack }, "stack")) };
    case "play":
      return { seat, do: what, pieces: text(action, "pieces") };
    case "take_back":
      return { seat, do: what };
    default:
      return { seat, do: "unknown" };
  }
}

/** @typedef {{ [name: string]: unknown }} Fields */

/** @param {boolean} holds @param {string} name */
function need(holds, name) {
  if (!holds) throw new BadRecord(`\`${name}\` is missing, or not what it has to be`);
}

/** An object's own fields, which must have exactly these names. @param {unknown} value @param {string} name @returns {Fields} */
function fields(value, name) {
  need(typeof value === "object" && value !== null && !Array.isArray(value), name);
  return Object.assign(Object.create(null), value);
}

/** @param {Fields} of @param {string} name @returns {unknown[]} */
function list(of, name) {
  const value = of[name];
  if (!Array.isArray(value)) throw new BadRecord(`\`${name}\` is no list`);
  return value;
}

/** @param {Fields} of @param {string} name */
function text(of, name) {
  const value = of[name];
  if (typeof value !== "string") throw new BadRecord(`\`${name}\` is no text`);
  return value;
}

/** @param {Fields} of @param {string} name */
function integer(of, name) {
  const value = of[name];
  if (typeof value !== "number" || !Number.isInteger(value)) throw new BadRecord(`\`${name}\` is no integer`);
  // Turns -0 into 0.
  return value + 0;
}

/** @param {Fields} of @param {string} name @param {number} seats */
function seat(of, name, seats) {
  const value = integer(of, name);
  need(value >= 0 && value < seats, name);
  return value;
}

/** @template {string} T @param {Fields} of @param {string} name @param {T[]} values */
function oneOf(of, name, values) {
  const found = values.find((value) => value === of[name]);
  if (found === undefined) throw new BadRecord(`\`${name}\` has no such value`);
  return found;
}
