// Playing at a table over a program's own connection, with entropy and receipts. Where a program of its own is enough, `giog bot run` does all
// this and more; this is for programs that also do other things.

/**
 * @import { MatchId, NextMatch, Now, Receipt, RoomEvent, RoomId, Seat, Snapshot, StandReason } from "../types/protocol.js"
 * @import { Connection, Fields, Reply, RequestType, Told } from "./connection.js"
 * @import { Asked, Play } from "./program.js"
 */

import { messages } from "./messages.js";
import { fallback } from "./program.js";
import { Receipts } from "./receipts.js";
import { Refusal } from "./refusal.js";

/** Reasons for which a seat is lost that may be taken again: this program was away, or too late. @type {(StandReason | undefined)[]} */
const COMES_BACK_AFTER = ["gone", "not_ready", "not_opened"];
/** Refusals after which what follows tells what to do: the match, the seat or the decision is another one by now. */
const OVERTAKEN = [
  "already",
  "stale_match",
  "no_entropy_awaited",
  "not_seated",
  "match_running",
  "not_your_turn",
  "no_match",
  "turn_ahead",
  "connection_lost",
];

/**
 * A seat at one table, which plays match after match.
 *
 *     for await (const receipt of new Table(connection, room, play).matches()) console.log(receipt.match_id);
 *
 * `play` gets a `turn`, exactly as a program under `giog bot run` does, and returns an action.
 */
export class Table {
  /** One's seat. @type {Seat | null} */
  seat = null;
  /** The last outcome: the event `over` or `ended`. @type {Extract<RoomEvent, { do: "over" | "ended" }> | null} */
  outcome = null;
  /** @type {NextMatch | null} */
  #next = null;
  /** @type {MatchId | undefined} */
  #match;
  /** The match and the seat for which it is ready. */
  #readyFor = "";
  /** The match and the turn that were answered last. */
  #answered = "";

  /**
   * @param {Connection} connection
   * @param {RoomId} room
   * @param {Play} play
   * @param {Receipts} [receipts] where receipts are kept; otherwise each is forgotten when it was given
   */
  constructor(connection, room, play, receipts) {
    this.connection = connection;
    this.room = room;
    this.play = play;
    this.receipts = receipts ?? new Receipts(this.#own);
  }

  /** @type {Map<MatchId, any>} */
  #own = new Map();

  /**
   * Takes a seat and plays. Gives the receipt of each finished match; it is `late` if this program was not there from the beginning. Ends when
   * the room is left. Throws a `Dishonesty` if the server does not prove what it must, and a `Refusal` if it lets one do nothing more.
   *
   * @returns {AsyncGenerator<Receipt, void, void>}
   */
  async *matches() {
    const told = messages(this.connection, this.room);
    let hasSat = false;
    await this.connection.insist("join", { room: this.room });
    for await (const message of told) {
      if (message.type === "left") return;
      const before = this.#match;
      this.#follow(message);
      const opens = this.receipts.heard(message, { you: this.seat, next: this.#next, match_id: before ?? this.#match });
      if (opens) await this.#send("open_entropy", { room: this.room, ...opens });
      if (message.type === "snapshot" && this.seat === null && !hasSat) {
        hasSat = true;
        await this.#send("sit", { room: this.room });
      }
      if (message.type === "event") {
        const { event } = message;
        if (event.do === "stood" && COMES_BACK_AFTER.includes(event.reason) && this.#wasMine)
          await this.#send("sit", { room: this.room });
        if (event.do === "finished" || event.do === "abandoned") {
          const receipt = this.receipts.receipt(event.match_id);
          if (receipt) yield plain(receipt);
          this.#own.delete(event.match_id);
        }
      }
      if (message.type === "now") await this.#now(message);
    }
  }

  /** Whether the last event took this program's seat away. */
  #wasMine = false;

  /** What a message says of the seat and the match. @param {Told} message */
  #follow(message) {
    if (message.type === "snapshot") this.#whole(message);
    else if (message.type === "event") this.#happened(message.event);
  }

  /** @param {Pick<Snapshot, "you" | "state" | "match">} snapshot */
  #whole({ you, state, match }) {
    this.seat = you;
    this.#next = state.next;
    this.#match = match?.start.match_id;
    if (you === null || !state.seats[you]?.ready) this.#readyFor = "";
  }

  /** @param {RoomEvent} event */
  #happened(event) {
    this.#wasMine = event.do === "stood" && event.seat === this.seat;
    switch (event.do) {
      case "sat":
        if ("player" in event.occupant && event.occupant.player === this.connection.welcome?.player)
          this.seat = event.seat;
        break;
      case "stood":
        if (this.#wasMine) {
          this.seat = null;
          this.#readyFor = "";
        }
        break;
      case "next":
        this.#next = event;
        break;
      case "configured":
      case "cancelled":
        this.#readyFor = "";
        break;
      case "start":
        this.#match = event.match_id;
        this.#next = null;
        break;
      case "over":
      case "ended":
        this.outcome = event;
        break;
      case "finished":
      case "abandoned":
        this.#match = undefined;
    }
  }

  /** Gets ready, or answers the decision that is open. @param {Pick<Now, "you">} now */
  async #now({ you }) {
    const [next, seat] = [this.#next, this.seat];
    const ready = `${next?.match_id} ${seat}`;
    if (next && seat !== null && this.#readyFor !== ready) {
      this.#readyFor = ready;
      const answer = await this.receipts.ready(next, seat, (fields) =>
        this.#send("ready", { room: this.room, ...fields }),
      );
      if (!answer) this.#readyFor = "";
    }
    const asked = `${this.#match} ${you?.turn}`;
    if (!you?.decision?.must || !this.#match || this.#answered === asked) return;
    this.#answered = asked;
    if (!(await this.#act())) this.#answered = "";
  }

  async #act() {
    const reply = await this.#send("turn", { room: this.room });
    if (!reply) return null;
    const { turn } = reply;
    const action = (await this.play(/** @type {Asked} */ (turn))) ?? fallback(turn.decision);
    const act = { room: this.room, ...action, turn: turn.turn, match_id: turn.match };
    return this.#send("act", /** @type {Fields<"act">} */ (act));
  }

  /**
   * The reply; null if the request came too late: what follows tells what to do.
   *
   * @template {RequestType} Type
   * @param {Type} type
   * @param {Fields<Type>} fields
   * @returns {Promise<Reply<Type> | null>}
   */
  async #send(type, fields) {
    try {
      return await this.connection.insist(type, fields);
    } catch (refusal) {
      if (refusal instanceof Refusal && OVERTAKEN.includes(refusal.code)) return null;
      throw refusal;
    }
  }
}

/** A receipt as `giog verify --receipt` reads it. @param {Receipt} receipt @returns {Receipt} */
function plain({ match_id, seed_commitment, seat, entropy, start_signature, commitments, late }) {
  return { match_id, seed_commitment, seat, entropy, start_signature, commitments, ...(late && { late }) };
}
