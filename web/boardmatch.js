// A match on a board, as room.js keeps it: what an event does to it, and the time that each seat has. Functions without side effects.

/**
 * @import { Asked, Room } from "./room.js"
 * @import { BoardText, BoardView, MatchStart, MatchState, Seat, SeenBoardAction, SeenBoardEvent } from "./types/protocol.js"
 */

/**
 * A match on a board: its view, what was done since this page looks on, and the time of each seat.
 *
 * @typedef {Omit<MatchState, "view"> & { view: BoardView, done: Done[], clocks: Clock[] }} BoardMatch
 *
 * @typedef {{ action: SeenBoardAction, before: BoardText | undefined }} Done an action, and the board before it as far as it was seen
 *
 * @typedef {{ left_ms: number | null, at: number, runs: boolean, acted?: number }} Clock what a seat had left at a time, or null where that is not
 *   known; and how often it has acted on the board since
 */

/** What adds to one's time. */
const ON_BOARD = ["move", "drop", "flip", "place", "remove"];

/** A board before it is set up. @param {MatchStart} start @param {Seat | null} you @returns {BoardView} */
export function newBoard(start, you) {
  const { variant, options } = /** @type {Pick<BoardView, "variant" | "options">} */ (start);
  const position = { turn: [], moves: 0, offer: null };
  return { variant, options, you, stage: "play", position, outcome: null };
}

/**
 * A match on a board after an event. Its position comes whole, but for the plies: of these only the new ones.
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
  const clocks = match.clocks.map((clock, seat) =>
    seat === event.seat && ON_BOARD.includes(event.do) ? { ...clock, acted: (clock.acted ?? 0) + 1 } : clock,
  );
  return { ...match, view: seen, clocks, done: [...match.done, { action: event, before: before.board }] };
}

/**
 * The time that each seat has. The server tells it of seats that are asked. Where one time is for the whole match, a seat that was asked
 * and is not has what was left, and what its action added; elsewhere none.
 *
 * @param {Room} room
 * @param {BoardMatch} match
 * @param {Asked} now
 * @returns {Clock[]}
 */
export function clocksAt({ state }, { start, view, clocks }, { deciding, at }) {
  const { clock } = state?.settings ?? {};
  const bank = clock?.kind === "bank" ? clock : null;
  const isWhole = bank !== null || (clock?.kind === "auto" && view.options.on_time === "lose");
  return Array.from({ length: start.seats }, (_, seat) => {
    const asked = deciding.find((one) => one.seat === seat);
    if (asked) return { left_ms: asked.left_ms, at, runs: true };
    const before = clocks[seat];
    // Before its first move each has the same; what was chosen before that had a time of its own.
    const isFresh = !before || (view.position.moves === 0 && !before.acted);
    if (isFresh && view.position.moves < start.seats)
      return { left_ms: isWhole ? (bank?.bank_ms ?? deciding[0]?.left_ms ?? null) : null, at, runs: false };
    if (!before || !isWhole || before.left_ms === null) return { left_ms: null, at, runs: false };
    const spent = before.runs ? Math.min(before.left_ms, at - before.at) : 0;
    const added = (bank?.increment_ms ?? 0) * (before.acted ?? 0);
    return { left_ms: before.left_ms - spent + added, at, runs: false };
  });
}
