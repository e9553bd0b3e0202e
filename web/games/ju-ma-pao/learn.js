// Jū mǎ pāo for players: docs/RULES.md §6.

import { AZIZ, DEVI, END_MOST, MEI, PIECES_32, TRICK, ban, text } from "../../learn/parts.js";

/**
 * @param {import("../../learn/parts.js").Section} pieces
 * @param {string[]} types
 * @returns {import("../../learn/parts.js").Section[]}
 */
export function juMaPao(pieces, types) {
  return [
    pieces,
    TRICK,
    {
      title: "learn.combos",
      blocks: [
        text("learn.combos.generals"),
        { types },
        text("learn.combos.three"),
        text("learn.combos.no-cannon-guard"),
      ],
    },
    {
      title: "learn.ties",
      blocks: [
        text("learn.ties.aside"),
        {
          trick: [
            { who: MEI, pieces: "PP" },
            { who: AZIZ, pieces: "pp" },
            { who: DEVI, pieces: "PP" },
          ],
          text: "learn.ties.aside.example",
        },
      ],
    },
    ban("learn.ban.forfeit"),
    END_MOST,
    {
      title: "learn.deal",
      blocks: [text("learn.deal.stacks2"), text("learn.deal.circle"), text("learn.deal.circle.take")],
    },
  ];
}

export const sections = juMaPao(PIECES_32, ["single", "pair", "giog", "three", "four", "five"]);
