// What this browser keeps of each match, so that nobody can change it later without its showing: docs/PROTOCOL.md, Receipts.
//
// Here too is the entropy that goes into each shuffle, and what is checked while playing: none of it ever fails with an
// honest server. Everything is kept in this browser, a match under its id, the last ones of them.

/**
 * @import { Commitment, EntropyCommitment, MatchId, MatchStart, MatchState, NextMatch, Receipt, RoomEvent } from "./types/protocol.js"
 * @import { SealLabel, Seat } from "./types/protocol.js"
 */

import { entropyCommitment, hiddenCommitment, place, seedCommitment } from "./commitments.js";
import { hex } from "./sha256.js";
import { forget, keep, keptKeys, keptObject, lengthKept } from "./storage.js";

/**
 * A receipt as it is kept here.
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

/** Matches whose receipts are kept. */
const MOST = 100;
/**
 * How many characters those of earlier matches may have: one of mahjong has some 100,000 or more, and browsers keep 2.5 million or more of
 * one address, among which there must be room for this match and for all else.
 */
const MOST_LENGTH = 2_000_000;
const ENTROPY_BYTES = 32;
const PREFIX = "giog.receipt.";

/**
 * What an honest server does not do, its message being the rest of a text's key after `distrust.`; every other error is a fault
 * of the page, or a frame that makes no sense.
 */
export class Dishonesty extends Error {}

const now = () => Date.now();

/** The receipt of a match, or null. @param {MatchId} match_id @returns {Kept | null} */
export const receipt = (match_id) => keptObject(PREFIX + match_id);

/**
 * Begins a receipt before one is ready; gives what `ready` is to say. The same again for the same match and seat. Entropy that was
 * opened is never committed to again: for a start that was cancelled there is new entropy, and for one that goes on none.
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
 * Notes whether the server has this browser's commitment, as it says: from then on it must not leave it out. It has not where
 * the match had begun already, or where another device of the same player got ready after this one.
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
 * Takes down what an event says. Gives the entropy that is to be opened now, or null; throws where a check fails.
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
  for (const { nonce, ...commitment } of sealsOf(event)) {
    const before = kept.commitments.find((one) => at(one, commitment));
    check(!before || same(before, commitment), "commitment");
    if (before) continue;
    // A window that was behind may tell of a deal before those that another one has taken down already.
    const later = kept.commitments.findIndex((one) => Number(dealOf(one)) > Number(dealOf(commitment)));
    kept.commitments.splice(later < 0 ? kept.commitments.length : later, 0, commitment);
    save({ ...kept, seq: Math.max(kept.seq ?? 0, seq) });
  }
  for (const opened of ("opened" in event && event.opened) || []) {
    const sealed = kept.commitments.find((one) => at(one, opened));
    // At the end also what was taken back in deals that were over before a snapshot, which has only those of the last one.
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

/** What was committed to with an event. @param {RoomEvent} event */
const sealsOf = (event) => [
  ...("sealed" in event && event.sealed ? [event.sealed] : []),
  ...(("seals" in event && event.seals) || []),
];

/**
 * Takes down the commitments to entropy that were published, which do not change afterwards. Gives the entropy to be opened, where
 * they have this browser's.
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
 * Takes the commitments to entropy of a snapshot. Gives the entropy that is to be opened, or null: as where neither the snapshot
 * nor the receipt has them, since whoever opens before they are published tells the server first.
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
 * Takes the start of a match. What stood in a receipt before it must stand in it too. Whoever gave no entropy here begins a
 * receipt with it: `late`, since what was before is the server's word.
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
  // Somebody who was ready, and then got up.
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
 * Takes the start and the commitments of a snapshot, where those that are kept are all among them: of the deals that it tells of,
 * and if the snapshot is not older than what another window of this browser has kept.
 *
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

/** The deal that a label is of, in games that have several; null in the others. @param {SealLabel} label */
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

/** Lets the oldest receipts go where there are too many, or too long ones. @param {string} newest the key of the one that has just begun */
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
