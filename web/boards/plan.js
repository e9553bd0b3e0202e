// A move that is planned while somebody else thinks: it is made as soon as one is asked, if it is possible then. The page has no rules of
// these games, so it lets any piece of one's own be planned to any point; the decision says what of it is possible.

/**
 * @import { BoardMatch } from "../boardmatch.js"
 * @import { BoardView } from "../types/protocol.js"
 */

import { boardText, positionOf } from "./position.js";
import { shapeOf } from "./shape.js";
import { colourOf, sideOf } from "./sides.js";

/** The games in which each piece is seen and goes from point to point, and two take turns. */
const PLANNED = ["xiangqi", "supply-chess"];

export class Plan {
  /** What is planned, in which match, and for which of one's plies. @type {{ match: string, ply: number, move: string } | null} */
  #planned = null;
  /** What can be planned on a board. @type {{ text: string, choices: string[] } | null} */
  #made = null;

  /** What can be planned; the same list as long as the board is. @param {BoardMatch} match @returns {string[] | undefined} */
  choices({ view }) {
    const { variant, you, position, options } = view;
    if (you == null || !PLANNED.includes(variant) || position.turn.includes(you)) return undefined;
    const text = boardText(position.board, sideOf(view, you).boards[0] ?? 0);
    if (text === undefined) return undefined;
    if (this.#made?.text !== text) {
      const own = colourOf(view, you) === "w" ? /[A-Z]/ : /[a-z]/;
      const { men } = positionOf(variant, text);
      const from = [...men].flatMap(([point, code]) => (own.test(code) ? [point] : []));
      const to = shapeOf(variant, options).points.filter((point) => !from.includes(point));
      this.#made = { text, choices: from.flatMap((one) => to.map((other) => one + other)) };
    }
    return this.#made.choices;
  }

  /** Whether something was planned in a match, if only for a ply that was made otherwise. @param {BoardMatch} match */
  isOf({ start }) {
    return this.#planned?.match === start.match_id;
  }

  /** What is planned in a match for one's next ply, or null. @param {BoardMatch} match */
  of(match) {
    return this.#planned && this.isOf(match) && this.#planned.ply === pliesOf(match.view) ? this.#planned.move : null;
  }

  /** Plans a move, or none. @param {BoardMatch} match @param {string | null} move */
  set({ start, view }, move) {
    this.#planned = move === null ? null : { match: start.match_id, ply: pliesOf(view), move };
  }
}

/** How many plies one has made. @param {BoardView} view */
const pliesOf = ({ position, you }) =>
  "notation" in position ? position.notation.filter(([seat]) => seat === you).length : 0;
