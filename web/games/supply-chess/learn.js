// Supply chess for players: docs/BOARDS.md §4.

import { START, text } from "../../learn/parts.js";
import { pageFile } from "../../root.js";

/** The texts of this page alone. @type {import("../../texts.js").Bring} */
export const texts = (id) => import(pageFile(`games/supply-chess/texts/${id}.js`));

/** @type {import("../../learn/parts.js").Section[]} */
export const sections = [
  { title: "learn.board", blocks: [text("learn.supply.board"), { board: { variant: "xiangqi", text: START } }] },
  { title: "learn.reserve", blocks: [text("learn.supply.drop"), text("learn.supply.where")] },
  { title: "learn.end", blocks: [text("learn.supply.end")] },
  { title: "learn.draws", blocks: [text("learn.supply.draws"), text("learn.draw.agree")] },
];
