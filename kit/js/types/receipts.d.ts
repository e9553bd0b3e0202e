import type { EntropyCommitment, MatchId, MatchState, NextMatch, Receipt, RoomEvent } from "../types/protocol.js";
import type { Seat, ServerMessage } from "../types/protocol.js";
export type Kept = Receipt & KeptToo;
export type KeptToo = {
    /**
     * when it was begun
     */
    kept_at: number;
    /**
     * whether the server has said that it has the commitment
     */
    acknowledged?: boolean;
    /**
     * everybody's, as they were first published
     */
    entropy_commitments?: EntropyCommitment[];
    /**
     * whether the entropy was given out, so that it is no secret any more
     */
    opened?: boolean;
    /**
     * whether the start was cancelled
     */
    cancelled?: boolean;
    /**
     * that of the last event or snapshot whose commitments are kept, in whichever window of a browser
     */
    seq?: number;
};
export type Store = {
    get: (match_id: MatchId) => Kept | null | undefined;
    set: (match_id: MatchId, kept: Kept) => unknown;
    delete: (match_id: MatchId) => unknown;
};
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
export declare class Dishonesty extends Error {
}
/** The receipts of one's matches in a store. */
export declare class Receipts {
    #private;
    /** @param {Store} [store] */
    constructor(store?: Store);
    /** The receipt of a match, or null. @param {MatchId} match_id */
    receipt(match_id: MatchId): Kept | null;
    /**
     * Begins a receipt before the player gets ready; returns the commitment for `ready`. For the same match and seat it is the same again.
     * Entropy that was opened is never committed to again: after a cancelled start there is new entropy, and for a start that continues there
     * is none.
     *
     * @param {NextMatch} next
     * @param {Seat} seat
     */
    prepare({ match_id, seed_commitment }: NextMatch, seat: Seat): {
        match_id: string;
        entropy_commitment?: undefined;
    } | {
        match_id: string;
        entropy_commitment: string;
    };
    /**
     * Notes whether the server has acknowledged one's commitment: from then on the server must not leave it out. It has not if the
     * match had already begun, or if another device of the same player got ready after this one.
     *
     * @param {MatchId} match_id
     * @param {boolean} acknowledged
     */
    acknowledge(match_id: MatchId, acknowledged: boolean): void;
    /**
     * Processes an event. Returns the entropy that must be opened now, or null; throws if a check fails.
     *
     * @param {RoomEvent} event
     * @param {MatchId | undefined} match_id the match it belongs to, if any
     * @param {Seat | null} you the seat that the reader has
     * @param {number} seq the event's
     */
    took(event: RoomEvent, match_id: MatchId | undefined, you: Seat | null, seq: number): string | null;
    /**
     * Processes the commitments to entropy in a snapshot. Returns the entropy that must be opened, or null: also if neither the snapshot nor
     * the receipt has them, because entropy must not be opened before the commitments are published.
     *
     * @param {NextMatch} next
     * @param {EntropyCommitment[] | null | undefined} published
     * @param {Seat | null} you
     */
    tookOpening({ match_id }: NextMatch, published: EntropyCommitment[] | null | undefined, you: Seat | null): string | null;
    /**
     * Processes the start and the commitments in a snapshot, if it contains all stored commitments of its deals, and is not older than what
     * another window of a browser has stored.
     * @param {MatchState | null} match
     * @param {number} seq the snapshot's
     */
    tookSnapshot(match: MatchState | null, seq: number): void;
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
    ready<Answer>(next: NextMatch, seat: Seat, send: (fields: ReturnType<Receipts["prepare"]>) => Promise<Answer>, again?: boolean): Promise<Answer>;
    /**
     * Processes a message about a room that is new. Returns the entropy that must be opened now, with its match, or null; throws if a check
     * fails.
     *
     * @param {ServerMessage} message
     * @param {{ you: Seat | null, next?: NextMatch | null, match_id?: MatchId | undefined }} seen after it: one's seat, the next match, and the one that it is about
     */
    heard(message: ServerMessage, { you, next, match_id: playing }: {
        you: Seat | null;
        next?: NextMatch | null;
        match_id?: MatchId | undefined;
    }): {
        match_id: string;
        entropy: string;
    } | null;
}
