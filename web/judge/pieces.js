// Pieces, and multisets of pieces as texts: hands, plays, whole sets (docs/RULES.md §1).
//
// A piece is a letter, in upper case for red. The canonical text of a multiset lists its pieces from the strongest on (`sorted`), so that
// equal multisets have equal texts.

import { STRENGTH, sorted } from "../tricksmatch.js";

export { STRENGTH, sorted };

/** @param {string} letter */
export const isPiece = (letter) => letter.length === 1 && STRENGTH.includes(letter);
/** From 7, the generals, to 1, the soldiers. @param {string} piece */
export const levelOf = (piece) => 7 - Math.floor(STRENGTH.indexOf(piece) / 2);
/** @param {string} piece */
export const isRed = (piece) => piece === piece.toUpperCase();
/** @param {string} pieces */
export const generalsIn = (pieces) => pieces.match(/[Kk]/g)?.length ?? 0;

/** All pieces of the set of 32, or of the set of 30, which has one soldier less of each colour. @param {30 | 32} count */
export function setOf(count) {
  const soldiers = count === 32 ? 5 : 4;
  /** @param {number} level */
  const often = (level) => (level === 7 ? 1 : level === 1 ? soldiers : 2);
  return [...STRENGTH].map((piece) => piece.repeat(often(levelOf(piece)))).join("");
}

/** How many pieces a set has that can be dealt evenly. @param {number} seats */
export const of30IfOdd = (seats) => (seats % 2 ? 30 : 32);

/**
 * The rest of a hand without some pieces, in any order; null if not all of them are in it.
 * @param {string} hand
 * @param {string} pieces
 */
export function without(hand, pieces) {
  if (pieces.length > hand.length) return null;
  let left = hand;
  for (const piece of pieces) {
    const found = left.indexOf(piece);
    if (found < 0) return null;
    left = left.slice(0, found) + left.slice(found + 1);
  }
  return left;
}
