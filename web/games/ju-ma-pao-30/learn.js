// Jū mǎ pāo with 30 pieces, for players: docs/RULES.md §6.

import { juMaPao } from "../ju-ma-pao/learn.js";
import { text } from "../../learn/parts.js";

const PIECES_30 = {
  title: "learn.pieces",
  blocks: [text("learn.pieces.30"), text("learn.pieces.order"), { kinds: ["KAERHCP"] }],
};

export const sections = juMaPao(PIECES_30, ["single", "pair", "giog", "three", "four"]);
