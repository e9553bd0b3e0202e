// A ply of square chess, and who decides what after it: docs/BOARDS.md §8.

/**
 * @import { Point } from "../../boards/points.js"
 * @import { BoardOptions, BoardPhase, BoardSight, GameFields, Seat } from "../../types/protocol.js"
 *
 * @typedef {BoardSight & Extract<GameFields, { due: unknown }>} Position
 *
 * @typedef {Map<Point, string>} Men the stones on a board
 *
 * @typedef {{ turn: Seat[], phase: BoardPhase | null, due: number | null }} Asked who decides, and what
 */

import { placeOf, pointAt, pointsOf } from "../../boards/points.js";
import { positionOf, rowText } from "../../boards/position.js";
import { rowsOf, shapeOf } from "../../boards/shape.js";

/** The stones of each seat. */
const STONES = ["x", "o"];

/** How many stones each seat removes when the board is full. @param {BoardOptions} options @returns {[number, number]} */
const firstRemovals = ({ board }) => (board === "7x7" ? [1, 2] : [1, 1]);

/** @type {import("../lines.js").Line} */
export function line(positions, ply, options) {
  const before = positions.at(-1);
  if (!before || before.board === undefined || !("due" in before)) return undefined;
  const { phase, captured = [] } = before;
  const [seat = 0] = before.turn;
  const [at = "", to = at] = pointsOf(ply);
  const men = menOf(before);
  if (phase !== "place") men.delete(at);
  if (phase !== "remove") men.set(to, STONES[seat] ?? "");
  const after = { ...before, board: textOf(men, options) };
  if (phase === "place") return { did: { do: phase, at }, position: { ...after, ...afterPlacing(men, seat, options) } };
  if (phase === "remove") {
    const removed = { ...after, captured: captured.map((count, i) => count + Number(i === seat)) };
    return { did: { do: phase, at }, position: { ...removed, ...afterRemoval(positions, removed, options) } };
  }
  const formed = squaresOf(men, seat).filter((square) => square.includes(to)).length;
  const moved = { ...after, moves: before.moves + 1, quiet: formed > 0 ? 0 : before.quiet + 1 };
  const next = formed > 0 ? asked("remove", seat, formed) : asksToMove(men, 1 - seat, options);
  return { did: { do: "move", move: ply }, position: { ...moved, ...next } };
}

/** @param {BoardPhase} phase @param {Seat} seat @param {number | null} [due] @returns {Asked} */
const asked = (phase, seat, due = null) => ({ turn: [seat], phase, due });

/** @param {Men} men @param {Seat} seat who has placed a stone @param {BoardOptions} options */
function afterPlacing(men, seat, options) {
  const isFull = men.size === shapeOf("square-chess", options).points.length;
  return isFull ? asked("remove", 0, firstRemovals(options)[0]) : asked("place", 1 - seat);
}

/**
 * What is asked after a removal: what else is due, the first removals of the other seat, those for the squares that stood when both had made
 * these, or a move; nothing if no stone is left to remove.
 *
 * @param {BoardSight[]} positions those before it
 * @param {Position} now the one after it, which does not say yet what is asked
 * @param {BoardOptions} options
 * @returns {Asked}
 */
function afterRemoval(positions, now, options) {
  const { due, moves, turn } = now;
  const [seat = 0] = turn;
  const men = menOf(now);
  if (![...men.values()].includes(STONES[1 - seat] ?? "")) return { turn: [], phase: null, due: null };
  if (due !== null && due > 1) return asked("remove", seat, due - 1);
  if (moves > 0) return asksToMove(men, 1 - seat, options);
  const [one, other] = firstRemovals(options);
  const first = [...positions, now].findLast((position) => removals(position) === one + other);
  if (!first) return asked("remove", 1, other);
  const owed = STONES.map((_, i) => squaresOf(menOf(first), i).length);
  const next = owed.findIndex((count, i) => count > 0 && (first === now || i > seat));
  return next < 0 ? asksToMove(men, 0, options) : asked("remove", next, owed[next]);
}

/** Asks a seat to move, or the other one if it cannot. @param {Men} men @param {Seat} seat @param {BoardOptions} options */
function asksToMove(men, seat, options) {
  const { points } = shapeOf("square-chess", options);
  const isFree = (/** @type {Point} */ point) => points.includes(point) && !men.has(point);
  const canMove = [...men].some(([point, stone]) => stone === STONES[seat] && beside(point).some(isFree));
  return asked("move", canMove ? seat : 1 - seat);
}

/** The points a step away. @param {Point} point */
function beside(point) {
  const [file, rank] = placeOf(point);
  return [pointAt(file - 1, rank), pointAt(file + 1, rank), pointAt(file, rank - 1), pointAt(file, rank + 1)];
}

/** The squares of a seat, each with its four points. @param {Men} men @param {Seat} seat */
function squaresOf(men, seat) {
  const squares = [...men.keys()].map((point) => {
    const [file, rank] = placeOf(point);
    return [point, pointAt(file + 1, rank), pointAt(file, rank + 1), pointAt(file + 1, rank + 1)];
  });
  return squares.filter((square) => square.every((point) => men.get(point) === STONES[seat]));
}

/** @param {BoardSight} position */
const removals = ({ captured = [] }) => captured.reduce((sum, count) => sum + count, 0);

/** @param {BoardSight} position @returns {Men} */
const menOf = ({ board }) => positionOf("square-chess", String(board)).men;

/** The text of a board. @param {Men} men @param {BoardOptions} options */
const textOf = (men, options) =>
  rowsOf(shapeOf("square-chess", options), 0)
    .map((row) => rowText(row.map((point) => men.get(point) ?? ".")))
    .join("/");
