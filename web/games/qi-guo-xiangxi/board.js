// The board of seven kingdoms chess: docs/BOARDS.md §7.

/**
 * @import { Turn } from "../../boards/shape.js"
 * @import { State } from "../../types/protocol.js"
 */

import { plain } from "../../boards/grids.js";
import { settledState, STATES } from "../../boards/states.js";
import { known, t } from "../../texts.js";

/** The side of the board on which a state's army starts. @type {Record<State, Turn>} */
const CAMPS = { qin: 1, chu: 0, han: 0, qi: 3, wei: 3, zhao: 2, yan: 2 };

/** @type {import("../boards.js").BoardGame} */
export const board = {
  shape: () => plain(19, 19),
  // A piece has two letters.
  cell: /\d+|\*|[a-z][A-Z]|[A-Za-z?]/g,
  men: "army",
  told([letter = "", kind = ""]) {
    return t("board.man", { state: t(`state.${STATES[letter]}`), kind: t(`kingdom.${kind}`) });
  },
  side({ position }, at) {
    const states = "states" in position ? position.states : [];
    const own = states.find((standing) => standing.seat === at)?.state;
    return { turn: [own ? CAMPS[own] : 0], boards: [0] };
  },
  plates: "beside",
  colour: () => null,
  begins(seat, { seats }) {
    const state = settledState(seats, seat);
    return state ? (known(`state.${state}`) ?? state) : "";
  },
  large: true,
};
