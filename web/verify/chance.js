// What is derived from the seeds by the arithmetic of docs/FAIRNESS.md: the deal, the server's choices, and the nonces that hide plays.

/**
 * @import { Choice, Sealed } from "../judge/match.js"
 * @import { Deal } from "../judge/read.js"
 * @import { Bytes } from "../client/sha256.js"
 * @import { Check } from "../client/proof.js"
 * @import { Record as MatchRecord, Seat } from "../types/protocol.js"
 */

import { hiddenCommitment, id, kind, place } from "../client/commitments.js";
import { BOARD_RECORDS, TILES_RECORDS } from "./games.js";
import { GAMES, lotOf } from "../judge/games.js";
import { act, asked, begin } from "../judge/match.js";
import { at, seatsOf } from "../judge/deal.js";
import { setOf } from "../judge/pieces.js";
import { BadRecord, readDeal } from "../judge/read.js";
import { sha256 } from "../client/sha256.js";

const HASH_BLOCK_BYTES = 64;
const NONCE_BYTES = 16;
const WORDS = 2 ** 32;
const DIE_FACES = 6;
/** The number of dice in a throw. */
const DICE = 3;

/**
 * Returns a function that gives random numbers below n, one after another.
 * @typedef {(n: number) => number} Uniform
 *
 * A layout with what is decided by lot, as in records.
 * @typedef {Pick<MatchRecord, "stacks" | "six" | "exposer" | "dice" | "cards" | "starter">} Lots
 *
 * The random part of a record, before any decision.
 * @typedef {Pick<MatchRecord, "match_id"> & { fairness: Pick<MatchRecord["fairness"], "server_seed" | "entropy"> }} Seeds
 */

/** The commitment to a hidden play or throw. @param {Seeds} seeds @param {Sealed} sealed */
export function sealCommitment({ match_id, fairness }, sealed) {
  const what = kind(sealed, sealed.text);
  const domain = what === "lay" ? "giog/nonce/v1" : `giog/${what}-nonce/v1`;
  const nonce = hmac(fairness.server_seed, domain, ...place(sealed)).slice(0, 2 * NONCE_BYTES);
  return hiddenCommitment(match_id, sealed, nonce, sealed.text);
}

/**
 * What the seeds of a record determine: the layout with its lots, and the choices before the first lead if the server makes them.
 * @param {Seeds & Pick<MatchRecord, "variant" | "seats" | "ceremony"> & Partial<Pick<MatchRecord, "options">>} record
 * @param {Seat} [previousWinner] who won the room's match before, if anybody who sits here
 */
export function decided(record, previousWinner) {
  const uniform = numbers(matchSeed(record));
  const lots = dealt(record, previousWinner, uniform);
  const { variant, seats, options } = record;
  const deal = readDeal({ variant, seats, options, ...lots });
  return { lots, choices: record.ceremony === "server" ? serverChoices(deal, uniform) : [] };
}

/** The squares of a board as the seeds of a record shuffle them; null in games without chance. @param {Seeds & Pick<MatchRecord, "variant">} record */
export function squares(record) {
  const pieces = BOARD_RECORDS.get(record.variant)?.shuffled?.();
  return pieces ? shuffled(pieces, numbers(matchSeed(record))) : null;
}

/** The parts of records that are specific to a game of tiles or dice. @param {Pick<MatchRecord, "variant">} record */
export function tilesRecord({ variant }) {
  const game = TILES_RECORDS.get(variant);
  if (!game) throw new BadRecord(variant);
  return game;
}

/**
 * The given number of walls or throws that the seeds of a record determine; and the dice for the first dealer.
 *
 * @param {Seeds & Pick<MatchRecord, "variant" | "seats" | "options">} record
 * @param {number} count
 * @returns {Pick<MatchRecord, "walls" | "throws" | "dice">}
 */
export function tilesDrawn(record, count) {
  const uniform = numbers(matchSeed(record));
  const die = () => 1 + uniform(DIE_FACES);
  const times = (/** @type {string[]} */ set) => Array.from({ length: count }, () => shuffled(set, uniform).join(""));
  const { set, throwsForDealer } = tilesRecord(record);
  if (!set) {
    // The field is left out of a record if nothing was thrown.
    const throws = Array.from({ length: count }, () => /** @type {[number, number, number]} */ ([die(), die(), die()]));
    return { throws: count === 0 ? undefined : throws };
  }
  const dice = throwsForDealer && { dice: Array.from({ length: record.seats }, () => die() + die() + die()) };
  return { ...dice, walls: times(set(record.options)) };
}

/**
 * Whether the players made all choices before play, as in games in which the server makes none.
 *
 * @param {Pick<MatchRecord, "actions">} record
 * @returns {Check}
 */
export const noneByServer = ({ actions }) => ["ceremony", !actions.some(({ by }) => by === "server")];

/** The length of a wall's text, or the number of dice in a throw. @param {Pick<MatchRecord, "variant" | "options">} record */
export function lengthDrawn({ variant, options }) {
  return tilesRecord({ variant }).set?.(options).join("").length ?? DICE;
}

/**
 * @param {Pick<MatchRecord, "variant" | "seats">} record
 * @param {Seat | undefined} previousWinner
 * @param {Uniform} uniform
 * @returns {Lots}
 */
function dealt({ variant, seats }, previousWinner, uniform) {
  const game = GAMES.get(variant);
  if (!game) throw new BadRecord(variant);
  const pieces = shuffled([...setOf(game.set(seats))], uniform);
  const winner = previousWinner !== undefined && previousWinner < seats ? previousWinner : undefined;
  const lot = lotOf(game, seats);
  if (lot === "starter") return { cards: pieces.join(""), starter: winner ?? uniform(seats) };
  const stacks = game.heights(seats).map((height) => pieces.splice(0, height).join(""));
  if (lot === "six") return { stacks, six: winner ?? 0 };
  if (lot === "exposer") return { stacks, exposer: winner ?? uniform(seats) };
  if (lot === "dice") return { stacks, dice: Array.from({ length: seats }, () => 1 + uniform(DIE_FACES)) };
  return { stacks };
}

/**
 * While there is something to decide, the lowest deciding seat takes one of its choices.
 * @param {Deal} deal
 * @param {Uniform} uniform
 */
function serverChoices(deal, uniform) {
  const match = begin(deal, "server");
  /** @type {Choice[]} */
  const made = [];
  while (match.stage === "ceremony") {
    const seat = seatsOf(match).find((one) => asked(match, one)) ?? 0;
    const choices = match.game.ceremony.choices(match, seat);
    const choice = drawn(choices, uniform);
    made.push(choice);
    act(match, choice);
  }
  return made;
}

/** One of the choices; for orders of stacks, any order. @param {Choice[]} choices @param {Uniform} uniform */
function drawn(choices, uniform) {
  const [first] = choices;
  if (first?.do === "order") return { ...first, stacks: shuffled(first.stacks, uniform) };
  return at(choices, uniform(choices.length));
}

/** The seed of all random numbers in a match. @param {Seeds} seeds */
export function matchSeed({ match_id, fairness }) {
  const entropy = fairness.entropy.flatMap((hex) => [hex.length / 2, { hex }]);
  return hmac(fairness.server_seed, "giog/match/v1", id(match_id), ...entropy);
}

/** @param {string} seed @returns {Uniform} */
function numbers(seed) {
  const word = words(seed);
  return (n) => {
    const limit = WORDS - (WORDS % n);
    let number = word();
    while (number >= limit) number = word();
    return number % n;
  };
}

/** The stream of 32-bit words from a seed. @param {string} seed in hexadecimal */
export function words(seed) {
  let block = "";
  let counter = 0;
  return () => {
    if (!block) block = hmac(seed, { hex: (counter++).toString(16).padStart(8, "0") });
    const word = parseInt(block.slice(0, 8), 16);
    block = block.slice(8);
    return word;
  };
}

/** @template T @param {readonly T[]} things @param {Uniform} uniform */
function shuffled(things, uniform) {
  const mixed = [...things];
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = uniform(last + 1);
    const [one, two] = [at(mixed, last), at(mixed, other)];
    mixed[last] = two;
    mixed[other] = one;
  }
  return mixed;
}

/** HMAC-SHA256. @param {string} key in hexadecimal @param {Bytes[]} parts */
function hmac(key, ...parts) {
  const padded = key.padEnd(HASH_BLOCK_BYTES * 2, "0");
  /** @param {number} mask */
  const mixed = (mask) => ({
    hex: padded.replace(/../g, (pair) => (parseInt(pair, 16) ^ mask).toString(16).padStart(2, "0")),
  });
  return sha256(mixed(0x5c), { hex: sha256(mixed(0x36), ...parts) });
}
