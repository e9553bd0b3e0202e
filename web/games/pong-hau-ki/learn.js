// Pong hau k'i for players: docs/BOARDS.md §9.

import { text } from "../../learn/parts.js";
import { pageFile } from "../../root.js";

/** The texts of this page alone. @type {import("../../texts.js").Bring} */
export const texts = (id) => import(pageFile(`games/pong-hau-ki/texts/${id}.js`));

/** @type {import("../../learn/parts.js").Section[]} */
export const sections = [
  { title: "learn.board", blocks: [text("learn.pong.board"), { board: { variant: "pong-hau-ki", text: "ox.ox" } }] },
  { title: "learn.end", blocks: [text("learn.pong.move")] },
  { title: "learn.draws", blocks: [text("learn.pong.draws"), text("learn.draw.agree")] },
];
