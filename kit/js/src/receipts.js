// The receipts of one's matches, so that nobody can change a match later without being noticed: docs/PROTOCOL.md, Receipts.
//
// This module also makes the entropy for each shuffle, and checks the server's messages during a match; with an honest server no check
// fails.

/**
 * @import { Commitment, EntropyCommitment, MatchId, MatchStart, MatchState, NextMatch, Receipt, RoomEvent } from "../types/protocol.js"
 * @import { SealLabel, SealView, Seat, ServerMessage } from "../types/protocol.js"
 */

import { entropyCommitment, hiddenCommitment, place, seedCommitment } from "./commitments.js";
import { hex } from "./sha256.js";

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
 * @property {number} [seq] that of the last event or snapshot whose commitments are kept, in whichever window of a browser
 */

const ENTROPY_BYTES = 32;

/**
 * Where receipts are kept, by the ids of their matches; a `Map` keeps them as long as the program runs.
 *
 * @typedef {object} Store
 * @property {(match_id: MatchId) => Kept | null | undefined} get
 * @property {(match_id: MatchId, kept: Kept) => unknown} set
 * @property {(match_id: MatchId) => unknown} delete
 */

/**
 * The server did something that an honest server never does. The message is a word for what: `commitment`, `seed`, `opened`, … All other
 * errors are bugs, or unreadable frames.
 */
export class Dishonesty extends Error {}

/** The receipts of one's matches in a store. */
export class Receipts {
  #kept;
  /** Matches for which this program gets ready, but whose event has not come yet. @type {Set<MatchId>} */
  #readying = new Set();

  /** @param {Store} [store] */
  constructor(store = new Map()) {
    this.#kept = store;
  }

  /** The receipt of a match, or null. @param {MatchId} match_id */
  receipt(match_id) {
    return this.#kept.get(match_id) ?? null;
  }

  /**
   * Begins a receipt before the player gets ready; returns the commitment for `ready`. For the same match and seat it is the same again.
   * Entropy that was opened is never committed to again: after a cancelled start there is new entropy, and for a start that continues there
   * is none.
   *
   * @param {NextMatch} next
   * @param {Seat} seat
   */
  prepare({ match_id, seed_commitment }, seat) {
    let kept = this.receipt(match_id);
    if (kept?.start_signature || (kept?.opened && !kept.cancelled)) return { match_id };
    if (kept?.seat !== seat || kept.cancelled) {
      const entropy = hex(crypto.getRandomValues(new Uint8Array(ENTROPY_BYTES)));
      kept = { match_id, seed_commitment, seat, entropy, start_signature: "", commitments: [], kept_at: Date.now() };
      this.#save(kept);
    }
    return { match_id, entropy_commitment: committed(kept) };
  }

  /**
   * Notes whether the server has acknowledged one's commitment: from then on the server must not leave it out. It has not if the
   * match had already begun, or if another device of the same player got ready after this one.
   *
   * @param {MatchId} match_id
   * @param {boolean} acknowledged
   */
  acknowledge(match_id, acknowledged) {
    const kept = this.receipt(match_id);
    if (kept) this.#save({ ...kept, acknowledged });
  }

  /**
   * Processes an event. Returns the entropy that must be opened now, or null; throws if a check fails.
   *
   * @param {RoomEvent} event
   * @param {MatchId | undefined} match_id the match it belongs to, if any
   * @param {Seat | null} you the seat that the reader has
   * @param {number} seq the event's
   */
  took(event, match_id, you, seq) {
    if (!match_id) return null;
    if (event.do === "start") {
      this.#tookStart(event, you);
      return null;
    }
    const kept = this.receipt(match_id);
    if (!kept) return null;
    if (event.do === "committed") return this.#tookCommitted(kept, event.entropy_commitments, you);
    this.#tookSeals(kept, sealsOf(event), seq);
    for (const opened of ("opened" in event && event.opened) || []) {
      const sealed = kept.commitments.find((one) => at(one, opened));
      // At the end, this may also contain what was taken back in deals before the snapshot, which contains only the last deal.
      const mayLack = kept.late || (event.do === "ended" && dealOf(opened) !== null);
      const fits = sealed?.commitment === hiddenCommitment(match_id, opened, opened.nonce, opened.text);
      check(fits || (!sealed && mayLack), "opened");
    }
    if ("server_seed" in event) {
      check(seedCommitment(match_id, event.server_seed) === kept.seed_commitment, "seed.opened");
      if (event.do === "cancelled") this.#save({ ...kept, cancelled: true });
    }
    return null;
  }

  /**
   * Adds the commitments of an event to a receipt. The receipt may be long, so it is stored once for all of them. Throws afterwards if one of
   * them was exchanged, so that the others are kept.
   *
   * @param {Kept} kept
   * @param {SealView[]} seals
   * @param {number} seq the event's
   */
  #tookSeals(kept, seals, seq) {
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
    if (kept.commitments.length > known) this.#save({ ...kept, seq: Math.max(kept.seq ?? 0, seq) });
    check(!isExchanged, "commitment");
  }

  /**
   * Stores the published commitments to entropy, which must not change afterwards. Returns the entropy to open if they contain
   * one's own.
   *
   * @param {Kept} kept
   * @param {EntropyCommitment[]} published
   * @param {Seat | null} you
   */
  #tookCommitted(kept, published, you) {
    checkPublished(kept, published);
    const isIn = kept.seat === you && published[you] === committed(kept);
    this.#save({ ...kept, entropy_commitments: published, ...(isIn && { opened: true }) });
    check(isIn || kept.seat !== you || !kept.acknowledged, "entropy");
    return isIn ? kept.entropy : null;
  }

  /**
   * Processes the commitments to entropy in a snapshot. Returns the entropy that must be opened, or null: also if neither the snapshot nor
   * the receipt has them, because entropy must not be opened before the commitments are published.
   *
   * @param {NextMatch} next
   * @param {EntropyCommitment[] | null | undefined} published
   * @param {Seat | null} you
   */
  tookOpening({ match_id }, published, you) {
    const kept = this.receipt(match_id);
    const commitments = published ?? kept?.entropy_commitments;
    return kept && commitments ? this.#tookCommitted(kept, commitments, you) : null;
  }

  /**
   * Processes the start of a match. Everything that the receipt already contains must be in it. For a player without entropy from
   * here, the receipt begins here: it is `late`, because what was before is only the server's word.
   *
   * @param {MatchStart} start
   * @param {Seat | null} you
   */
  #tookStart(start, you) {
    const { match_id, seed_commitment, entropy_commitments, entropy, start_signature } = start;
    const opens = (/** @type {EntropyCommitment} */ one, /** @type {Seat} */ seat) =>
      one === (entropy[seat] ? entropyCommitment(start, seat, entropy[seat]) : "");
    check(entropy.length === entropy_commitments.length && entropy_commitments.every(opens), "entropies");
    let kept = this.receipt(match_id);
    // The player was ready, and then stood up.
    if (kept && !kept.start_signature && kept.seat !== you) {
      this.#kept.delete(match_id);
      kept = null;
    }
    const given = (you !== null && entropy[you]) || "";
    if (!kept) {
      if (you !== null)
        this.#save({
          match_id,
          seed_commitment,
          seat: you,
          entropy: given,
          start_signature,
          commitments: [],
          late: true,
          kept_at: Date.now(),
        });
      return;
    }
    check(kept.seed_commitment === seed_commitment, "seed");
    checkPublished(kept, entropy_commitments);
    if (kept.start_signature) return check(kept.start_signature === start_signature, "start");
    const others = given !== kept.entropy;
    check(!others || !kept.acknowledged, "entropy");
    this.#save({ ...kept, entropy: given, start_signature, ...(others && { late: true }) });
  }

  /**
   * Processes the start and the commitments in a snapshot, if it contains all stored commitments of its deals, and is not older than what
   * another window of a browser has stored.
   * @param {MatchState | null} match
   * @param {number} seq the snapshot's
   */
  tookSnapshot(match, seq) {
    if (!match) return;
    this.#tookStart(match.start, match.view.you ?? null);
    const kept = this.receipt(match.start.match_id);
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
    this.#save({ ...kept, commitments: [...others, ...commitments], seq });
  }

  /**
   * Gets ready for a match with own entropy: `send` sends `ready` with the fields that it is given. Returns its answer; null if it came too
   * late, as at a table that quick play has filled: then the match has no entropy of this player.
   *
   * @template Answer
   * @param {NextMatch} next
   * @param {Seat} seat
   * @param {(fields: ReturnType<Receipts["prepare"]>) => Promise<Answer>} send
   * @param {boolean} [again] whether the server knows already that one is ready, and has acknowledged it
   */
  async ready(next, seat, send, again = false) {
    const { match_id } = next;
    if (!again) this.#readying.add(match_id);
    try {
      const answer = await send(this.prepare(next, seat));
      if (answer === null) this.#readying.delete(match_id);
      else this.acknowledge(match_id, true);
      return answer;
    } catch (refusal) {
      this.#readying.delete(match_id);
      throw refusal;
    }
  }

  /**
   * Processes a message about a room that is new. Returns the entropy that must be opened now, with its match, or null; throws if a check
   * fails.
   *
   * @param {ServerMessage} message
   * @param {{ you: Seat | null, next?: NextMatch | null, match_id?: MatchId | undefined }} seen after it: one's seat, the next match, and the one that it is about
   */
  heard(message, { you, next, match_id: playing }) {
    if (message.type === "snapshot") {
      this.tookSnapshot(message.match, message.seq);
      const { phase, next: opening, entropy_commitments } = message.state;
      if (phase !== "opening" || !opening) return null;
      return opened(opening.match_id, this.tookOpening(opening, entropy_commitments, you));
    }
    if (message.type !== "event") return null;
    const { event, seq } = message;
    // If this program did not get ready, another device of the same player did.
    if (event.do === "ready" && event.seat === you && next && !this.#readying.delete(next.match_id))
      this.acknowledge(next.match_id, false);
    const match_id = "match_id" in event ? event.match_id : playing;
    return opened(match_id, this.took(event, match_id, you, seq));
  }

  /** @param {Kept} kept */
  #save(kept) {
    this.#kept.set(kept.match_id, kept);
  }
}

/** @param {MatchId | undefined} match_id @param {string | null} entropy */
const opened = (match_id, entropy) => (match_id && entropy ? { match_id, entropy } : null);

/** @param {Kept} kept */
const committed = (kept) => entropyCommitment(kept, kept.seat, kept.entropy);

/** The commitments in an event. @param {RoomEvent} event */
const sealsOf = (event) => [
  ...("sealed" in event && event.sealed ? [event.sealed] : []),
  ...(("seals" in event && event.seals) || []),
];

/** @param {Kept} kept @param {EntropyCommitment[]} published */
function checkPublished({ entropy_commitments: before }, published) {
  check(!before || before.join() === published.join(), "commitment");
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
