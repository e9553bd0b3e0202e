// The referee of dice games, for the verification of records: docs/TILES.md §5. It uses only the rules, and nothing from the server.

/**
 * @import { Replayed, ToReplay } from "../judge.js"
 * @import { DiceRound, Seat, Stake } from "../../types/protocol.js"
 */

import { TILES_RECORDS } from "../../verify/games.js";
import { winnersOf } from "../judge.js";
import { inOrder, settled, textOf } from "./rules.js";

/** The possible bets of a game, in the order of lists of bets. @param {string} variant @param {{ any_triple?: boolean }} options */
export const betsIn = (variant, options) => TILES_RECORDS.get(variant)?.bets?.(options) ?? [];

/** The state of a dice match while it is replayed. */
class DiceMatch {
  /** The number of rounds, including those in which nobody could bet. */
  #number = -1;
  /** @type {DiceRound[]} */
  rounds = [];
  /** @type {Seat[]} */
  betting = [];
  /** @type {Seat | null} */
  banker = null;
  /** @type {Map<Seat, Stake[]>} */
  bets = new Map();
  /** @type {"rounds" | "broke" | null} */
  end = null;

  /** @param {ToReplay} record */
  constructor({ variant, seats, options, throws }) {
    this.seats = seats;
    this.options = options;
    this.throws = throws ?? [];
    this.table = betsIn(variant, options);
    this.scores = Array.from({ length: seats }, () => options.stock ?? 0);
    this.#next();
  }

  /** Begins the next round in which somebody can bet, or ends the match. */
  #next() {
    const { bank, rounds = 1 } = this.options;
    const turns = bank === "turns";
    for (;;) {
      this.#number++;
      this.bets = new Map();
      this.banker = turns ? (this.seats - (this.#number % this.seats)) % this.seats : null;
      this.betting = this.scores.flatMap((score, seat) => (seat !== this.banker && score > 0 ? [seat] : []));
      if (this.#number >= rounds * (turns ? this.seats : 1)) return this.#over("rounds");
      if (this.betting.length) return;
      if (!turns) return this.#over("broke");
    }
  }

  /** @param {"rounds" | "broke"} end */
  #over(end) {
    this.end = end;
    this.betting = [];
    this.banker = null;
  }

  /** The seats whose decision is open. */
  get waiting() {
    return this.betting.filter((seat) => !this.bets.has(seat));
  }

  /** Whether bets are legal for a seat. @param {Seat} seat @param {Stake[]} bets */
  #isLegal(seat, bets) {
    const most = Math.min(this.options.limit ?? 0, this.scores[seat] ?? 0);
    const known = bets.every(({ on, points }) => points >= 1 && this.table.some((bet) => bet.on === on));
    const once = new Set(bets.map(({ on }) => on)).size === bets.length;
    return known && once && bets.reduce((sum, { points }) => sum + points, 0) <= most;
  }

  /** A seat bets; returns whether that is legal. @param {Seat} seat @param {Stake[]} bets */
  bet(seat, bets) {
    if (!this.waiting.includes(seat) || !this.#isLegal(seat, bets)) return false;
    this.bets.set(seat, inOrder(bets, this.table));
    return this.waiting.length > 0 || this.#throw();
  }

  /** Throws the dice; returns whether the record contains a throw. */
  #throw() {
    const dice = this.throws[this.rounds.length];
    if (!dice) return false;
    const results = this.scores.map((_, seat) => {
      const laid = this.bets.get(seat);
      return laid ? settled(laid, dice, this.table) : null;
    });
    const points = results.map((bets) => (bets ?? []).reduce((sum, { won }) => sum + won, 0));
    if (this.banker !== null) points[this.banker] = 0 - points.reduce((sum, change) => sum + change, 0);
    this.rounds.push({ banker: this.banker, dice, bets: results, points });
    this.scores = this.scores.map((score, seat) => score + (points[seat] ?? 0));
    this.#next();
    return true;
  }
}

/** Replays a record of dice, from its throws and actions. @param {ToReplay} record @returns {Replayed} */
export function replay(record) {
  const match = new DiceMatch(record);
  const attempts = new Map();
  /** @type {Replayed["sealed"]} */
  const sealed = [];
  const isLegal = record.actions.every((action) => {
    const { seat } = action;
    const deal = match.rounds.length;
    const attempt = attempts.get(`${deal} ${seat}`) ?? 0;
    if (action.do === "bet") {
      const text = textOf(inOrder(action.bets, match.table));
      sealed.push({ deal, seat, attempt, text });
      return match.bet(seat, action.bets);
    }
    attempts.set(`${deal} ${seat}`, attempt + 1);
    return action.do === "take_back" && match.bets.delete(seat);
  });
  const { scores, banker, rounds, end, waiting } = match;
  return {
    isLegal,
    isOver: end !== null,
    begun: rounds.length,
    sealed,
    result: { waiting, scores, winners: end && winnersOf(scores), end, banker, rounds },
  };
}
