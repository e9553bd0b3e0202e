// The best line of a reviewed move (docs/REVIEW.md): plies that were not played, as steps of the match.

/**
 * @import { Step } from "../views/steps.js"
 * @import { BoardChoice, BoardSight, BoardVariant, RoomEvent } from "../types/protocol.js"
 * @import { Played } from "../games/lines.js"
 * @import { Point } from "./points.js"
 */

import { boardGame } from "../games/boards.js";
import { LINES } from "../games/lines.js";
import { onBoard } from "../room.js";
import { after } from "../views/steps.js";
import { plyText } from "./plies.js";
import { placeOf, pointsOf } from "./points.js";
import { boardText, positionOf, rowText } from "./position.js";
import { shapeOf } from "./shape.js";

/**
 * The steps of a match before the step `at`, and from there these plies of two players; `from` is the step before the first of them. A flip turns up
 * what lay there, if the match showed it later; else the steps end before it.
 *
 * @param {Step[]} really
 * @param {number} at
 * @param {string[]} plies
 * @returns {{ steps: Step[], from: number }}
 */
export function lineSteps(really, at, plies) {
  const before = really.slice(0, at);
  const last = before.at(-1);
  const match = onBoard(last?.room.match ?? null);
  if (!last || !match || match.view.position.board === undefined) return { steps: really, from: 0 };
  const { variant, options } = match.view;
  const play = LINES[variant] ?? ((positions, ply) => pieceMoved(really, variant, positions, ply));
  const positions = before.flatMap(({ room }) => onBoard(room.match)?.view.position ?? []);
  const at_ms = "at_ms" in last.event ? last.event.at_ms : 0;
  /** @type {{ event: RoomEvent, open: null }[]} */
  const events = [];
  for (const ply of plies) {
    const played = play(positions, ply, options);
    if (!played) break;
    const [seat = 0] = positions.at(-1)?.turn ?? [];
    const { repeated: _, ...position } = played.position;
    positions.push(position);
    events.push({ event: { ...played.did, seat, position, at_ms }, open: null });
  }
  return { steps: [...before, ...after(last.room, events)], from: before.length - 1 };
}

/**
 * Whether the steps of a match can show a choice: what a flip turns up is known where one was in the match.
 *
 * @param {Step[]} steps
 * @param {BoardChoice} choice
 */
export function hasLine(steps, { play }) {
  const variant = onBoard(steps[0]?.room.match ?? null)?.view.variant;
  return pointsOf(play).length > 1 || (variant && variant in LINES) || flipAt(steps, play) !== undefined;
}

/** The plies of a line as the list of moves writes what is removed. @param {Step[]} really @param {number} at @param {string[]} plies */
export function linePlies(really, at, plies) {
  const { steps, from } = lineSteps(really, at, plies);
  const line = steps.slice(from + 1);
  return plies.map((ply, i) => plyText(line[i]?.event.do, ply));
}

/**
 * A ply of players who move a piece in turn, or turn one up.
 *
 * @param {Step[]} really
 * @param {BoardVariant} variant
 * @param {BoardSight[]} positions
 * @param {string} ply
 * @returns {Played | undefined}
 */
function pieceMoved(really, variant, positions, ply) {
  const before = positions.at(-1);
  const text = boardText(before?.board);
  const [from, to] = pointsOf(ply);
  const man = from && !to ? turnedUp(really, variant, from) : undefined;
  if (!before || text === undefined || !from || (!to && !man)) return undefined;
  const [seat = 0] = before.turn;
  /** @type {{ text: string, takes: boolean }} */
  const played = man ? flipped(variant, text, from, man) : moved(variant, text, from, to ?? from);
  const captured = before.captured?.map((count, i) => count + Number(i === seat && played.takes));
  let position = {
    ...before,
    board: played.text,
    turn: [1 - seat],
    moves: before.moves + 1,
    ...(captured && { captured }),
  };
  if ("notation" in position) position = { ...position, notation: [[seat, man ? `${ply}=${man}` : ply]] };
  return { did: man ? { do: "flip", at: from } : { do: "move", move: ply }, position };
}

/** The text of a board after a move, and whether that captures. @param {BoardVariant} variant @param {string} text @param {Point} from @param {Point} to */
export function moved(variant, text, from, to) {
  const { points } = shapeOf(variant);
  // Such a text has a letter for each point.
  if (boardGame(variant).read) {
    const men = [...text];
    const [start, end] = [points.indexOf(from), points.indexOf(to)];
    men[end] = men[start] ?? "";
    men[start] = ".";
    return { text: men.join(""), takes: false };
  }
  const { placed, written } = squaresOf(variant, text);
  const [[row, file], [goal, end]] = [placed(from), placed(to)];
  const takes = goal[end] !== ".";
  goal[end] = row[file] ?? "";
  row[file] = ".";
  return { text: written((mover) => (mover === "w" ? "b" : "w")), takes };
}

/** The text of a board after a piece was turned up, which takes none. @param {BoardVariant} variant @param {string} text @param {Point} at @param {string} man */
export function flipped(variant, text, at, man) {
  const { placed, written } = squaresOf(variant, text);
  const [row, file] = placed(at);
  row[file] = man;
  // With the first flip a player has its colour.
  const own = man === man.toUpperCase() ? "w" : "b";
  return { text: written((mover) => ((mover === "-" ? own : mover) === "w" ? "b" : "w")), takes: false };
}

/** What lay at a point face down, if it was turned up at some step. @param {Step[]} steps @param {BoardVariant} variant @param {Point} at */
function turnedUp(steps, variant, at) {
  const event = flipAt(steps, at);
  const text = event && boardText(event.position.board);
  return text === undefined ? undefined : positionOf(variant, text).men.get(at);
}

/** The flip of a match at a point, if there was one. @param {Step[]} steps @param {string} at */
function flipAt(steps, at) {
  for (const { event } of steps) if (event.do === "flip" && event.at === at) return event;
  return undefined;
}

/** The rows of a text, with a letter for each point, where a point is in them, and the text of them with the next colour on turn. @param {BoardVariant} variant @param {string} text */
function squaresOf(variant, text) {
  const { first } = shapeOf(variant);
  const [squares = "", mover = "", ...rest] = text.split(" ");
  const ranks = squares.split("/").map((row) => [...row.replace(/\d+/g, (count) => ".".repeat(Number(count)))]);
  /** @param {Point} point @returns {[row: string[], file: number]} */
  const placed = (point) => {
    const [file, rank] = placeOf(point);
    return [ranks[first + ranks.length - 1 - rank] ?? [], file];
  };
  const written = (/** @type {(mover: string) => string} */ next) => {
    return [ranks.map(rowText).join("/"), next(mover), ...rest].join(" ");
  };
  return { placed, written };
}
