// A match on a board in the state of room.js, and its changes by events. Functions without side effects.

/**
 * @import { Asked } from "./room.js"
 * @import { BoardText, BoardView, MatchStart, MatchState, Seat, SeenBoardAction, SeenBoardEvent } from "./types/protocol.js"
 */

/**
 * A match on a board: its view, the actions since this page follows it, and the earlier `now` messages since then.
 *
 * @typedef {Omit<MatchState, "view"> & { view: BoardView, done: Done[], waited: Waited[] }} BoardMatch
 *
 * @typedef {{ action: SeenBoardAction, before: BoardText | undefined }} Done an action, and the board before it as far as it was seen
 *
 * @typedef {Pick<Asked, "deciding" | "at"> & { runs: boolean, moves: number, done: number }} Waited what was waited for at a time, whether time runs, and how much was done by then
 */

/** A board before the setup. @param {MatchStart} start @param {Seat | null} you @returns {BoardView} */
export function newBoard(start, you) {
  const { variant, options } = /** @type {Pick<BoardView, "variant" | "options">} */ (start);
  const position = { turn: [], moves: 0, offer: null };
  return { variant, options, you, stage: "play", position, outcome: null };
}

/**
 * A match on a board after an event. The event contains the whole position, but of the plies only the new ones.
 *
 * @param {BoardMatch} match
 * @param {SeenBoardEvent} event
 * @returns {BoardMatch}
 */
export function played(match, event) {
  const { view } = match;
  if (event.do === "ended") {
    const { do: _, ...outcome } = event;
    const { end, winners, scores, sides } = outcome;
    return { ...match, view: { ...view, stage: "over", outcome: { end, winners, scores, sides } } };
  }
  if (!("position" in event)) return match;
  const { position } = event;
  const before = view.position;
  const plies =
    "notation" in position ? [...("notation" in before ? before.notation : []), ...position.notation] : null;
  const now = plies ? { ...position, notation: plies } : position;
  /** @type {BoardView["stage"]} */
  const stage = "phase" in position && position.phase === "ally" ? "ceremony" : "play";
  const seen = { ...view, stage, position: now };
  if (event.do === "set_up")
    return { ...match, view: { ...seen, ...(event.first !== undefined && { first: event.first }) } };
  return { ...match, view: seen, done: [...match.done, { action: event, before: before.board }] };
}
