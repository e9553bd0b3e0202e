// Pong hau k'i for players: docs/BOARDS.md §9.

import { text } from "./parts.js";

/** @type {import("./parts.js").Section[]} */
export const sections = [
  { title: "learn.board", blocks: [text("learn.pong.board"), { board: { variant: "pong-hau-ki", text: "ox.ox" } }] },
  { title: "learn.end", blocks: [text("learn.pong.move")] },
  { title: "learn.draws", blocks: [text("learn.pong.draws"), text("learn.draw.agree")] },
];
