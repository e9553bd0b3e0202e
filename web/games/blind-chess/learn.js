// Blind chess for players: docs/BOARDS.md §5.

import { text } from "../../learn/parts.js";
import { pageFile } from "../../root.js";

/** The texts of this page alone. @type {import("../../texts.js").Bring} */
export const texts = (id) => import(pageFile(`games/blind-chess/texts/${id}.js`));

/** @type {import("../../learn/parts.js").Section[]} */
export const sections = [
  { title: "learn.board", blocks: [text("learn.blind.board"), text("learn.blind.turn")] },
  {
    title: "learn.ranks",
    blocks: [
      text("learn.blind.ranks"),
      { kinds: ["KRHCEAP"] },
      {
        board: { variant: "blind-chess", text: "????????/??Rh????/??k?????/???????? w 0 1", marks: ["d2"] },
        text: "learn.blind.example",
      },
    ],
  },
  { title: "learn.end", blocks: [text("learn.blind.end")] },
  { title: "learn.draws", blocks: [text("learn.blind.draws"), text("learn.draw.agree")] },
];
