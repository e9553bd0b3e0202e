// Sang krip for players: docs/RULES.md §7.

import { AZIZ, DEVI, MEI, ONG, PIECES_32, TIES_TURN, ban, text } from "../../learn/parts.js";

/** @type {import("../../learn/parts.js").Section} */
const BAN = ban("learn.ban.forfeit", true);

/** @type {import("../../learn/parts.js").Section[]} */
export const sections = [
  PIECES_32,
  { title: "learn.trick", blocks: [text("learn.trick.lay"), text("learn.trick.any"), text("learn.trick.back")] },
  {
    title: "learn.unseen.title",
    blocks: [
      text("learn.unseen.rule"),
      {
        trick: [
          { who: MEI, pieces: "hh" },
          { who: AZIZ, pieces: "??", unseen: true },
          { who: DEVI, pieces: "RR", wins: true },
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
      text("learn.combos.generals"),
      { types: ["single", "pair", "giog", "three", "four", "five"] },
      text("learn.combos.three"),
      text("learn.combos.no-cannon-guard"),
      { types: ["general-two-pairs"], examples: ["KEEHH", "krrhh"] },
      text("learn.combos.two-pairs"),
    ],
  },
  { ...BAN, blocks: [...BAN.blocks, text("learn.ban.late")] },
  { title: "learn.end", blocks: [text("learn.end.eight")] },
  TIES_TURN,
  { title: "learn.deal", blocks: [text("learn.deal.stacks2"), text("learn.deal.throw")] },
];
