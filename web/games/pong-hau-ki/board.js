// The board of pong hau k'i: docs/BOARDS.md §9.

/** @import { Shape } from "../../boards/shape.js" */

/** Four corners and the middle; the right side is open. The points are in the order of the text. @type {Shape} */
const SHAPE = {
  files: 3,
  ranks: 3,
  first: 1,
  squares: false,
  points: ["a3", "c3", "b2", "a1", "c1"],
  lines: "M2 0H0V2H2M0 0L2 2M2 0L0 2",
  thin: "",
};

/** @type {import("../boards.js").BoardGame} */
export const board = {
  shape: () => SHAPE,
  read(text) {
    const men = new Map();
    for (const [i, point] of SHAPE.points.entries()) if (text[i] && text[i] !== ".") men.set(point, text[i]);
    return men;
  },
  men: "stone",
  side: (_, at) => ({ turn: [at === 1 ? 1 : 3], boards: [0] }),
};
