// The boards of supply chess: docs/BOARDS.md §4.

/** @import { Turn } from "../../boards/shape.js" */

import { chinese } from "../../boards/grids.js";
import { t } from "../../texts.js";

/** @param {number} seat */
const colour = (seat) => (seat === 0 || seat === 3 ? "w" : "b");

/** @type {import("../boards.js").BoardGame} */
export const board = {
  shape: chinese,
  side(_, at) {
    // The partner's board is also seen from the partner's side.
    const own = at === 0 || at === 1 ? 0 : 1;
    const turns = /** @type {[Turn, Turn]} */ (at % 2 ? [2, 0] : [0, 2]);
    return own ? { turn: [turns[1], turns[0]], boards: [1, 0] } : { turn: turns, boards: [0, 1] };
  },
  players: [
    [0, 1],
    [3, 2],
  ],
  plates: "sides",
  colour: (_, seat) => colour(seat),
  begins: (seat) => t("board.team.side", { team: "AB"[seat % 2], side: t(`board.side.${colour(seat)}`) }),
  generals: true,
  plans: true,
};
