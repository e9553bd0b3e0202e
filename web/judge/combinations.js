// Combinations, and which play is higher. The rankings of each game are in its folder: docs/RULES.md §5 to §11.
//
// A combination is `{type, suit, rank}`. Only combinations of the same type and suit are compared; only some games have suits.

/** @import { CombinationType } from "../types/protocol.js" */

/**
 * The combination that pieces make. `pairs` are the levels of two pairs beside a general.
 * @typedef {{ type: CombinationType, suit: number, rank: number, pairs?: number[] }} Combination
 */

// Types that games share, from high to low, as canonical texts.
export const SINGLES = "K k A a E e R r H h C c P p";
export const PAIRS = "AA aa EE ee RR rr HH hh CC cc PP pp";
export const THREE = "PPP ppp";
export const SOLDIERS = { four: "PPPP pppp", five: "PPPPP ppppp" };

/**
 * What pieces make in a game of which all combinations are listed: each type from high to low, suits separated by `/`.
 * @param {{ [type: string]: string }} types
 */
export function listed(types) {
  /** @type {Map<string, Combination>} */
  const found = new Map();
  for (const [type, ranking] of Object.entries(types)) {
    ranking.split(" / ").forEach((suit, number) => {
      const highToLow = suit.split(" ");
      highToLow.forEach((pieces, place) => found.set(pieces, { type, suit: number, rank: highToLow.length - place }));
    });
  }
  return (/** @type {string} */ pieces) => found.get(pieces) ?? null;
}

/**
 * Positive if a play is higher than the best so far, 0 if it is equal, negative if it is lower or cannot be compared.
 * @param {Combination | null} play
 * @param {Combination} best
 */
export function compare(play, best) {
  if (play?.type !== best.type || play.suit !== best.suit) return -1;
  if (!play.pairs) return play.rank - best.rank;
  // It must be a red general whose pairs are each at least as high; a black one is never higher.
  return play.rank > best.rank && play.pairs.every((level, place) => level >= (best.pairs?.[place] ?? 0)) ? 1 : -1;
}
