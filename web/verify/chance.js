// What the seeds decide, by the arithmetic of docs/FAIRNESS.md: the deal, the server's choices, and what hides a play.

import { GAMES, lotOf } from "../judge/games.js";
import { act, asked, begin } from "../judge/judge.js";
import { setOf } from "../judge/pieces.js";
import { argumentOf, readDeal } from "../judge/read.js";
import { sha256 } from "../sha256.js";

const HASH_BLOCK_BYTES = 64;
const NONCE_BYTES = 16;
const WORDS = 2 ** 32;
const DIE_FACES = 6;

const id = (match_id) => ({ hex: match_id.replaceAll("-", "") });

export const seedCommitment = ({ match_id, fairness }) => sha256("giog/seed/v1", id(match_id), { hex: fairness.server_seed });

export const entropyCommitment = ({ match_id }, seat, entropy) => sha256("giog/entropy/v1", id(match_id), seat, { hex: entropy });

/** The commitment to a hidden play or throw, as the referee's `sealed` has it. */
export function sealCommitment({ match_id, fairness }, { trick, round, seat, attempt, text }) {
  const thrown = round !== undefined;
  const place = thrown ? [round, seat] : [trick, seat, attempt];
  const nonce = hmac(fairness.server_seed, thrown ? "giog/throw-nonce/v1" : "giog/nonce/v1", ...place).slice(0, 2 * NONCE_BYTES);
  return sha256(thrown ? "giog/throw/v1" : "giog/lay/v1", id(match_id), ...place, { hex: nonce }, text);
}

/**
 * What the seeds of a record decide, if this seat (or none, `undefined`) is that of the previous winner: `stacks` with `six`,
 * `exposer` or `dice`, and the `choices` before the first lead where the server makes them.
 */
export function decided(record, previousWinner) {
  const uniform = numbers(matchSeed(record));
  const { variant, seats, options } = record;
  const lots = dealt(GAMES.get(variant), seats, previousWinner < seats ? previousWinner : undefined, uniform);
  const deal = readDeal({ variant, seats, options, ...lots });
  return { lots, choices: record.ceremony === "server" ? serverChoices(deal, uniform) : [] };
}

function dealt(game, seats, previousWinner, uniform) {
  const pieces = shuffled([...setOf(game.set(seats))], uniform);
  const stacks = game.heights(seats).map((height) => pieces.splice(0, height).join(""));
  const lot = lotOf(game, seats);
  if (lot === "six") return { stacks, six: previousWinner ?? 0 };
  if (lot === "exposer") return { stacks, exposer: previousWinner ?? uniform(seats) };
  if (lot === "dice") return { stacks, dice: Array.from({ length: seats }, () => 1 + uniform(DIE_FACES)) };
  return { stacks };
}

/** While there is something to decide, the lowest seat that is asked takes one of its choices. */
function serverChoices(deal, uniform) {
  const match = begin(deal, "server");
  const made = [];
  while (match.stage === "ceremony") {
    const seat = match.captured.findIndex((_, one) => asked(match, one));
    const what = asked(match, seat);
    const choices = match.game.ceremony.choices(match, seat);
    const chosen = what === "order" ? shuffled(choices, uniform) : choices[uniform(choices.length)];
    made.push({ seat, do: what, [argumentOf(what)]: chosen });
    act(match, made.at(-1));
  }
  return made;
}

/** The seed of all chance in a match. */
export function matchSeed({ match_id, fairness }) {
  const entropy = fairness.entropy.flatMap((hex) => [hex.length / 2, { hex }]);
  return hmac(fairness.server_seed, "giog/match/v1", id(match_id), ...entropy);
}

/** What gives numbers below n, from a seed. */
function numbers(seed) {
  const word = words(seed);
  return (n) => {
    const limit = WORDS - (WORDS % n);
    let number = word();
    while (number >= limit) number = word();
    return number % n;
  };
}

/** The stream of 32-bit words from a seed. */
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

function shuffled(things, uniform) {
  for (let i = things.length - 1; i > 0; i--) {
    const j = uniform(i + 1);
    [things[i], things[j]] = [things[j], things[i]];
  }
  return things;
}

/** HMAC-SHA256 with a key in hexadecimal. */
function hmac(key, ...parts) {
  const padded = key.padEnd(HASH_BLOCK_BYTES * 2, "0");
  const mixed = (mask) => ({ hex: padded.replace(/../g, (pair) => (parseInt(pair, 16) ^ mask).toString(16).padStart(2, "0")) });
  return sha256(mixed(0x5c), { hex: sha256(mixed(0x36), ...parts) });
}
