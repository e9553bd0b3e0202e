// A move that is planned during another player's turn: it is made as soon as it is the person's turn, if it is legal then. The page does
// not know the rules of these games, so each own piece can be planned to any point; the decision tells what is legal.

/**
 * @import { BoardMatch } from "../boardmatch.js"
 * @import { BoardView } from "../types/protocol.js"
 */

import { boardGame } from "../games/boards.js";
import { boardText, positionOf } from "./position.js";
import { shapeOf } from "./shape.js";
import { colourOf, sideOf } from "./sides.js";

export class Plan {
  /** The planned move, with its match and the number of the person's ply. @type {{ match: string, ply: number, move: string } | null} */
  #planned = null;
  /** The match, and the number of the person's ply, for which a planned move was not possible. */
  #failed = { match: "", ply: -1 };
  /** The choices for planning on a board. @type {{ text: string, choices: string[] } | null} */
  #made = null;

  /** The choices for planning; the same list while the board is the same. @param {BoardMatch} match @returns {string[] | undefined} */
  choices({ view }) {
    const { variant, you, position, options } = view;
    if (you == null || !boardGame(variant).plans || position.turn.includes(you)) return undefined;
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

  /** Whether a move was planned in this match, even if another one was made. @param {BoardMatch} match */
  isOf({ start }) {
    return this.#planned?.match === start.match_id;
  }

  /** The planned move for the person's next ply in a match, or null. @param {BoardMatch} match */
  of(match) {
    return this.#planned && this.isOf(match) && this.#planned.ply === pliesOf(match.view) ? this.#planned.move : null;
  }

  /** Notes that the move planned for the person's next ply is not possible. @param {BoardMatch} match */
  fail({ start, view }) {
    this.#failed = { match: start.match_id, ply: pliesOf(view) };
  }

  /** Whether the move planned for the person's next ply was not possible. @param {BoardMatch} match */
  hasFailed({ start, view }) {
    return this.#failed.match === start.match_id && this.#failed.ply === pliesOf(view);
  }

  /** Plans a move; null removes the plan. @param {BoardMatch} match @param {string | null} move */
  set({ start, view }, move) {
    this.#planned = move === null ? null : { match: start.match_id, ply: pliesOf(view), move };
  }
}

/** The number of plies that the person has made. @param {BoardView} view */
const pliesOf = ({ position, you }) =>
  "notation" in position ? position.notation.filter(([seat]) => seat === you).length : 0;
