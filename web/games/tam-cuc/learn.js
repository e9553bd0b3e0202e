// Tam cúc for players: docs/RULES.md §11.

import { AZIZ, DEVI, MEI, ONG, TIES_TURN, text } from "../../learn/parts.js";

/** @type {import("../../learn/parts.js").Section[]} */
export const sections = [
  { title: "learn.pieces", blocks: [text("learn.pieces.32"), { kinds: ["KAERCHP"] }, text("learn.combos.cannon")] },
  { title: "learn.trick", blocks: [text("learn.trick.lay"), text("learn.trick.any"), text("learn.trick.back")] },
  {
    title: "learn.unseen.title",
    blocks: [
      text("learn.unseen.rule"),
      {
        trick: [
          { who: MEI, pieces: "hh" },
          { who: AZIZ, pieces: "??", unseen: true },
          { who: DEVI, pieces: "CC", wins: true },
          { who: ONG, pieces: "??", unseen: true },
        ],
        text: "learn.unseen.example",
        values: { first: MEI, second: DEVI },
      },
    ],
  },
  {
    title: "learn.combos",
    blocks: [
      text("learn.combos.color"),
      { types: ["single", "pair", "three", "four", "five"] },
      text("learn.combos.no-three-soldiers"),
      text("learn.combos.no-cannon-guard"),
    ],
  },
  {
    title: "learn.first",
    blocks: [
      text("learn.first.rule"),
      {
        trick: [
          { who: MEI, pieces: "E", wins: true },
          { who: AZIZ, pieces: "?", unseen: true },
          { who: DEVI, pieces: "?", unseen: true },
          { who: ONG, pieces: "?", unseen: true },
        ],
        text: "learn.first.example",
        values: { name: AZIZ },
      },
    ],
  },
  { title: "learn.end", blocks: [text("learn.end.share")] },
  TIES_TURN,
  { title: "learn.deal", blocks: [text("learn.deal.pack")] },
];
