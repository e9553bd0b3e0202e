// The board of xiangqi: docs/BOARDS.md §3.

import { chinese } from "../../boards/grids.js";
import { t } from "../../texts.js";

/** @type {import("../boards.js").BoardGame} */
export const board = {
  shape: chinese,
  side: ({ first }, at) => ({ turn: [at === first ? 0 : 2], boards: [0] }),
  plates: "sides",
  colour: ({ first = 0 }, seat) => (seat === first ? "w" : "b"),
  // In a rematch colours change.
  begins: (seat, { previous }) => (previous ? "" : t(`board.side.${seat === 0 ? "w" : "b"}`)),
  generals: true,
  plans: true,
  advice: ({ checked, choices }) => (checked() ? t("coach.board.check", { n: choices.length }) : ""),
};
