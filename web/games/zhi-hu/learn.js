// Zhì hǔ, a reconstruction, for players: docs/RULES.md §10.

import { AZIZ, DEAL_ROWS, DEVI, MEI, NO_BAN, ONG, TIES_ORDER, text } from "../../learn/parts.js";

/** @type {import("../../learn/parts.js").Section[]} */
export const sections = [
  {
    title: "learn.pieces",
    blocks: [
      text("learn.pieces.32"),
      text("learn.pieces.suits"),
      { kinds: ["KAE", "RHC", "P"], names: ["learn.suit.commanders", "learn.suit.mobile", "learn.suit.foot"] },
    ],
  },
  {
    title: "learn.trick",
    blocks: [
      text("learn.trick.lay"),
      text("learn.trick.any"),
      text("learn.trick.open"),
      text("learn.combos.suit"),
      {
        trick: [
          { who: MEI, pieces: "P", wins: true },
          { who: AZIZ, pieces: "R" },
          { who: DEVI, pieces: "K" },
          { who: ONG, pieces: "p" },
        ],
        text: "learn.suit.example",
      },
      text("learn.trick.back"),
    ],
  },
  {
    title: "learn.combos",
    blocks: [
      text("learn.combos.color"),
      { types: ["single", "pair", "giog", "three", "four", "five"] },
      text("learn.combos.noble"),
      { types: ["noble-1", "noble-2"] },
    ],
  },
  NO_BAN,
  { title: "learn.end", blocks: [text("learn.end.last")] },
  TIES_ORDER,
  DEAL_ROWS,
];
