// The sides of a board: from which side a seat sees it, and which pieces are its own. Pure functions.

/**
 * @import { BoardVariant, BoardView, Seat, State } from "../types/protocol.js"
 * @import { Turn } from "./shape.js"
 */

import { boardText, positionOf, STATE_LETTERS } from "./position.js";

/** The side of the board on which a state's army starts. @type {Record<State, Turn>} */
const CAMPS = { qin: 1, chu: 0, han: 0, qi: 3, wei: 3, zhao: 2, yan: 2 };

/**
 * The turn for a seat's view of its board, or of both boards, its own first; spectators have the view of the first seat.
 *
 * @param {Pick<BoardView, "variant" | "position" | "first">} view
 * @param {Seat | null} seat
 * @returns {{ turn: Turn[], boards: number[] }}
 */
export function sideOf({ variant, position, first = 0 }, seat) {
  const at = seat ?? first;
  switch (variant) {
    case "xiangqi":
      return { turn: [at === first ? 0 : 2], boards: [0] };
    case "supply-chess": {
      // The partner's board is also seen from the partner's side.
      const own = at === 0 || at === 1 ? 0 : 1;
      const turns = /** @type {Turn[]} */ (at % 2 ? [2, 0] : [0, 2]);
      return { turn: own ? [turns[1] ?? 0, turns[0] ?? 0] : turns, boards: own ? [1, 0] : [0, 1] };
    }
    case "qi-guo-xiangxi": {
      const states = "states" in position ? position.states : [];
      const own = states.find((standing) => standing.seat === at)?.state;
      return { turn: [own ? CAMPS[own] : 0], boards: [0] };
    }
    case "pong-hau-ki":
      return { turn: [at === 1 ? 1 : 3], boards: [0] };
    default:
      return { turn: [0], boards: [0] };
  }
}

/**
 * The players of a board, red and black; null for a seat that is still free.
 *
 * @param {Pick<BoardView, "variant" | "first">} view
 * @param {number} board
 * @returns {[red: Seat, black: Seat]}
 */
export function playersOf({ variant, first = 0 }, board = 0) {
  if (variant === "supply-chess") return board ? [3, 2] : [0, 1];
  return [first, 1 - first];
}

/**
 * The seats whose plates are above and below a board; none in seven kingdoms, whose plates are beside it.
 *
 * @param {Pick<BoardView, "variant" | "first" | "you">} view
 * @param {number} seats
 * @param {number} board
 * @param {{ turn: number, turned: boolean }} how how the board lies, and whether somebody has turned it
 * @returns {[above: Seat[], below: Seat[]]}
 */
export function seatsAround(view, seats, board, { turn, turned }) {
  const own = view.you ?? view.first ?? 0;
  if (view.variant === "qi-guo-xiangxi") return [[], []];
  const [red, black] = playersOf(view, board);
  if (["xiangqi", "supply-chess"].includes(view.variant)) return turn === 0 ? [[black], [red]] : [[red], [black]];
  const others = Array.from({ length: seats }, (_, seat) => seat).filter((seat) => seat !== own);
  return turned && view.variant !== "blind-chess" ? [[own], others] : [others, [own]];
}

/**
 * The colour of a seat as it is written in positions: `w` red, `b` black; `x` and `o`; null if it is unknown, or not a single one.
 *
 * @param {BoardView} view
 * @param {Seat} seat
 */
export function colourOf(view, seat) {
  const { variant, position, first = 0 } = view;
  switch (variant) {
    case "xiangqi":
      return seat === first ? "w" : "b";
    case "supply-chess":
      return seat === 0 || seat === 3 ? "w" : "b";
    case "blind-chess": {
      // The colour on turn is in the text; it is the colour of the seat whose decision is open.
      const [, mover = "-"] = typeof position.board === "string" ? position.board.split(" ") : [];
      const [asked] = position.turn;
      if (mover === "-" || asked === undefined) return null;
      return (seat === asked) === (mover === "w") ? "w" : "b";
    }
    case "qi-guo-xiangxi":
      return null;
    default:
      return seat === 0 ? "x" : "o";
  }
}

/**
 * The state that a seat of seven kingdoms has before any choices; null if it depends on the choices.
 *
 * @param {number} seats
 * @param {Seat} seat
 */
export function settledState(seats, seat) {
  const states = Object.keys(STATE_LETTERS);
  if (seats === states.length) return states[seat] ?? null;
  // Qin, Chu and Qi choose an ally: as many of them as there are players missing.
  return ["qin", "chu", "qi"].slice(0, states.length - seats)[seat] ?? null;
}

/** The states that a seat commands, as letters. @param {BoardView["position"]} position @param {Seat} seat */
export const statesOf = (position, seat) =>
  "states" in position
    ? position.states.filter((one) => one.seat === seat).map((one) => STATE_LETTERS[one.state] ?? "")
    : [];

/** The reserve of a seat, as far as it is visible. @param {BoardView} view @param {Seat} seat */
export function reserveOf(view, seat) {
  const { variant, position } = view;
  const text = boardText(position.board, boardOf(variant, seat));
  const red = colourOf(view, seat) === "w";
  const reserve = text === undefined ? "" : positionOf(variant, text).reserve;
  return [...reserve].filter((code) => (code === code.toUpperCase()) === red);
}

/** The number of the board on which a seat plays: supply chess has two. @param {BoardVariant} variant @param {Seat} seat */
export const boardOf = (variant, seat) => (variant === "supply-chess" && seat > 1 ? 1 : 0);
