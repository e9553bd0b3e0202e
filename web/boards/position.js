// Parses the texts of positions (docs/BOARDS.md), points and moves. Pure functions.

/**
 * @import { BoardText, BoardVariant } from "../types/protocol.js"
 */

/** A point: a letter for the file and a number for the rank. @typedef {string} Point */

/**
 * The contents of a board.
 * @typedef {{ men: Map<Point, string>, reserve: string, mover: string }} Position
 *   `men`: the code of what stands on a point; `reserve`: pieces that can be put down (supply chess); `mover`: the letter of the colour on turn, or ""
 */

/** The points of pong hau k'i in the order of its text. */
const PONG = ["a3", "c3", "b2", "a1", "c1"];

/** A run of empty points, or a piece; in seven kingdoms a piece has two letters. */
const CELL = /\d+|\*|[a-z][A-Z]|[A-Za-z?]/g;
const CELL_OF_ONE = /\d+|[A-Za-z?]/g;

/** The number of the first rank. @param {BoardVariant} variant */
export const firstRank = (variant) => (["xiangqi", "supply-chess", "blind-chess"].includes(variant) ? 0 : 1);

/** @param {number} file from 0 @param {number} rank as it is written @returns {Point} */
export const pointAt = (file, rank) => String.fromCharCode(97 + file) + rank;

/** The file (from 0) and the rank of a point. @param {Point} point @returns {[file: number, rank: number]} */
export const placeOf = (point) => [point.charCodeAt(0) - 97, Number(point.slice(1))];

/** The points of a move, or the point of another action; for `P@e3` the point of the drop. @param {string} text @returns {Point[]} */
export const pointsOf = (text) => text.match(/[a-s]\d+/g) ?? [];

/**
 * Parses the text of a board.
 *
 * @param {BoardVariant} variant
 * @param {string} text
 * @returns {Position}
 */
export function positionOf(variant, text) {
  const men = new Map();
  if (variant === "pong-hau-ki") {
    for (const [i, code] of [...text].entries()) if (code !== "." && PONG[i]) men.set(PONG[i], code);
    return { men, reserve: "", mover: "" };
  }
  const [board = "", mover = ""] = text.split(" ");
  const [rows = "", reserve = ""] = board.replace("]", "").split("[");
  const ranks = rows.split("/");
  const last = firstRank(variant) + ranks.length - 1;
  for (const [i, row] of ranks.entries()) {
    let file = 0;
    for (const cell of row.match(variant === "qi-guo-xiangxi" ? CELL : CELL_OF_ONE) ?? []) {
      const empty = Number.parseInt(cell, 10);
      if (!Number.isNaN(empty)) file += empty;
      else men.set(pointAt(file++, last - i), cell);
    }
  }
  return { men, reserve, mover: mover === "-" ? "" : mover };
}

/** The text of one board of a position: supply chess has two. @param {BoardText | undefined} board @param {number} number */
export const boardText = (board, number = 0) => (Array.isArray(board) ? board[number] : board);

/** The letters of the seven states, with which the codes of pieces begin. @type {Record<string, string>} */
export const STATE_LETTERS = { qin: "w", chu: "r", han: "o", qi: "b", wei: "g", zhao: "p", yan: "k" };
/** @type {Record<string, string>} */
export const STATES = Object.fromEntries(Object.entries(STATE_LETTERS).map(([state, letter]) => [letter, state]));

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
