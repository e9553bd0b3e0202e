// How a ply of a better line (boards/line.js) is played, for games in which one does more than to move a piece or to turn one up.

/** @import { BoardOptions, BoardSight, BoardVariant } from "../types/protocol.js" */

import { line as squareChess } from "./square-chess/line.js";

/**
 * What a ply does, and the position after it. That a match is drawn then is not said.
 *
 * @typedef {object} Played
 * @property {{ do: "move", move: string } | { do: "flip" | "place" | "remove", at: string }} did
 * @property {BoardSight} position
 *
 * Plays a legal ply, written as in decisions, after these positions of its match; undefined if they do not show the board.
 * @typedef {(positions: BoardSight[], ply: string, options: BoardOptions) => Played | undefined} Line
 */

/** @type {Partial<Record<BoardVariant, Line>>} */
export const LINES = { "square-chess": squareChess };
