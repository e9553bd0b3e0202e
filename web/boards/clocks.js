// The time that each seat has: the server tells it of those that are asked, and what others have follows from what it told before. Pure functions.

/**
 * @import { BoardMatch } from "../boardmatch.js"
 * @import { Room } from "../room.js"
 */

/** What a seat had left at a time, or null where that is not known. @typedef {{ left_ms: number | null, at: number, runs: boolean }} Clock */

/** What adds to one's time. */
const ON_BOARD = ["move", "drop", "flip", "place", "remove"];

/**
 * The clocks of all seats. Where one time is for the whole match, a seat that was asked and is not has what was left, and what its actions
 * added; elsewhere none.
 *
 * @param {Pick<Room, "state">} room
 * @param {BoardMatch} match
 * @returns {Clock[]}
 */
export function clocksOf({ state }, { start, view, done, waited }) {
  const { clock } = state?.settings ?? {};
  const bank = clock?.kind === "bank" ? clock : null;
  const isWhole = bank !== null || (clock?.kind === "auto" && view.options.on_time === "lose");
  /** @type {Clock[]} */
  let clocks = [];
  let seen = 0;
  for (const now of waited) {
    const since = done.slice(seen, now.done).filter(({ action }) => ON_BOARD.includes(action.do));
    seen = now.done;
    const before = clocks;
    clocks = Array.from({ length: start.seats }, (_, seat) => {
      const { at } = now;
      const asked = now.deciding.find((one) => one.seat === seat);
      if (asked) return { left_ms: asked.left_ms, at, runs: true };
      const was = before[seat];
      const acted = since.filter(({ action }) => action.seat === seat).length;
      // Before its first move each has the same; what was chosen before that had a time of its own.
      const isFresh = !was || (now.moves === 0 && !acted);
      if (isFresh && now.moves < start.seats)
        return { left_ms: isWhole ? (bank?.bank_ms ?? now.deciding[0]?.left_ms ?? null) : null, at, runs: false };
      if (!was || !isWhole || was.left_ms === null) return { left_ms: null, at, runs: false };
      const spent = was.runs ? Math.min(was.left_ms, at - was.at) : 0;
      return { left_ms: was.left_ms - spent + (bank?.increment_ms ?? 0) * acted, at, runs: false };
    });
  }
  return clocks;
}
