// Dǎ qí luò, version 2, for players: docs/RULES.md §9.

import { AZIZ, DEVI, MEI, NO_BAN, ONG, text } from "../../learn/parts.js";

/** @type {import("../../learn/parts.js").Section[]} */
export const sections = [
  {
    title: "learn.pieces",
    blocks: [text("learn.pieces.32"), text("learn.pieces.both"), text("learn.pieces.equal"), { kinds: ["KAERHCP"] }],
  },
  {
    title: "learn.trick",
    blocks: [
      text("learn.turns.rule"),
      {
        trick: [
          { who: MEI, pieces: "Cc" },
          { who: AZIZ, pieces: "??", unseen: true },
          { who: DEVI, pieces: "Cc", wins: true },
          { who: ONG, pieces: "??", unseen: true },
        ],
        text: "learn.turns.example",
      },
    ],
  },
  {
    title: "learn.combos",
    blocks: [
      text("learn.combos.set"),
      { types: ["set-2", "set-4"] },
      text("learn.combos.sequence"),
      { types: ["sequence-3", "sequence-5"] },
      text("learn.combos.majority"),
      text("learn.combos.length"),
    ],
  },
  { title: "learn.ties", blocks: [text("learn.ties.top")] },
  NO_BAN,
  { title: "learn.end", blocks: [text("learn.end.share"), text("learn.end.general")] },
  { title: "learn.deal", blocks: [text("learn.deal.dice"), text("learn.deal.direct")] },
];
