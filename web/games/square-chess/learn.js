// Square chess for players: docs/BOARDS.md §8.

import { text } from "../../learn/parts.js";
import { pageFile } from "../../root.js";

/** The texts of this page alone. @type {import("../../texts.js").Bring} */
export const texts = (id) => import(pageFile(`games/square-chess/texts/${id}.js`));

/** @type {import("../../learn/parts.js").Section[]} */
export const sections = [
  { title: "learn.placing", blocks: [text("learn.square.place"), text("learn.square.first")] },
  {
    title: "learn.squares",
    blocks: [
      { board: { variant: "square-chess", text: "7/7/7/1xxx3/1xxx3/4o2/7/7" }, text: "learn.square.square" },
      text("learn.square.move"),
    ],
  },
  { title: "learn.end", blocks: [text("learn.square.end")] },
  { title: "learn.draws", blocks: [text("learn.square.draws"), text("learn.draw.agree")] },
];
