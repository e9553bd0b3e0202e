// The receipts of matches in this browser, so that nobody can change a match later without being noticed: docs/PROTOCOL.md, Receipts.
//
// This module also makes the entropy for each shuffle, and checks the server's messages during a match; with an honest server no check
// fails. Everything is stored in this browser, each match under its id, and only the newest ones.

/**
 * @import { Commitment, EntropyCommitment, MatchId, MatchStart, MatchState, NextMatch, Receipt, RoomEvent } from "./types/protocol.js"
 * @import { SealLabel, SealView, Seat } from "./types/protocol.js"
 */

import { entropyCommitment, hiddenCommitment, place, seedCommitment } from "./commitments.js";
import { hex } from "./sha256.js";
import { forget, keep, keptKeys, keptObject, lengthKept } from "./storage.js";

/**
 * A receipt as it is stored.
 * @typedef {Receipt & KeptToo} Kept
 *
 * @typedef {object} KeptToo
 * @property {number} kept_at when it was begun
 * @property {boolean} [acknowledged] whether the server has said that it has the commitment
 * @property {EntropyCommitment[]} [entropy_commitments] everybody's, as they were first published
 * @property {boolean} [opened] whether the entropy was given out, so that it is no secret any more
 * @property {boolean} [cancelled] whether the start was cancelled
 * @property {number} [seq] that of the last event or snapshot whose commitments are kept, in whichever window of this browser
 */

/** The most matches whose receipts are stored. */
const MOST = 100;
/**
 * The most characters of receipts of earlier matches: one of mahjong has 100,000 or more, and browsers store at least 2.5 million per
 * address, of which there must be enough for this match and everything else.
 */
const MOST_LENGTH = 2_000_000;
const ENTROPY_BYTES = 32;
const PREFIX = "giog.receipt.";

/**
 * The server did something that an honest server never does. The message is the rest of a text's key after `distrust.`. All other errors
 * are bugs of the page, or unreadable frames.
 */
export class Dishonesty extends Error {}

const now = () => Date.now();

/** The receipt of a match, or null. @param {MatchId} match_id @returns {Kept | null} */
export const receipt = (match_id) => keptObject(PREFIX + match_id);

/**
 * Begins a receipt before the player gets ready; returns the commitment for `ready`. For the same match and seat it is the same again.
 * Entropy that was opened is never committed to again: after a cancelled start there is new entropy, and for a start that continues there
 * is none.
 *
 * @param {NextMatch} next
 * @param {Seat} seat
 */
export function prepare({ match_id, seed_commitment }, seat) {
  let kept = receipt(match_id);
  if (kept?.start_signature || (kept?.opened && !kept.cancelled)) return { match_id };
  if (kept?.seat !== seat || kept.cancelled) {
    const entropy = hex(crypto.getRandomValues(new Uint8Array(ENTROPY_BYTES)));
    kept = { match_id, seed_commitment, seat, entropy, start_signature: "", commitments: [], kept_at: now() };
    save(kept);
  }
  return { match_id, entropy_commitment: committed(kept) };
}

/**
 * Notes whether the server has acknowledged this browser's commitment: from then on the server must not leave it out. It has not if the
 * match had already begun, or if another device of the same player got ready after this one.
 *
 * @param {MatchId} match_id
 * @param {boolean} acknowledged
 */
export function acknowledge(match_id, acknowledged) {
  const kept = receipt(match_id);
  if (kept) save({ ...kept, acknowledged });
}

/** @param {Kept} kept */
const committed = (kept) => entropyCommitment(kept, kept.seat, kept.entropy);

/**
 * Processes an event. Returns the entropy that must be opened now, or null; throws if a check fails.
 *
 * @param {RoomEvent} event
 * @param {MatchId | undefined} match_id the match it belongs to, if any
 * @param {Seat | null} you the seat that the reader has
 * @param {number} seq the event's
 */
export function took(event, match_id, you, seq) {
  if (!match_id) return null;
  if (event.do === "start") {
    tookStart(event, you);
    return null;
  }
  const kept = receipt(match_id);
  if (!kept) return null;
  if (event.do === "committed") return tookCommitted(kept, event.entropy_commitments, you);
  tookSeals(kept, sealsOf(event), seq);
  for (const opened of ("opened" in event && event.opened) || []) {
    const sealed = kept.commitments.find((one) => at(one, opened));
    // At the end, this may also contain what was taken back in deals before the snapshot, which contains only the last deal.
    const mayLack = kept.late || (event.do === "ended" && dealOf(opened) !== null);
    const fits = sealed?.commitment === hiddenCommitment(match_id, opened, opened.nonce, opened.text);
    check(fits || (!sealed && mayLack), "opened");
  }
  if ("server_seed" in event) {
    check(seedCommitment(match_id, event.server_seed) === kept.seed_commitment, "seed.opened");
    if (event.do === "cancelled") save({ ...kept, cancelled: true });
  }
  return null;
}

/** The commitments in an event. @param {RoomEvent} event */
const sealsOf = (event) => [
  ...("sealed" in event && event.sealed ? [event.sealed] : []),
  ...(("seals" in event && event.seals) || []),
];

/**
 * Adds the commitments of an event to a receipt. The receipt may be long, so it is stored once for all of them. Throws afterwards if one of
 * them was exchanged, so that the others are kept.
 *
 * @param {Kept} kept
 * @param {SealView[]} seals
 * @param {number} seq the event's
 */
function tookSeals(kept, seals, seq) {
  const known = kept.commitments.length;
  let isExchanged = false;
  for (const { nonce, ...commitment } of seals) {
    const before = kept.commitments.find((one) => at(one, commitment));
    if (before) {
      isExchanged ||= !same(before, commitment);
      continue;
    }
    // A window that is behind may add a deal before those that another window has stored.
    const later = kept.commitments.findIndex((one) => Number(dealOf(one)) > Number(dealOf(commitment)));
    kept.commitments.splice(later < 0 ? kept.commitments.length : later, 0, commitment);
  }
  if (kept.commitments.length > known) save({ ...kept, seq: Math.max(kept.seq ?? 0, seq) });
  check(!isExchanged, "commitment");
}

/**
 * Stores the published commitments to entropy, which must not change afterwards. Returns the entropy to open if they contain this
 * browser's commitment.
 *
 * @param {Kept} kept
 * @param {EntropyCommitment[]} published
 * @param {Seat | null} you
 */
function tookCommitted(kept, published, you) {
  checkPublished(kept, published);
  const isIn = kept.seat === you && published[you] === committed(kept);
  save({ ...kept, entropy_commitments: published, ...(isIn && { opened: true }) });
  check(isIn || kept.seat !== you || !kept.acknowledged, "entropy");
  return isIn ? kept.entropy : null;
}

/** @param {Kept} kept @param {EntropyCommitment[]} published */
function checkPublished({ entropy_commitments: before }, published) {
  check(!before || before.join() === published.join(), "commitment");
}

/**
 * Processes the commitments to entropy in a snapshot. Returns the entropy that must be opened, or null: also if neither the snapshot nor
 * the receipt has them, because entropy must not be opened before the commitments are published.
 *
 * @param {NextMatch} next
 * @param {EntropyCommitment[] | null | undefined} published
 * @param {Seat | null} you
 */
export function tookOpening({ match_id }, published, you) {
  const kept = receipt(match_id);
  const commitments = published ?? kept?.entropy_commitments;
  return kept && commitments ? tookCommitted(kept, commitments, you) : null;
}

/**
 * Processes the start of a match. Everything that the receipt already contains must be in it. For a player without entropy from this
 * browser, the receipt begins here: it is `late`, because what was before is only the server's word.
 *
 * @param {MatchStart} start
 * @param {Seat | null} you
 */
function tookStart(start, you) {
  const { match_id, seed_commitment, entropy_commitments, entropy, start_signature } = start;
  const opens = (/** @type {EntropyCommitment} */ one, /** @type {Seat} */ seat) =>
    one === (entropy[seat] ? entropyCommitment(start, seat, entropy[seat]) : "");
  check(entropy.length === entropy_commitments.length && entropy_commitments.every(opens), "entropies");
  let kept = receipt(match_id);
  // The player was ready, and then stood up.
  if (kept && !kept.start_signature && kept.seat !== you) {
    forget(PREFIX + match_id);
    kept = null;
  }
  const given = (you !== null && entropy[you]) || "";
  if (!kept) {
    if (you !== null)
      save({
        match_id,
        seed_commitment,
        seat: you,
        entropy: given,
        start_signature,
        commitments: [],
        late: true,
        kept_at: now(),
      });
    return;
  }
  check(kept.seed_commitment === seed_commitment, "seed");
  checkPublished(kept, entropy_commitments);
  if (kept.start_signature) return check(kept.start_signature === start_signature, "start");
  const others = given !== kept.entropy;
  check(!others || !kept.acknowledged, "entropy");
  save({ ...kept, entropy: given, start_signature, ...(others && { late: true }) });
}

/**
 * Processes the start and the commitments in a snapshot, if it contains all stored commitments of its deals, and is not older than what
 * another window of this browser has stored.
 * @param {MatchState | null} match
 * @param {number} seq the snapshot's
 */
export function tookSnapshot(match, seq) {
  if (!match) return;
  tookStart(match.start, match.view.you ?? null);
  const kept = receipt(match.start.match_id);
  if (!kept) return;
  const commitments = match.commitments.map(({ nonce, ...commitment }) => commitment);
  if (kept.seq !== undefined && seq < kept.seq) {
    const isExchanged = (/** @type {Commitment} */ one) =>
      kept.commitments.some((other) => at(one, other) && !same(one, other));
    return check(!commitments.some(isExchanged), "commitment");
  }
  const deals = new Set([null, ...commitments.map(dealOf)]);
  const others = kept.commitments.filter((one) => !deals.has(dealOf(one)));
  const isThere = (/** @type {Commitment} */ one) => commitments.some((other) => same(one, other));
  check(
    kept.commitments.every((one) => others.includes(one) || isThere(one)),
    "gone",
  );
  save({ ...kept, commitments: [...others, ...commitments], seq });
}

/** The deal of a label, in games that have several; null in others. @param {SealLabel} label */
const dealOf = (label) => ("deal" in label ? label.deal : null);
/** @param {SealLabel} one @param {SealLabel} other */
const at = (one, other) => place(one).join() === place(other).join();
/** @param {Commitment} one @param {Commitment} other */
const same = (one, other) => at(one, other) && one.commitment === other.commitment;

/** @param {boolean} holds @param {string} what @returns {asserts holds} */
function check(holds, what) {
  if (!holds) throw new Dishonesty(what);
}

/** @param {Kept} kept */
function save(kept) {
  const key = PREFIX + kept.match_id;
  const isNew = lengthKept(key) === 0;
  keep(key, JSON.stringify(kept));
  if (isNew) makeRoom(key);
}

/**
 * Deletes the oldest receipts if there are too many, or if they are too long.
 *
 * @param {string} newest the key of the one that has just begun
 */
function makeRoom(newest) {
  const others = keptKeys(PREFIX)
    .filter((key) => key !== newest)
    .map((key) => ({ key, length: lengthKept(key) }));
  let length = others.reduce((sum, one) => sum + one.length, 0);
  if (others.length < MOST && length <= MOST_LENGTH) return;
  const oldest = others
    .map((one) => ({ ...one, age: keptObject(one.key)?.kept_at ?? 0 }))
    .sort((one, other) => one.age - other.age);
  while (oldest.length >= MOST || length > MOST_LENGTH) {
    const one = oldest.shift();
    if (!one) return;
    length -= one.length;
    forget(one.key);
  }
}
