// Dǎ qí luò, version 1, for players: docs/RULES.md §8.

import { END_MOST, NO_BAN, PIECES_32, TIES_TURN, TRICK, text } from "../../learn/parts.js";

/** @type {import("../../learn/parts.js").Section[]} */
export const sections = [
  { ...PIECES_32, blocks: [text("learn.pieces.32"), text("learn.pieces.both"), ...PIECES_32.blocks.slice(1)] },
  TRICK,
  {
    title: "learn.combos",
    blocks: [
      text("learn.combos.generals"),
      { types: ["single", "pair", "three", "four", "five"] },
      text("learn.combos.series"),
      text("learn.combos.no-cannon-guard"),
    ],
  },
  NO_BAN,
  END_MOST,
  TIES_TURN,
  { title: "learn.deal", blocks: [text("learn.deal.dice"), text("learn.deal.row")] },
];
