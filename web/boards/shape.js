// The shape of each board: its points, its lines, and where a point is drawn for a view from each side. Pure functions.
//
// The unit is the distance between two neighbours. x goes to the right and y down; the point in the upper left corner is at 0, 0.

/**
 * @import { BoardOptions, BoardVariant } from "../types/protocol.js"
 * @import { Point } from "./position.js"
 */

import { placeOf, pointAt } from "./position.js";

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

/** @param {number} files @param {number} ranks @param {number} first @returns {Point[]} */
const allPoints = (files, ranks, first) =>
  Array.from({ length: files * ranks }, (_, i) => pointAt(i % files, first + ranks - 1 - Math.floor(i / files)));

/** Lines through all points. @param {number} files @param {number} ranks */
function grid(files, ranks) {
  const across = Array.from({ length: ranks }, (_, y) => `M0 ${y}H${files - 1}`);
  const down = Array.from({ length: files }, (_, x) => `M${x} 0V${ranks - 1}`);
  return [...across, ...down].join("");
}

/** The starting points of cannons and soldiers, as x and y in the upper half. */
const MARKED = [[1, 2], [7, 2], ...[0, 2, 4, 6, 8].map((x) => [x, 3])];

/** A board of Chinese chess: the files end at the river, the palaces have diagonals. @returns {Shape} */
function chinese() {
  const across = Array.from({ length: 10 }, (_, y) => `M0 ${y}H8`);
  const down = Array.from({ length: 9 }, (_, x) => (x % 8 ? `M${x} 0V4M${x} 5V9` : `M${x} 0V9`));
  const palaces = [0, 7].map((y) => `M3 ${y}l2 2M5 ${y}l-2 2`);
  const marks = MARKED.flatMap(([x = 0, y = 0]) => [corners(x, y), corners(x, 9 - y)]);
  return {
    files: 9,
    ranks: 10,
    first: 0,
    squares: false,
    points: allPoints(9, 10, 0),
    lines: [...across, ...down, ...palaces].join(""),
    thin: marks.join(""),
  };
}

/** Small angles around a point, towards existing neighbours. @param {number} x @param {number} y */
function corners(x, y) {
  const sides = [-1, 1].filter((side) => x + side >= 0 && x + side <= 8);
  return sides
    .flatMap((side) => [-1, 1].map((up) => `M${x + side * 0.1} ${y + up * 0.28}v${-up * 0.18}h${side * 0.18}`))
    .join("");
}

/** The squares of half a board. @returns {Shape} */
function squares() {
  const across = Array.from({ length: 5 }, (_, y) => `M-.5 ${y - 0.5}H7.5`);
  const down = Array.from({ length: 9 }, (_, x) => `M${x - 0.5}-.5V3.5`);
  const lines = [...across, ...down].join("");
  return { files: 8, ranks: 4, first: 0, squares: true, points: allPoints(8, 4, 0), lines, thin: "" };
}

/** @param {number} files @param {number} ranks @param {string} [thin] @returns {Shape} */
const plain = (files, ranks, thin = "") => ({
  files,
  ranks,
  first: 1,
  squares: false,
  points: allPoints(files, ranks, 1),
  lines: grid(files, ranks),
  thin,
});

/** Four corners and the middle; the right side is open. @type {Shape} */
const PONG = {
  files: 3,
  ranks: 3,
  first: 1,
  squares: false,
  points: ["a3", "c3", "b2", "a1", "c1"],
  lines: "M2 0H0V2H2M0 0L2 2M2 0L0 2",
  thin: "",
};

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
  const shape = make(variant, board);
  made.set(key, shape);
  return shape;
}

/** @param {BoardVariant} variant @param {BoardOptions["board"]} board @returns {Shape} */
function make(variant, board) {
  switch (variant) {
    case "xiangqi":
    case "supply-chess":
      return chinese();
    case "blind-chess":
      return squares();
    case "qi-guo-xiangxi":
      return plain(19, 19);
    case "square-chess":
      return plain(7, board === "7x7" ? 7 : 8);
    case "pong-hau-ki":
      return PONG;
  }
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
