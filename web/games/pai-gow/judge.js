// The referee of pai gow, for the verification of records: docs/TILES.md §3. It uses only the rules, and nothing from the server.

/**
 * @import { Replayed, ToReplay } from "../../tiles/judge.js"
 * @import { FinishedDeal, Seat } from "../../types/protocol.js"
 */

import { winnersOf } from "../../tiles/judge.js";
import { against, split, textOf, tilesOf } from "./rules.js";

/** The number of tiles in a stack. */
const STACK = 4;
/** The points that a player gets from the banker. */
const PAID = { win: 1, push: 0, lose: -1 };

/** The state of a pai gow match while it is replayed. */
class PaiGowMatch {
  /** @type {FinishedDeal[]} */
  deals = [];
  /** What each seat has laid. @type {Map<Seat, { low: string, high: string }>} */
  laid = new Map();

  /** @param {ToReplay} record */
  constructor({ seats, options, walls }) {
    this.seats = seats;
    this.walls = walls ?? [];
    this.last = seats * (options.rounds ?? 1);
    this.scores = Array.from({ length: seats }, () => 0);
  }

  get isOver() {
    return this.deals.length >= this.last;
  }

  /** @returns {Seat} */
  get banker() {
    return (this.seats - (this.deals.length % this.seats)) % this.seats;
  }

  /** The four tiles of each seat in this deal; null if the record has no wall for it. */
  get hands() {
    const wall = tilesOf(this.walls[this.deals.length] ?? "");
    if (!wall.length) return null;
    return this.scores.map((_, seat) => {
      const stack = (this.banker - seat + this.seats) % this.seats;
      return textOf(wall.slice(STACK * stack, STACK * (stack + 1)));
    });
  }

  /** The two hands of a split; null if the seat does not have these tiles. @param {Seat} seat @param {string} low */
  named(seat, low) {
    const rest = tilesOf(this.hands?.[seat] ?? "");
    const wanted = tilesOf(low);
    for (const tile of wanted) {
      const at = rest.indexOf(tile);
      if (at < 0) return null;
      rest.splice(at, 1);
    }
    return wanted.length === STACK / 2 && low.length === STACK && rest.length === STACK / 2
      ? split(wanted.concat(rest).join(""), low)
      : null;
  }

  /** @param {Seat} seat @param {{ low: string, high: string }} hands */
  lay(seat, hands) {
    this.laid.set(seat, hands);
    if (this.laid.size === this.seats) this.#turnUp();
  }

  /** All have split: each player's hands are compared with the banker's. */
  #turnUp() {
    const { banker } = this;
    const hands = this.scores.map((_, seat) => this.laid.get(seat) ?? { low: "", high: "" });
    const bank = hands[banker] ?? { low: "", high: "" };
    const results = hands.map((own, seat) => (seat === banker ? null : against(own, bank)));
    const points = results.map((result) => (result ? PAID[result] : 0));
    points[banker] = 0 - points.reduce((sum, change) => sum + change, 0);
    this.deals.push({
      banker,
      low: hands.map(({ low }) => low),
      high: hands.map(({ high }) => high),
      results,
      points,
    });
    this.scores = this.scores.map((score, seat) => score + (points[seat] ?? 0));
    this.laid = new Map();
  }
}

/** Replays a record of pai gow, from its walls and actions. @param {ToReplay} record @returns {Replayed} */
export function replay(record) {
  const match = new PaiGowMatch(record);
  const attempts = new Map();
  /** @type {Replayed["sealed"]} */
  const sealed = [];
  const isLegal = record.actions.every((action) => {
    const { seat } = action;
    const deal = match.deals.length;
    const attempt = attempts.get(`${deal} ${seat}`) ?? 0;
    if (match.isOver) return false;
    if (action.do === "split") {
      const hands = match.laid.has(seat) ? null : match.named(seat, action.low);
      if (!hands) return false;
      sealed.push({ deal, seat, attempt, text: hands.low });
      match.lay(seat, hands);
      return true;
    }
    attempts.set(`${deal} ${seat}`, attempt + 1);
    return action.do === "take_back" && match.laid.delete(seat);
  });
  const { scores, deals, isOver } = match;
  const waiting = scores.flatMap((_, seat) => (isOver || match.laid.has(seat) ? [] : [seat]));
  return {
    isLegal: isLegal && (isOver || match.hands !== null),
    isOver,
    begun: deals.length + (isOver ? 0 : 1),
    sealed,
    result: {
      waiting,
      scores,
      winners: isOver ? winnersOf(scores) : null,
      end: isOver ? "deals" : null,
      banker: isOver ? null : match.banker,
      hands: isOver ? null : match.hands,
      deals,
    },
  };
}
