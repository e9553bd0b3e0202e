// The best line of a reviewed move (docs/REVIEW.md): plies that were not played, as steps of the match.

/**
 * @import { Step } from "../views/steps.js"
 * @import { BoardVariant, RoomEvent } from "../types/protocol.js"
 * @import { Point } from "./points.js"
 */

import { boardGame } from "../games/boards.js";
import { onBoard } from "../room.js";
import { after } from "../views/steps.js";
import { placeOf, pointsOf } from "./points.js";
import { boardText } from "./position.js";
import { shapeOf } from "./shape.js";

/**
 * The steps of a match before the step `at`, and from there these moves of two players in turn; `from` is the step before the first of them.
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
  let text = boardText(match?.view.position.board);
  if (!last || !match || text === undefined) return { steps: really, from: 0 };
  const { variant } = match.view;
  let { position } = match.view;
  let [seat = 0] = position.turn;
  const at_ms = "at_ms" in last.event ? last.event.at_ms : 0;
  /** @type {{ event: RoomEvent, open: null }[]} */
  const events = [];
  for (const move of plies) {
    const [from, to] = pointsOf(move);
    if (!from || !to) break;
    const played = moved(variant, text, from, to);
    text = played.text;
    const captured = position.captured?.map((count, i) => count + Number(i === seat && played.takes));
    const { repeated: _, ...rest } = position;
    position = { ...rest, board: text, turn: [1 - seat], moves: position.moves + 1, ...(captured && { captured }) };
    if ("notation" in position) position = { ...position, notation: [[seat, move]] };
    events.push({ event: { do: "move", move, seat, position, at_ms }, open: null });
    seat = 1 - seat;
  }
  return { steps: [...before, ...after(last.room, events)], from: before.length - 1 };
}

/** The text of a board after a move, and whether that captures. @param {BoardVariant} variant @param {string} text @param {Point} from @param {Point} to */
export function moved(variant, text, from, to) {
  const { points, first } = shapeOf(variant);
  // Such a text has a letter for each point.
  if (boardGame(variant).read) {
    const men = [...text];
    const [start, end] = [points.indexOf(from), points.indexOf(to)];
    men[end] = men[start] ?? "";
    men[start] = ".";
    return { text: men.join(""), takes: false };
  }
  const [squares = "", mover = "", ...rest] = text.split(" ");
  const ranks = squares.split("/").map((row) => [...row.replace(/\d+/g, (count) => ".".repeat(Number(count)))]);
  /** @param {Point} point @returns {[row: string[], file: number]} */
  const placed = (point) => {
    const [file, rank] = placeOf(point);
    return [ranks[first + ranks.length - 1 - rank] ?? [], file];
  };
  const [[row, file], [goal, end]] = [placed(from), placed(to)];
  const takes = goal[end] !== ".";
  goal[end] = row[file] ?? "";
  row[file] = ".";
  const written = ranks.map((row) => row.join("").replace(/\.+/g, (empty) => String(empty.length))).join("/");
  return { text: [written, mover === "w" ? "b" : "w", ...rest].join(" "), takes };
}
