// Seven kingdoms chess for players: docs/BOARDS.md §7.

import { text } from "../../learn/parts.js";
import { pageFile } from "../../root.js";

/** The texts of this page alone. @type {import("../../texts.js").Bring} */
export const texts = (id) => import(pageFile(`games/qi-guo-xiangxi/texts/${id}.js`));

/** The starting position of the armies. */
const SETUP = [
  "2kHkSkAkGkDkSkH1pHpSpApGpDpSpH2",
  "3kHkSkCkSkH3pHpSpCpSpH3",
  "4kKkXkK5pKpXpK3gH",
  "5kB7pB3gHgS",
  "5kE7pE2gKgSgA",
  "14gEgBgXgCgG",
  "wH15gKgSgD",
  "wSwH15gHgS",
  "wDwSwK15gH",
  "wGwCwXwBwE4*9",
  "wAwSwK15bH",
  "wSwH15bHbS",
  "wH15bKbSbA",
  "14bEbBbXbCbG",
  "5rE7oE2bKbSbD",
  "5rB7oB3bHbS",
  "4rKrXrK5oKoXoK3bH",
  "3rHrSrCrSrH3oHoSoCoSoH3",
  "2rHrSrDrGrArSrH1oHoSoDoGoAoSoH2",
].join("/");

/** @type {import("../../learn/parts.js").Section[]} */
export const sections = [
  {
    title: "learn.board",
    blocks: [text("learn.kingdoms.board"), { board: { variant: "qi-guo-xiangxi", text: SETUP } }],
  },
  { title: "learn.allies", blocks: [text("learn.kingdoms.ally")] },
  {
    title: "learn.moves",
    blocks: [
      { men: ["wG", "rD", "oA", "bE"] },
      text("learn.kingdoms.far"),
      { men: ["gC", "pB", "kX"] },
      text("learn.kingdoms.shots"),
      { men: ["wK", "rS", "oH"] },
      text("learn.kingdoms.near"),
    ],
  },
  { title: "learn.falls", blocks: [text("learn.kingdoms.fall")] },
  { title: "learn.end", blocks: [text("learn.kingdoms.end")] },
];
