// Giog for players: docs/RULES.md §5.

import { DEAL_ROWS, END_MOST, PIECES_32, TIES_ORDER, TRICK, ban, text } from "../../learn/parts.js";

/** @param {string} cost of being beheaded, a key @returns {import("../../learn/parts.js").Section[]} */
export function giog(cost) {
  return [
    PIECES_32,
    TRICK,
    {
      title: "learn.combos",
      blocks: [
        text("learn.combos.color"),
        { types: ["single", "pair", "giog", "three", "four", "five"] },
        text("learn.combos.three"),
      ],
    },
    ban(cost),
    END_MOST,
    TIES_ORDER,
    DEAL_ROWS,
    { title: "learn.tips", blocks: [text("learn.tips.lead"), text("learn.tips.soldiers"), text("learn.tips.general")] },
  ];
}

export const sections = giog("learn.ban.forfeit");
