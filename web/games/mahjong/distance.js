// How far a hand is from being complete, and which tiles improve it. Functions without side effects.
//
// A hand that lacks one tile is *ready*: its distance is 0, that of a complete hand is −1. Other players' tiles are unknown, so of each
// kind all four tiles that were not seen are assumed to be still in the wall.

import { COPIES, KINDS, place } from "./tiles.js";

const SETS = 4;
const HONOURS = place("1z");

/**
 * What a suit can contribute at best: a number of sets, with a number of incomplete sets, with or without a pair.
 *
 * @typedef {[sets: number, begun: number, pair: number]} Share
 */

/** @type {Map<string, Share[]>} */
const known = new Map();

/** The possible contributions of a suit. @param {number[]} counts @param {boolean} runs @returns {Share[]} */
function sharesOf(counts, runs) {
  const key = (runs ? "r" : "h") + counts.join("");
  const there = known.get(key);
  if (there) return there;
  /** @type {Map<string, Share>} */
  const found = new Map();
  split(counts, 0, runs, 0, 0, 0, (share) => found.set(share.join(), share));
  const all = [...found.values()];
  const best = all.filter(
    ([s, b, p]) => !all.some(([s2, b2, p2]) => s2 >= s && b2 >= b && p2 >= p && s2 + b2 + p2 > s + b + p),
  );
  known.set(key, best);
  return best;
}

/** @param {number[]} counts @param {number} from @param {boolean} runs @param {number} sets @param {number} begun @param {number} pair @param {(share: Share) => void} found */
function split(counts, from, runs, sets, begun, pair, found) {
  let at = from;
  while (at < counts.length && !counts[at]) at++;
  if (at === counts.length) return found([sets, begun, pair]);
  const take = (
    /** @type {number[]} */ places,
    /** @type {number} */ s,
    /** @type {number} */ b,
    /** @type {number} */ p,
  ) => {
    for (const one of places) counts[one] = (counts[one] ?? 0) - 1;
    if (places.every((one) => (counts[one] ?? -1) >= 0)) split(counts, at, runs, sets + s, begun + b, pair + p, found);
    for (const one of places) counts[one] = (counts[one] ?? 0) + 1;
  };
  const [one, two, three] = [counts[at] ?? 0, counts[at + 1] ?? 0, counts[at + 2] ?? 0];
  if (one >= 3) take([at, at, at], 1, 0, 0);
  if (runs && two && three) take([at, at + 1, at + 2], 1, 0, 0);
  if (one >= 2 && !pair) take([at, at], 0, 0, 1);
  if (one >= 2) take([at, at], 0, 1, 0);
  if (runs && two) take([at, at + 1], 0, 1, 0);
  if (runs && three) take([at, at + 2], 0, 1, 0);
  take([at], 0, 0, 0);
}

/** How many tiles must be exchanged until the hand is ready; −1 if it is complete. @param {number[]} counts @param {number} melds sets that are laid open */
export function distance(counts, melds) {
  const suits = [0, 9, 18].map((from) => sharesOf(counts.slice(from, from + 9), true));
  const groups = [...suits, sharesOf(counts.slice(HONOURS, KINDS), false)];
  /** @type {Share[]} */
  let all = [[melds, 0, 0]];
  for (const shares of groups) {
    /** @type {Map<number, Share>} */
    const next = new Map();
    for (const [s, b, p] of all)
      for (const [s2, b2, p2] of shares) {
        const pair = Math.min(1, p + p2);
        // A second pair counts as an incomplete triplet.
        const share = /** @type {Share} */ ([s + s2, Math.min(SETS, b + b2 + (p + p2 - pair)), pair]);
        next.set(share[0] * 100 + share[1] * 10 + share[2], share);
      }
    all = [...next.values()];
  }
  const steps = all.map(([s, b, p]) => 2 * SETS - 2 * Math.min(s, SETS) - Math.min(b, SETS - Math.min(s, SETS)) - p);
  return Math.min(melds ? Number.POSITIVE_INFINITY : toOrphans(counts), ...steps);
}

/** The same for thirteen orphans. @param {number[]} counts */
function toOrphans(counts) {
  const ends = counts.filter((_, kind) => kind >= HONOURS || kind % 9 === 0 || kind % 9 === 8);
  const kinds = ends.filter((count) => count > 0).length;
  return 13 - kinds - (ends.some((count) => count > 1) ? 1 : 0);
}

/** The kinds that reduce the distance of a hand that lacks a tile, by their index. @param {number[]} counts @param {number} melds */
export function helpful(counts, melds) {
  const now = distance(counts, melds);
  return counts.flatMap((count, kind) =>
    count < COPIES && distance(counts.with(kind, count + 1), melds) < now ? [kind] : [],
  );
}

/**
 * The possible discards of a hand with one tile too many, the best first: with the least distance, and then with the most tiles that
 * reduce it.
 *
 * @param {number[]} counts
 * @param {number} melds
 * @param {number[]} unseen how many of each kind may still come
 * @returns {{ kind: number, distance: number, helps: number[], left: number }[]}
 */
export function discards(counts, melds, unseen) {
  const all = counts.flatMap((count, kind) => {
    if (!count) return [];
    const rest = counts.with(kind, count - 1);
    return [{ kind, rest, distance: distance(rest, melds) }];
  });
  const nearest = Math.min(...all.map((one) => one.distance));
  return all
    .filter((one) => one.distance === nearest)
    .map(({ kind, rest, distance }) => {
      const helps = helpful(rest, melds);
      return { kind, distance, helps, left: helps.reduce((sum, kind) => sum + (unseen[kind] ?? 0), 0) };
    })
    .sort((one, other) => other.left - one.left || other.kind - one.kind);
}
