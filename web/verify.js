// Proves a finished match from its record, in this browser: the arithmetic of docs/FAIRNESS.md, and the receipt that was kept
// while playing. What takes the rules of the game (that every action was legal) is left to `giog verify`.

/**
 * @import { Bytes } from "./sha256.js"
 * @import { Commitment, Entropy, MatchId, Receipt, Record as MatchRecord, Seat } from "./types/protocol.js"
 */

import { STRENGTH, sorted } from "./room.js";
import { sha256 } from "./sha256.js";

const HASH_BLOCK = 64;
const WORDS = 2 ** 32;
/** @param {MatchId} match_id */
const id = (match_id) => ({ hex: match_id.replaceAll("-", "") });

/**
 * Checks the text of a record, and a receipt if there is one (or null). Gives a list of `{name, result}`, each `pass`, `fail`
 * or `unknown`; throws where the text is no record at all.
 *
 * @param {string} text
 * @param {Receipt & { late?: boolean } | null} receipt
 * @returns {Promise<{ name: string, result: "pass" | "fail" | "unknown" }[]>}
 */
export async function verify(text, receipt) {
  /** @type {MatchRecord} */
  const record = JSON.parse(text);
  const { signature, ...unsigned } = record;
  const { fairness } = record;
  /** @type {Check[]} */
  const checks = [
    ["format", record.format === 1 && canonical(record) === text],
    ["record_signature", await signed(fairness.signer, signature, "giog/record/v1", unsigned)],
    ["start_signature", await signed(fairness.signer, fairness.start_signature, "giog/start/v1", startOf(record))],
    ["seed_commitment", sha256("giog/seed/v1", id(record.match_id), { hex: fairness.server_seed }) === fairness.seed_commitment],
    ["entropy_commitments", fairness.entropy.every((entropy, seat) => entropyFits(record, entropy, seat))],
    ["shuffle", shuffled(record) === record.stacks.join("")],
    ["plays", playsFit(record)],
    ...(receipt ? receiptChecks(record, receipt) : []),
  ];
  return checks.map(([name, holds]) => ({ name, result: holds === null ? "unknown" : holds ? "pass" : "fail" }));
}

/**
 * A name, and whether it holds; null where that cannot be told.
 * @typedef {[name: string, holds: boolean | null]} Check
 */

/** @param {MatchRecord} record @param {Receipt & { late?: boolean }} receipt @returns {Check[]} */
function receiptChecks({ match_id, fairness }, receipt) {
  const same = (/** @type {Commitment} */ one, /** @type {Commitment} */ other) => canonical(one) === canonical(other);
  let from = 0;
  const inOrder = receipt.commitments.every((seen) => {
    const at = fairness.commitments.findIndex((one, i) => i >= from && same(one, seen));
    from = at + 1;
    return at >= 0;
  });
  // A receipt that began in the middle knows nothing of what was before the shuffle.
  const before = (/** @type {boolean} */ holds) => (holds && receipt.late ? null : holds);
  return [
    ["receipt_match", receipt.match_id === match_id],
    ["receipt_seed", before(receipt.seed_commitment === fairness.seed_commitment)],
    ["receipt_entropy", before(receipt.entropy === fairness.entropy[receipt.seat])],
    ["receipt_start", receipt.start_signature === fairness.start_signature],
    ["receipt_commitments", inOrder],
  ];
}

/**
 * JCS, RFC 8785: no blanks, keys sorted. Texts and whole numbers are written as JavaScript writes them.
 *
 * @param {unknown} value
 * @returns {string}
 */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, value]) => `${JSON.stringify(key)}:${canonical(value)}`).join(",")}}`;
}

/** @param {MatchRecord} record */
function startOf(record) {
  const { match_id, rules, variant, seats, options, ceremony, previous, players } = record;
  const { seed_commitment, entropy_commitments, entropy } = record.fairness;
  return { match_id, rules, variant, seats, options, ceremony, previous, players, seed_commitment, entropy_commitments, entropy };
}

/**
 * Whether a signature fits; null where this browser cannot tell: without TLS, or too old.
 *
 * @param {string} signer
 * @param {string} signature
 * @param {string} domain
 * @param {object} object
 */
async function signed(signer, signature, domain, object) {
  if (!globalThis.crypto.subtle) return null;
  try {
    const key = await crypto.subtle.importKey("raw", bytes(signer), "Ed25519", false, ["verify"]);
    const message = new TextEncoder().encode(domain + canonical(object));
    return await crypto.subtle.verify("Ed25519", key, bytes(signature), message);
  } catch (error) {
    return error instanceof Error && error.name === "NotSupportedError" ? null : false;
  }
}

/** @param {MatchRecord} record @param {Entropy} entropy @param {Seat} seat */
function entropyFits({ match_id, fairness, players }, entropy, seat) {
  const commitment = fairness.entropy_commitments[seat];
  const player = players[seat];
  if (!player) return false;
  if (entropy === "" || "bot" in player) return entropy === "" && commitment === "";
  return sha256("giog/entropy/v1", id(match_id), seat, { hex: entropy }) === commitment;
}

/** The pieces in the order in which the seeds shuffle them. @param {MatchRecord} record */
function shuffled({ match_id, fairness, stacks }) {
  const entropy = fairness.entropy.flatMap((hex) => [hex.length / 2, { hex }]);
  const seed = hmac(fairness.server_seed, "giog/match/v1", id(match_id), ...entropy);
  const next = words(seed);
  const soldiers = stacks.join("").length === 32 ? 5 : 4;
  /** @type {{ [piece: string]: number }} */
  const counts = { K: 1, k: 1, P: soldiers, p: soldiers };
  const pieces = [...STRENGTH].flatMap((piece) => [...piece.repeat(counts[piece] ?? 2)]);
  for (let i = pieces.length - 1; i > 0; i--) {
    const n = i + 1;
    const limit = WORDS - (WORDS % n);
    let word = next();
    while (word >= limit) word = next();
    const j = word % n;
    const [one = "", other = ""] = [pieces[i], pieces[j]];
    pieces[i] = other;
    pieces[j] = one;
  }
  return pieces.join("");
}

/** A stream of 32-bit words from a seed. @param {string} seed in hexadecimal */
function words(seed) {
  let block = "";
  let counter = 0;
  return () => {
    if (!block) {
      const hex = (counter++).toString(16).padStart(8, "0");
      block = hmac(seed, { hex });
    }
    const word = parseInt(block.slice(0, 8), 16);
    block = block.slice(8);
    return word;
  };
}

/** HMAC-SHA256. @param {string} key in hexadecimal @param {Bytes[]} parts */
function hmac(key, ...parts) {
  const padded = key.padEnd(HASH_BLOCK * 2, "0");
  const masked = (/** @type {string} */ pair, /** @type {number} */ mask) => (parseInt(pair, 16) ^ mask).toString(16).padStart(2, "0");
  const mixed = (/** @type {number} */ mask) => ({ hex: padded.replace(/../g, (pair) => masked(pair, mask)) });
  return sha256(mixed(0x5c), { hex: sha256(mixed(0x36), ...parts) });
}

/** Whether every commitment is to what the actions say was laid or thrown there. @param {MatchRecord} record */
function playsFit({ match_id, seats, actions, fairness }) {
  /** @type {Map<string, string>} */
  const laid = new Map();
  /** @type {Map<string, string>} */
  const signs = new Map();
  let trick = 0;
  /** @type {Set<Seat>} */
  let lies = new Set();
  /** How many plays each seat has taken back in this trick. @type {Map<Seat, number>} */
  let attempts = new Map();
  for (const action of actions) {
    const { seat } = action;
    const attempt = attempts.get(seat) ?? 0;
    if (action.do === "throw") signs.set(`${roundOf(signs, seat)},${seat}`, action.sign);
    if (action.do === "take_back") {
      lies.delete(seat);
      attempts.set(seat, attempt + 1);
    }
    if (action.do !== "play") continue;
    laid.set(`${trick},${seat},${attempt}`, sorted(action.pieces));
    lies.add(seat);
    if (lies.size < seats) continue;
    trick++;
    lies = new Set();
    attempts = new Map();
  }
  return fairness.commitments.every((one) => {
    const thrown = "round" in one;
    const place = thrown ? [one.round, one.seat] : [one.trick, one.seat, one.attempt];
    const text = (thrown ? signs : laid).get(place.join(","));
    const nonce = hmac(fairness.server_seed, thrown ? "giog/throw-nonce/v1" : "giog/nonce/v1", ...place).slice(0, 32);
    return text !== undefined && sha256(thrown ? "giog/throw/v1" : "giog/lay/v1", id(match_id), ...place, { hex: nonce }, text) === one.commitment;
  });
}

/**
 * Who is still in throws in every round, so their throws are counted.
 *
 * @param {Map<string, string>} signs
 * @param {Seat} seat
 */
function roundOf(signs, seat) {
  let round = 0;
  while (signs.has(`${round},${seat}`)) round++;
  return round;
}

/** @param {string} hex */
const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
