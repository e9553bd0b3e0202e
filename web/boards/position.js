// Parses the texts of positions (docs/BOARDS.md), points and moves. Pure functions.

/**
 * @import { BoardText, BoardVariant } from "../types/protocol.js"
 * @import { Point } from "./points.js"
 */

import { boardGame } from "../games/boards.js";
import { pointAt, pointsOf } from "./points.js";
import { shapeOf } from "./shape.js";

/**
 * The contents of a board.
 * @typedef {{ men: Map<Point, string>, reserve: string, mover: string }} Position
 *   `men`: the code of what stands on a point; `reserve`: pieces that can be put down (supply chess); `mover`: the letter of the colour on turn, or ""
 */

/** A run of empty points, or a piece. */
const CELL = /\d+|[A-Za-z?]/g;

/**
 * Parses the text of a board.
 *
 * @param {BoardVariant} variant
 * @param {string} text
 * @returns {Position}
 */
export function positionOf(variant, text) {
  const { read, cell = CELL } = boardGame(variant);
  if (read) return { men: read(text), reserve: "", mover: "" };
  const men = new Map();
  const [board = "", mover = ""] = text.split(" ");
  const [rows = "", reserve = ""] = board.replace("]", "").split("[");
  const ranks = rows.split("/");
  const last = shapeOf(variant).first + ranks.length - 1;
  for (const [i, row] of ranks.entries()) {
    let file = 0;
    for (const found of row.match(cell) ?? []) {
      const empty = Number.parseInt(found, 10);
      if (!Number.isNaN(empty)) file += empty;
      else men.set(pointAt(file++, last - i), found);
    }
  }
  return { men, reserve, mover: mover === "-" ? "" : mover };
}

/** The text of a row with a letter for each point, `.` where it is empty. @param {string[]} row */
export const rowText = (row) => row.join("").replace(/\.+/g, (empty) => String(empty.length));

/** The text of one board of a position: supply chess has two. @param {BoardText | undefined} board @param {number} number */
export const boardText = (board, number = 0) => (Array.isArray(board) ? board[number] : board);

/**
 * Pieces with an identity that lasts from one position to the next, so that moves can be animated: each has a number, which is its index
 * in the list. Pieces that are off the board have no point.
 *
 * @typedef {{ code: string, point: Point | null }[]} Men
 */

/**
 * The pieces of a new position, matched with those before: a piece on the same point stays; then a piece that has gone is matched with an
 * equal one that has appeared, the last move first; a new piece gets a free index or the end.
 *
 * @param {Men} before
 * @param {Map<Point, string>} men
 * @param {string} [moved] the last move
 * @returns {Men}
 */
export function tracked(before, men, moved = "") {
  const missing = new Map(men);
  const after = before.map(({ code, point }) => {
    const stays = point !== null && missing.get(point) === code;
    if (stays) missing.delete(point);
    return { code, point: stays ? point : null };
  });
  const [from, to] = pointsOf(moved);
  /** @param {Point} point @param {string} code @param {(man: { code: string, point: Point | null }, i: number) => boolean} which */
  const come = (point, code, which) => {
    const i = after.findIndex((man, i) => man.point === null && which(man, i));
    if (i < 0) return false;
    after[i] = { code, point };
    missing.delete(point);
    return true;
  };
  const code = to && missing.get(to);
  if (to && code) come(to, code, (_, i) => before[i]?.point === from && before[i]?.code === code);
  // A piece that was turned up stands where it lay.
  for (const [point, code] of [...missing])
    come(point, code, (_, i) => before[i]?.point === point && before[i]?.code === "?");
  for (const [point, code] of [...missing])
    come(point, code, (man, i) => man.code === code && before[i]?.point !== null);
  for (const [point, code] of [...missing])
    if (!come(point, code, (man, i) => man.code === code && before[i]?.point === null)) after.push({ code, point });
  return after;
}
