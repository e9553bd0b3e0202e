// Pieces, and multisets of them as texts: hands, plays, whole sets (docs/RULES.md §1).
//
// A piece is its letter, red in upper case. The canonical text of a multiset lists its pieces strongest first, so that equal
// multisets are equal texts.

import { STRENGTH, sorted } from "../room.js";

export { sorted };

const SOLDIERS = "Pp";
const GENERALS = /[Kk]/g;

export const isPiece = (letter) => letter.length === 1 && STRENGTH.includes(letter);
/** From 7, the generals, to 1, the soldiers. */
export const levelOf = (piece) => 7 - Math.floor(STRENGTH.indexOf(piece) / 2);
export const isRed = (piece) => piece === piece.toUpperCase();
export const generalsIn = (pieces) => pieces.match(GENERALS)?.length ?? 0;

/** All pieces of the set of 32, or of that of 30, which has a soldier of each colour less. */
export function setOf(count) {
  const often = (piece) => (SOLDIERS.includes(piece) ? (count - 22) / 2 : levelOf(piece) === 7 ? 1 : 2);
  return [...STRENGTH].map((piece) => piece.repeat(often(piece))).join("");
}

/** What is left of a hand without some pieces, in any order; null where they are not all in it. */
export function without(hand, pieces) {
  if (pieces.length > hand.length) return null;
  let left = hand;
  for (const piece of pieces) {
    const at = left.indexOf(piece);
    if (at < 0) return null;
    left = left.slice(0, at) + left.slice(at + 1);
  }
  return left;
}
