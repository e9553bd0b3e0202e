// The points and lines of boards, for the games that have them. Pure functions.

/**
 * @import { Point } from "./points.js"
 * @import { Shape } from "./shape.js"
 */

import { pointAt } from "./points.js";

/** @param {number} files @param {number} ranks @param {number} first @returns {Point[]} */
export const allPoints = (files, ranks, first) =>
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
export function chinese() {
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

/** @param {number} files @param {number} ranks @param {string} [thin] @returns {Shape} */
export const plain = (files, ranks, thin = "") => ({
  files,
  ranks,
  first: 1,
  squares: false,
  points: allPoints(files, ranks, 1),
  lines: grid(files, ranks),
  thin,
});
