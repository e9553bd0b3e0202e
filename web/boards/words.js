// Boards and actions in words: for screen readers, for the list of moves, and for people who do not read the pieces.

/**
 * @import { KnownRoom } from "../room.js"
 * @import { Shown } from "./board.js"
 * @import { Point } from "./points.js"
 * @import { BoardMatch } from "../boardmatch.js"
 * @import { BoardOutcome, BoardVariant, BoardView, Seat, SeenBoardAction } from "../types/protocol.js"
 */

import { boardGame } from "../games/boards.js";
import { known, list, t } from "../texts.js";
import { about, nameAt, namesAt, togetherTold } from "../views/told.js";
import { pointsOf } from "./points.js";
import { boardText, positionOf } from "./position.js";
import { boardOf } from "./sides.js";

/**
 * A piece by its code.
 *
 * @param {BoardVariant} variant
 * @param {string} code
 */
export function manTold(variant, code) {
  if (code === "?") return t("board.down");
  if (code === "*") return t("board.zhou");
  if (code === "x" || code === "o") return t(`board.stone.${code}`);
  return boardGame(variant).told?.(code) ?? t(`piece.${code}`);
}

/**
 * A point and its contents.
 *
 * @param {Shown} shown
 * @param {Point} point
 * @param {string | undefined} code
 * @param {{ aims: boolean, does: boolean, last: boolean, chosen: boolean, planned: boolean }} how
 */
export function pointTold({ variant, text }, point, code, { aims, does, last, chosen, planned }) {
  const there = code ? manTold(variant, code) : text === undefined ? "" : t("board.empty");
  const more = [
    chosen && t("board.chosen"),
    planned && t("board.planned"),
    aims && t(code ? "board.takes" : "board.goes"),
    does && !chosen && t("board.does"),
    last && t("board.was_last"),
  ];
  return [point, there, ...more].filter(Boolean).join(", ");
}

/** The argument of an action, in the form of decisions; undefined for actions without one. @param {SeenBoardAction} action */
export function choiceOf(action) {
  switch (action.do) {
    case "move":
      return action.move;
    case "drop":
      return `${action.piece}@${action.to}`;
    case "flip":
    case "place":
    case "remove":
      return action.at;
    case "ally":
      return action.state;
    default:
      return "";
  }
}

/**
 * An action in words, without the player. `before` and `after` are texts of the board, if it is visible.
 *
 * @param {BoardVariant} variant
 * @param {SeenBoardAction} action
 * @param {string | undefined} before
 * @param {string | undefined} after
 */
export function actionTold(variant, action, before, after) {
  const men = (/** @type {string | undefined} */ text) => (text === undefined ? null : positionOf(variant, text).men);
  const choice = choiceOf(action);
  const [from = "", to = from] = pointsOf(choice);
  switch (action.do) {
    case "move": {
      const moved = men(before)?.get(from) ?? men(after)?.get(to);
      const taken = men(before)?.get(to);
      if (!moved) return `${from}–${to}`;
      const values = { man: manTold(variant, moved), from, to };
      return taken ? t("act.take", { ...values, taken: manTold(variant, taken) }) : t("act.move", values);
    }
    case "drop":
      return t("act.drop", { man: t(`piece.${action.piece}`), to: action.to });
    case "flip": {
      const up = men(after)?.get(action.at);
      return t("act.flip", { at: action.at, man: up ? manTold(variant, up) : "?" });
    }
    case "place":
    case "remove":
      return t(`act.${action.do}`, { at: action.at });
    case "ally":
      return t("act.ally", { state: stateTold(action.state) });
    default:
      return t(`act.${action.do}`);
  }
}

/** @param {string} state */
export const stateTold = (state) => known(`state.${state}`) ?? state;

/**
 * An action in words, with the player.
 *
 * @param {KnownRoom} room
 * @param {BoardVariant} variant
 * @param {SeenBoardAction} action
 * @param {Parameters<typeof boardText>[0]} before
 */
export function actionOfTold(room, variant, action, before) {
  const board = boardOf(variant, action.seat);
  const what = actionTold(variant, action, boardText(before, board), boardText(action.position.board, board));
  return t("told.board", { name: nameAt(room, action.seat), what });
}

/** Whether an action has led to a position that occurred before once. @param {BoardVariant} variant @param {SeenBoardAction} action */
export function repeats(variant, action) {
  const board = boardOf(variant, action.seat);
  const repeated = action.position.repeated ?? [];
  return choiceOf(action) !== "" && repeated.some((seat) => boardOf(variant, seat) === board);
}

/**
 * A text that a position has occurred for the second time; if there are two boards, with the player on turn; empty if none has.
 *
 * @param {KnownRoom} room
 * @param {BoardView} view
 */
export function repeatedTold(room, { variant, position: { repeated = [] } }) {
  if (!repeated.length) return "";
  const what = t("board.repeated");
  return boardGame(variant).players ? t("told.board", { name: namesAt(room, repeated), what }) : what;
}

/** The ends that one player brings about, and has lost by. @type {BoardOutcome["end"][]} */
const LOST_BY_ONE = ["resigned", "time"];

/**
 * How a match ended, with the reason. `match` tells which of several losers resigned or ran out of time.
 *
 * @param {KnownRoom} room
 * @param {BoardOutcome | null | undefined} outcome
 * @param {Pick<BoardMatch, "done"> | null} [match]
 */
export function endTold(room, outcome, match) {
  if (!outcome) return t("told.abandoned");
  const { end } = outcome;
  const loser = LOST_BY_ONE.includes(end) ? loserOf(outcome, match) : null;
  const why = loser === null ? known(`board.end.${end}`) : about(room, loser, `board.end.${end}.by`);
  return [winnersTold(room, outcome), why].filter(Boolean).join(" ");
}

/** Who resigned or ran out of time: the only loser, or as far as the actions tell; else null. @param {BoardOutcome} outcome @param {Pick<BoardMatch, "done"> | null | undefined} match @returns {Seat | null} */
function loserOf({ winners, sides }, match) {
  const losers = sides.flat().filter((seat) => !winners.includes(seat));
  const [loser] = losers;
  if (losers.length === 1 && loser !== undefined) return loser;
  const last = match?.done.findLast(
    ({ action }) => losers.includes(action.seat) && ["resign", "time_out"].includes(action.do),
  );
  return last?.action.seat ?? null;
}

/** @param {KnownRoom} room @param {BoardOutcome} outcome */
function winnersTold(room, { winners, sides }) {
  const [winner, ...more] = winners;
  if (winner === undefined) return t("told.over.nobody");
  if (more.length === 0) return about(room, winner, "told.over");
  if (sides.length > 1 && winners.length === sides.flat().length) return t("board.drawn");
  const team = sides.some((side) => side.length === winners.length && side.every((seat) => winners.includes(seat)));
  return togetherTold(room, winners, team ? "board.team" : "told.over.shared");
}

/** Pieces in words; equal ones are counted. @param {BoardVariant} variant @param {string} codes */
export function menTold(variant, codes) {
  const counts = new Map();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  return list(
    [...counts].map(([code, n]) =>
      n > 1 ? t("board.men", { man: manTold(variant, code), n }) : manTold(variant, code),
    ),
  );
}
