// The sides of a board: from which side a seat sees it, and which pieces are its own. Pure functions.

/**
 * @import { BoardVariant, BoardView, Seat } from "../types/protocol.js"
 * @import { Turn } from "./shape.js"
 */

import { boardGame } from "../games/boards.js";
import { boardText, positionOf } from "./position.js";

/**
 * How a seat sees its board, or both boards, its own first: the turn and the number of each.
 * @typedef {{ turn: Turn[], boards: number[] }} Side
 */

/** A board that everybody sees from the same side. @returns {Side} */
const STRAIGHT = () => ({ turn: [0], boards: [0] });

/**
 * The turn for a seat's view of its board, or of both boards, its own first; spectators have the view of the first seat.
 *
 * @param {Pick<BoardView, "variant" | "position" | "first">} view
 * @param {Seat | null} seat
 * @returns {Side}
 */
export function sideOf({ variant, position, first = 0 }, seat) {
  const { side = STRAIGHT } = boardGame(variant);
  return side({ position, first }, seat ?? first);
}

/**
 * The players of a board, red and black; null for a seat that is still free.
 *
 * @param {Pick<BoardView, "variant" | "first">} view
 * @param {number} board
 * @returns {[red: Seat, black: Seat]}
 */
export function playersOf({ variant, first = 0 }, board = 0) {
  return boardGame(variant).players?.[board] ?? [first, 1 - first];
}

/**
 * The seats whose plates are above and below a board; none where they are beside it.
 *
 * @param {Pick<BoardView, "variant" | "first" | "you">} view
 * @param {number} seats
 * @param {number} board
 * @param {{ turn: number, turned: boolean }} how how the board lies, and whether somebody has turned it
 * @returns {[above: Seat[], below: Seat[]]}
 */
export function seatsAround(view, seats, board, { turn, turned }) {
  const own = view.you ?? view.first ?? 0;
  const { plates } = boardGame(view.variant);
  if (plates === "beside") return [[], []];
  const [red, black] = playersOf(view, board);
  if (plates === "sides") return turn === 0 ? [[black], [red]] : [[red], [black]];
  const others = Array.from({ length: seats }, (_, seat) => seat).filter((seat) => seat !== own);
  return turned && plates !== "fixed" ? [[own], others] : [others, [own]];
}

/**
 * The colour of a seat as it is written in positions: `w` red, `b` black; `x` and `o`; null if it is unknown, or not a single one.
 *
 * @param {BoardView} view
 * @param {Seat} seat
 */
export function colourOf(view, seat) {
  const { colour } = boardGame(view.variant);
  return colour ? colour(view, seat) : seat === 0 ? "x" : "o";
}

/** The reserve of a seat, as far as it is visible. @param {BoardView} view @param {Seat} seat */
export function reserveOf(view, seat) {
  const { variant, position } = view;
  const text = boardText(position.board, boardOf(variant, seat));
  const red = colourOf(view, seat) === "w";
  const reserve = text === undefined ? "" : positionOf(variant, text).reserve;
  return [...reserve].filter((code) => (code === code.toUpperCase()) === red);
}

/** The number of the board on which a seat plays: some games have two. @param {BoardVariant} variant @param {Seat} seat */
export const boardOf = (variant, seat) => (boardGame(variant).players?.[1]?.includes(seat) ? 1 : 0);
