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

/** The kinds of action that are made on the board; they add the increment to the clock. @type {string[]} */
export const ON_BOARD = ["move", "drop", "flip", "place", "remove"];

/** A board before the setup. @param {MatchStart} start @param {Seat | null} you @returns {BoardView} */
export function newBoard(start, you) {
  const { variant, options } = /** @type {Pick<BoardView, "variant" | "options">} */ (start);
  const position = { turn: [], moves: 0, offer: null };
  return { variant, options, you, stage: "play", position, outcome: null };
}

/**
 * A match on a board after an event. The event contains the whole position, but of the plies only the new ones. After a
 * take-back fewer plies stand than before.
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
  const plies = "notation" in position ? [...standing(before, position), ...position.notation] : null;
  const now = plies ? { ...position, notation: plies } : position;
  /** @type {BoardView["stage"]} */
  const stage = "phase" in position && position.phase === "ally" ? "ceremony" : "play";
  const seen = { ...view, stage, position: now };
  if (event.do === "set_up")
    return { ...match, view: { ...seen, ...(event.first !== undefined && { first: event.first }) } };
  return { ...match, view: seen, done: [...match.done, { action: event, before: before.board }] };
}

/**
 * The plies of a position that stand in a later one.
 *
 * @param {BoardView["position"]} before
 * @param {BoardView["position"]} after with its new plies alone
 */
function standing(before, after) {
  if (!("notation" in before && "notation" in after)) return [];
  return before.notation.slice(0, Math.max(after.moves - after.notation.length, 0));
}

/**
 * The actions on the board, and choices of allies, that were not taken back.
 *
 * @template {Pick<Done, "action">} T
 * @param {T[]} done
 */
export function doneStanding(done) {
  /** @type {T[]} */
  const stand = [];
  for (const one of done) {
    const { action } = one;
    if (action.do === "accept_take_back") {
      // The last turn of the other seat, and all after it.
      const isTheirs = (/** @type {T} */ { action: { seat } }) => seat !== action.seat;
      const last = stand.findLastIndex(isTheirs);
      const before = stand.slice(0, Math.max(last, 0)).findLastIndex((known) => !isTheirs(known));
      stand.length = before + 1;
    } else if (ON_BOARD.includes(action.do) || action.do === "ally") stand.push(one);
  }
  return stand;
}
