// The order of the pieces on the rack: as the person has arranged them, stored for the match through tricks, take-backs and reloads. A
// piece that is laid keeps its place, and gets it again when it is taken back.

/**
 * @import { MatchId, Pieces } from "../types/protocol.js"
 */

/** @typedef {"strength" | "colour"} Order how a rack is sorted */

import { STRENGTH, sorted } from "../tricksmatch.js";
import { forget, keep, keptObject } from "../storage.js";

/** The storage key of the last arrangement, with its match. */
const KEPT = "giog.rack";

/** @param {string} code */
const isRed = (code) => code === code.toUpperCase();

/** The sort orders. @type {Record<Order, (a: Held, b: Held) => number>} */
const SORTED = {
  strength: (a, b) => STRENGTH.indexOf(a.code) - STRENGTH.indexOf(b.code),
  colour: (a, b) => Number(isRed(b.code)) - Number(isRed(a.code)) || SORTED.strength(a, b),
};

/** @typedef {{code: string, key: string}} Held a piece of the hand; the key tells equal ones apart, and stays */

export class Rack {
  /** All pieces that were dealt, in the order of the rack, including laid ones. @type {Held[]} */
  #places = [];
  /** The keys of laid pieces, the latest last. @type {string[]} */
  #laid = [];
  /** @type {MatchId | null} */
  #match = null;
  /** The sort order; null if the person has arranged the pieces. @type {Order | null} */
  order = null;
  /** The most pieces that were held at once in this match: the tray keeps the size that they need. */
  size = 0;

  /**
   * The pieces of the hand in their order. `leaving` are the keys of those that are being laid; equal pieces stay.
   *
   * @param {MatchId} match
   * @param {Pieces} hand
   * @param {Order} order
   * @param {Set<string>} [leaving]
   */
  held(match, hand, order, leaving = new Set()) {
    if (this.#match !== match) this.#begin(match, order);
    this.#follow(hand ?? "", leaving);
    const standing = this.#standing();
    this.size = Math.max(this.size, standing.length);
    return standing;
  }

  /** @param {MatchId} match @param {Order} order */
  #begin(match, order) {
    this.#match = match;
    this.#laid = [];
    this.#places = [];
    this.size = 0;
    const kept = keptObject(KEPT);
    if (kept?.match === match) this.#add(kept.order);
    // Pieces that were laid before the page was loaded are removed when the hand is compared.
    this.order = kept?.match === match ? null : order;
  }

  /** @param {Iterable<string>} codes */
  #add(codes) {
    for (const code of codes) {
      const n = this.#places.filter((place) => place.code === code).length;
      this.#places.push({ code, key: `${code}${n}` });
    }
  }

  #standing() {
    return this.#places.filter(({ key }) => !this.#laid.includes(key));
  }

  /** Removes and puts back pieces until the rack matches the hand. @param {Pieces} hand @param {Set<string>} leaving */
  #follow(hand, leaving) {
    for (const code of STRENGTH) {
      const wanted = [...hand].filter((one) => one === code).length;
      const standing = this.#standing().filter((place) => place.code === code);
      const going = [
        ...standing.filter(({ key }) => leaving.has(key)),
        ...standing.filter(({ key }) => !leaving.has(key)).toReversed(),
      ];
      this.#laid.push(...going.slice(0, Math.max(0, standing.length - wanted)).map(({ key }) => key));
      for (let missing = wanted - standing.length; missing > 0; missing--) this.#back(code);
    }
  }

  /**
   * Puts a piece back to its former place; a new one gets the place of the sort order.
   *
   * @param {string} code
   */
  #back(code) {
    const at = this.#laid.findLastIndex((key) => key.startsWith(code));
    if (at >= 0) {
      this.#laid.splice(at, 1);
      return;
    }
    this.#add([code]);
    if (this.order) this.#places.sort(SORTED[this.order]);
  }

  /** Sorts all pieces, and forgets the arrangement. @param {Order} order */
  sort(order) {
    this.order = order;
    this.#places.sort(SORTED[order]);
    forget(KEPT);
  }

  /**
   * Moves a piece to another place on the rack; returns its place, from 0.
   *
   * @param {string} key
   * @param {number} to
   */
  move(key, to) {
    const standing = this.#standing();
    const from = standing.findIndex((piece) => piece.key === key);
    const place = Math.max(0, Math.min(to, standing.length - 1));
    if (from < 0 || from === place) return from;
    const [piece] = this.#places.splice(
      this.#places.findIndex((one) => one.key === key),
      1,
    );
    const neighbour = standing[place];
    if (!piece || !neighbour) return from;
    this.#places.splice(this.#places.indexOf(neighbour) + (place > from ? 1 : 0), 0, piece);
    this.order = null;
    keep(KEPT, JSON.stringify({ match: this.#match, order: this.#places.map(({ code }) => code).join("") }));
    return place;
  }
}

/** The pieces of a hand that cannot be arranged, the strongest first. @param {Pieces} hand @returns {Held[]} */
export function plain(hand) {
  return [...sorted(hand)].map((code, i) => ({ code, key: `${code}${i}` }));
}

/** The chosen pieces, as a text. @param {Held[] | null} held @param {Set<string>} chosen */
export const chosenPieces = (held, chosen) =>
  sorted(
    (held ?? [])
      .filter(({ key }) => chosen.has(key))
      .map(({ code }) => code)
      .join(""),
  );
