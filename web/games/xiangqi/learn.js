// Xiangqi for players: docs/BOARDS.md §3.

import { chinese, START, text } from "../../learn/parts.js";
import { pageFile } from "../../root.js";

/** The texts of this page alone. @type {import("../../texts.js").Bring} */
export const texts = (id) => import(pageFile(`games/xiangqi/texts/${id}.js`));

/**
 * The moves of a piece: a board with the points that it can reach, and a text.
 *
 * @param {string} kind
 * @param {Record<string, string>} men
 * @param {string} marks
 */
const moves = (kind, men, marks) => ({
  board: { variant: /** @type {const} */ ("xiangqi"), text: chinese(men), marks: marks.split(" ") },
  text: `learn.xiangqi.${kind}`,
});

/** @type {import("../../learn/parts.js").Section[]} */
export const sections = [
  { title: "learn.board", blocks: [text("learn.xiangqi.board"), { board: { variant: "xiangqi", text: START } }] },
  {
    title: "learn.moves",
    blocks: [
      moves("K", { e1: "K" }, "e2 e0 d1 f1"),
      moves("A", { e1: "A" }, "d0 f0 d2 f2"),
      moves("E", { e2: "E", f3: "p" }, "c0 g0 c4"),
      moves("H", { e4: "H", d4: "p" }, "d6 f6 g5 g3 d2 f2"),
      moves("R", { c4: "R", g4: "p" }, "a4 b4 d4 e4 f4 g4 c0 c1 c2 c3 c5 c6 c7 c8 c9"),
      moves("C", { c4: "C", e4: "P", h4: "p" }, "a4 b4 d4 h4 c0 c1 c2 c3 c5 c6 c7 c8 c9"),
      moves("P", { c3: "P", g5: "P" }, "c4 g6 f5 h5"),
    ],
  },
  { title: "learn.end", blocks: [text("learn.xiangqi.end"), text("learn.xiangqi.repeat")] },
  { title: "learn.draws", blocks: [text("learn.xiangqi.quiet"), text("learn.draw.agree")] },
  {
    title: "learn.notation",
    blocks: [text("learn.notation.points"), text("learn.notation.letters"), text("learn.notation.brackets")],
  },
];
