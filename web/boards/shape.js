// The shape of each board: its points, its lines, and where a point is drawn for a view from each side. Pure functions.
//
// The unit is the distance between two neighbours. x goes to the right and y down; the point in the upper left corner is at 0, 0.

/**
 * @import { BoardOptions, BoardVariant } from "../types/protocol.js"
 * @import { Point } from "./points.js"
 */

import { boardGame } from "../games/boards.js";
import { placeOf } from "./points.js";

/**
 * @typedef {object} Shape
 * @property {number} files
 * @property {number} ranks
 * @property {number} first the number of the first rank
 * @property {boolean} squares whether pieces stand on squares, and not where lines cross
 * @property {Point[]} points
 * @property {string} lines a path
 * @property {string} thin a path of lines that only mark places
 *
 * @typedef {0 | 1 | 2 | 3} Turn quarter turns, anticlockwise: 0 has rank 1 below, 1 file a, 2 the last rank, 3 the last file
 */

/** @type {Map<string, Shape>} */
const made = new Map();

/**
 * The shape of a game's board.
 *
 * @param {BoardVariant} variant
 * @param {Pick<BoardOptions, "board">} [options]
 * @returns {Shape}
 */
export function shapeOf(variant, { board } = {}) {
  const key = `${variant} ${board ?? ""}`;
  const there = made.get(key);
  if (there) return there;
  const shape = boardGame(variant).shape(board);
  made.set(key, shape);
  return shape;
}

/** The width and height of a board in units, with this turn. @param {Shape} shape @param {Turn} turn @returns {[number, number]} */
export const sizeOf = ({ files, ranks }, turn) => (turn % 2 ? [ranks, files] : [files, ranks]);

/**
 * The spot at which a point is drawn.
 *
 * @param {Shape} shape
 * @param {Turn} turn
 * @param {Point} point
 * @returns {[x: number, y: number]}
 */
export function spotOf({ files, ranks, first }, turn, point) {
  const [x, rank] = placeOf(point);
  const y = ranks - 1 - (rank - first);
  if (turn === 0) return [x, y];
  if (turn === 1) return [y, files - 1 - x];
  if (turn === 2) return [files - 1 - x, ranks - 1 - y];
  return [ranks - 1 - y, x];
}

/** The `transform` that turns a path drawn for turn 0. @param {Shape} shape @param {Turn} turn */
export function transformOf({ files, ranks }, turn) {
  if (turn === 0) return null;
  if (turn === 1) return `translate(0 ${files - 1}) rotate(-90)`;
  if (turn === 2) return `translate(${files - 1} ${ranks - 1}) rotate(180)`;
  return `translate(${ranks - 1} 0) rotate(90)`;
}

/** The rows of a board with this turn, from above, each from the left. @param {Shape} shape @param {Turn} turn @returns {Point[][]} */
export function rowsOf(shape, turn) {
  /** @type {Point[][]} */
  const rows = [];
  for (const point of shape.points) {
    const [, y] = spotOf(shape, turn, point);
    (rows[y] ??= []).push(point);
  }
  const x = (/** @type {Point} */ point) => spotOf(shape, turn, point)[0];
  return rows.map((row) => row.sort((a, b) => x(a) - x(b)));
}

/** How much a point must be nearer to be preferred if it is not straight ahead; and to break ties between both sides. */
const ASIDE = 0.9;
const OTHER_SIDE = 0.01;

/**
 * The next point in a direction of the screen: the nearest one straight ahead or aside; at the edge the point itself.
 *
 * @param {Shape} shape
 * @param {Turn} turn
 * @param {Point} point
 * @param {number} dx
 * @param {number} dy
 * @returns {Point}
 */
export function neighbour(shape, turn, point, dx, dy) {
  const [x, y] = spotOf(shape, turn, point);
  let best = point;
  let least = Infinity;
  for (const other of shape.points) {
    const [ox, oy] = spotOf(shape, turn, other);
    const along = (ox - x) * dx + (oy - y) * dy;
    const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    if (along <= 0 || aside > along) continue;
    const right = (oy - y) * dx - (ox - x) * dy;
    const far = along + ASIDE * aside - OTHER_SIDE * right;
    if (far < least) [best, least] = [other, far];
  }
  return best;
}
