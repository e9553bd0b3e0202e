// A finished match with everything open: from its record, also what was hidden while it was played.

/**
 * @import { MatchResult, Pieces, Record as MatchRecord, RoomEvent, Seat } from "../types/protocol.js"
 */

import { piecesInWords } from "../rules.js";
import { sorted, without } from "../tricksmatch.js";

/** Each seat's hand and its laid pieces, at one moment. */
export class Open {
  /** @param {string[]} hands @param {(string | null)[]} plays */
  constructor(hands, plays) {
    this.hands = hands;
    this.plays = plays;
  }

  /** A seat's hand in words. @param {Seat} seat */
  words(seat) {
    return piecesInWords(this.hands[seat] ?? "");
  }

  /**
   * A copy with one seat's hand and play changed.
   *
   * @param {Seat} seat
   * @param {Pieces} hand
   * @param {Pieces | null} play
   */
  with(seat, hand, play) {
    return new Open(this.hands.with(seat, sorted(hand)), this.plays.with(seat, play));
  }

  /** A copy in which nothing is laid. */
  turned() {
    return new Open(
      this.hands,
      this.plays.map(() => null),
    );
  }
}

/**
 * The events of a match as spectators saw them, each with the plays that were hidden, and with all hands and plays after it.
 *
 * @param {MatchRecord} record
 * @param {RoomEvent[]} events
 * @returns {{ event: RoomEvent, open: Open }[]}
 */
export function opened(record, events) {
  const { hands, tricks } = /** @type {MatchResult} */ (record.result);
  const laid = record.actions.filter((action) => action.do === "play");
  const nobody = Array(record.seats).fill(null);
  let open = new Open(Array(record.seats).fill(""), nobody);
  return events.map((event) => {
    if (event.do === "dealt" && hands) open = new Open(hands, nobody);
    if (event.do === "play") {
      // The record contains a seat's plays in the order in which they were laid, including those taken back.
      const [{ pieces } = { pieces: "" }] = laid.splice(
        laid.findIndex(({ seat }) => seat === event.seat),
        1,
      );
      open = open.with(event.seat, without(open.hands[event.seat] ?? "", pieces), pieces);
    }
    if (event.do === "take_back")
      open = open.with(event.seat, `${open.hands[event.seat] ?? ""}${open.plays[event.seat] ?? ""}`, null);
    if (event.do !== "trick") return { event, open };
    open = open.turned();
    return { event: { ...event, plays: tricks[event.trick]?.plays ?? event.plays }, open };
  });
}
