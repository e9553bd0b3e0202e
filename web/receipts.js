// What this browser keeps of each match, so that nobody can change it later without its showing: docs/PROTOCOL.md, Receipts.
//
// Here too is the entropy that goes into each shuffle, and what is checked while playing: none of it ever fails with an
// honest server. Everything is kept in `localStorage`, a match under its id, the last ones of them.

/**
 * @import { Commitment, MatchId, MatchState, NextMatch, OpenedSeal, Receipt, RoomEvent, SealLabel, Seat } from "./types/protocol.js"
 */

import { sha256 } from "./sha256.js";

/**
 * A receipt as it is kept here, with when it was begun, and whether that was in the middle of the match.
 * @typedef {Receipt & { kept_at: number }} Kept
 */

/** Matches whose receipts are kept. */
const MOST = 100;
const ENTROPY_BYTES = 32;
const PREFIX = "giog.receipt.";

/** @param {MatchId} match_id */
const id = (match_id) => ({ hex: match_id.replaceAll("-", "") });
const now = () => Date.now();

/** The receipt of a match, or null. @param {MatchId} match_id @returns {Kept | null} */
export function receipt(match_id) {
  return read(PREFIX + match_id);
}

/** @param {string} key @returns {Kept | null} */
function read(key) {
  const text = localStorage.getItem(key);
  return text ? JSON.parse(text) : null;
}

/**
 * Begins a receipt before one is ready; gives what `ready` is to say. The same again for the same match and seat.
 *
 * @param {NextMatch} next
 * @param {Seat} seat
 */
export function prepare({ match_id, seed_commitment }, seat) {
  let kept = receipt(match_id);
  if (kept?.seat !== seat) {
    const bytes = crypto.getRandomValues(new Uint8Array(ENTROPY_BYTES));
    const entropy = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    kept = { match_id, seed_commitment, seat, entropy, start_signature: "", commitments: [], kept_at: now() };
    keep(kept);
  }
  return { match_id, entropy_commitment: committed(kept) };
}

/** @param {Kept} kept */
const committed = ({ match_id, seat, entropy }) => sha256("giog/entropy/v1", id(match_id), seat, { hex: entropy });

/**
 * Takes down what an event says. Gives the entropy that is to be opened now, or null; throws where a check fails.
 *
 * @param {RoomEvent} event
 * @param {MatchId} [match_id] the match it belongs to, if any
 */
export function took(event, match_id) {
  const kept = match_id && receipt(match_id);
  if (!kept) return null;
  if (event.do === "committed") {
    check(event.entropy_commitments[kept.seat] === committed(kept), "your commitment to entropy was exchanged");
    return kept.entropy;
  }
  if (event.do === "start") {
    check(event.seed_commitment === kept.seed_commitment, "the server exchanged its seed");
    const given = event.entropy[kept.seat];
    check(given === "" || given === kept.entropy, "your entropy was exchanged");
    keep({ ...kept, entropy: given, start_signature: event.start_signature });
  }
  if ("sealed" in event && event.sealed) {
    const { nonce, ...commitment } = event.sealed;
    if (!kept.commitments.some((one) => same(one, commitment))) {
      keep({ ...kept, commitments: [...kept.commitments, commitment] });
    }
  }
  for (const opened of ("opened" in event && event.opened) || []) {
    const sealed = kept.commitments.find((one) => at(one, opened));
    check(!sealed || sealed.commitment === commitmentOf(match_id, opened), "what was turned up is not what was laid");
  }
  if ("server_seed" in event) {
    const fits = sha256("giog/seed/v1", id(match_id), { hex: event.server_seed }) === kept.seed_commitment;
    check(fits, "the seed is not the one committed to");
  }
  return null;
}

/**
 * Takes the commitments of a snapshot, where those that are kept are all among them. A player whose receipt is in another
 * browser begins one here: `late`, since what was before the snapshot is the server's word.
 *
 * @param {MatchState | null} match
 */
export function tookSnapshot(match) {
  if (!match) return;
  const kept = receipt(match.start.match_id) ?? late(match);
  if (!kept) return;
  const commitments = match.commitments.map(({ nonce, ...commitment }) => commitment);
  const all = kept.commitments.every((one) => commitments.some((other) => same(one, other)));
  check(all, "a commitment that was published is gone");
  keep({ ...kept, start_signature: match.start.start_signature, commitments });
}

/** @param {MatchState} match @returns {Kept | null} */
function late({ start, view }) {
  if (view.you == null) return null;
  const { match_id, seed_commitment, entropy, start_signature } = start;
  return { match_id, seed_commitment, seat: view.you, entropy: entropy[view.you] ?? "", start_signature, commitments: [], late: true, kept_at: now() };
}

/** The numbers of what was laid or thrown, as they are hashed. @param {SealLabel} label */
const place = (label) => ("round" in label ? [label.round, label.seat] : [label.trick, label.seat, label.attempt]);
/** @param {SealLabel} one @param {SealLabel} other */
const at = (one, other) => place(one).join() === place(other).join();
/** @param {Commitment} one @param {Commitment} other */
const same = (one, other) => at(one, other) && one.commitment === other.commitment;

/** @param {MatchId} match_id @param {OpenedSeal} opened */
function commitmentOf(match_id, opened) {
  const domain = "round" in opened ? "giog/throw/v1" : "giog/lay/v1";
  return sha256(domain, id(match_id), ...place(opened), { hex: opened.nonce }, opened.text);
}

/** @param {boolean} holds @param {string} what @returns {asserts holds} */
function check(holds, what) {
  if (!holds) throw new Error(what);
}

/** @param {Kept} kept */
function keep(kept) {
  localStorage.setItem(PREFIX + kept.match_id, JSON.stringify(kept));
  const all = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  if (all.length <= MOST) return;
  const age = (/** @type {string} */ key) => read(key)?.kept_at ?? 0;
  const [oldest] = all.sort((a, b) => age(a) - age(b));
  if (oldest) localStorage.removeItem(oldest);
}
