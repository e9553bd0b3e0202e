// The board games: what each has of its own, loaded with the first of them.

/**
 * @import { Point } from "../boards/points.js"
 * @import { Shape } from "../boards/shape.js"
 * @import { Side } from "../boards/sides.js"
 * @import { BoardOptions, BoardVariant, BoardView, May, RoomState, Seat } from "../types/protocol.js"
 */

import { board as blindChess } from "./blind-chess/board.js";
import { board as pongHauKi } from "./pong-hau-ki/board.js";
import { board as qiGuoXiangxi } from "./qi-guo-xiangxi/board.js";
import { board as squareChess } from "./square-chess/board.js";
import { board as supplyChess } from "./supply-chess/board.js";
import { board as xiangqi } from "./xiangqi/board.js";

/**
 * What a game on a board has of its own. What is left out is as in the simplest one: stones of two players on one board.
 *
 * @typedef {object} BoardGame
 * @property {(size?: BoardOptions["board"]) => Shape} shape its points and lines
 * @property {(text: string) => Map<Point, string>} [read] what stands where, if the text of a position is not in rows
 * @property {RegExp} [cell] a run of empty points, or a piece, if a piece has more than one letter
 * @property {"army" | "stone"} [men] how its pieces are drawn, if not as those of Chinese chess
 * @property {(code: string) => string} [told] a piece in words, if not as in Chinese chess
 * @property {(of: Pick<BoardView, "position"> & { first: Seat }, at: Seat) => Side} [side] how a seat sees its board; the same for all if left out
 * @property {[red: Seat, black: Seat][]} [players] of each board, if there are two: then what a player takes is the partner's reserve
 * @property {"beside" | "sides" | "fixed"} [plates] where the players' plates are: beside the board; at the side of their colour; one's own
 *   always below. If left out, they go with the board when it is turned.
 * @property {(view: BoardView, seat: Seat) => string | null} [colour] the colour of a seat, as it is written in positions; else `x` and `o`
 * @property {(seat: Seat, of: { seats: number, previous: RoomState["previous"] }) => string} [begins] the side that a seat will have in the
 *   next match, in words; empty if that is not decided; else the stones
 * @property {boolean} [generals] whether there are generals that stand in check, and nothing of that is hidden
 * @property {boolean} [plans] whether a move can be planned: all pieces are visible and move from point to point, and players alternate
 * @property {boolean} [large] whether its board is so large that it is zoomed; then the players are beside it, with their states
 * @property {boolean} [hides] whether there is something to show open in a review
 * @property {(at: Advised) => string} [advice] what the coach says on a turn; empty if nothing
 *
 * What advice depends on: the kinds of action that are legal now, their choices, and what is computed only if it is asked for: whether a
 * general is attacked, and how many stones the other player has.
 * @typedef {{ view: BoardView, choices: string[], only(kind: May["do"]): boolean, checked(): boolean, stones(): number }} Advised
 */

/** @type {Record<BoardVariant, BoardGame>} */
const BOARDS = {
  xiangqi,
  "supply-chess": supplyChess,
  "blind-chess": blindChess,
  "qi-guo-xiangxi": qiGuoXiangxi,
  "square-chess": squareChess,
  "pong-hau-ki": pongHauKi,
};

/** What a game has of its own. @param {BoardVariant} variant */
export const boardGame = (variant) => BOARDS[variant];

/** The game whose board is used before any board is shown. @type {BoardVariant} */
export const FIRST_BOARD = "xiangqi";
