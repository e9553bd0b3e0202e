// The time that each seat has. While a match is played the server tells it of those that are asked, and what others have follows from what
// it told before; in a finished match it follows from the clock and the times of all actions. Pure functions.

/**
 * @import { BoardMatch } from "../boardmatch.js"
 * @import { Room } from "../room.js"
 * @import { BoardVariant, Clock as Terms, RoomEvent, Seat } from "../types/protocol.js"
 */

import { boardOf } from "./sides.js";

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

/** Whether it is an action on a board, of which time is used. @param {RoomEvent} event @returns {event is Extract<RoomEvent, { at_ms: number }> & { seat: Seat }} */
const usesTime = (event) => "at_ms" in event && [...ON_BOARD, "ally", "time_out"].includes(event.do);

/** Whether with this event somebody gives up who was asked, so that the time of whoever is asked next begins. @param {RoomEvent[]} events @param {number} at */
function givesTurnUp(events, at) {
  const event = events[at];
  if (event?.do !== "resign") return false;
  const before = events.slice(0, at).findLast((one) => "position" in one);
  return before !== undefined && "position" in before && before.position.turn.includes(event.seat);
}

/**
 * How long the last of these events took its player: since the action before it on the same board, or since somebody gave up there who
 * was asked. 0 of what takes no time.
 *
 * @param {BoardVariant} variant
 * @param {RoomEvent[]} events
 */
export function tookMs(variant, events) {
  const last = events.at(-1);
  if (!last || !usesTime(last)) return 0;
  const board = boardOf(variant, last.seat);
  const before = events
    .slice(0, -1)
    .findLast((event, at) => (usesTime(event) ? boardOf(variant, event.seat) === board : givesTurnUp(events, at)));
  return last.at_ms - (before && "at_ms" in before ? before.at_ms : 0);
}

/**
 * What each seat had left for the whole match after these events of a finished one; null where there is no such time, of computer players,
 * and from when on somebody else played for whoever was away.
 *
 * @param {{ variant: BoardVariant, clock: Terms | undefined, people: boolean[] }} match
 * @param {RoomEvent[]} events
 */
export function leftAfter({ variant, clock, people }, events) {
  const bank_ms = clock && "bank_ms" in clock ? clock.bank_ms : 0;
  /** @type {(number | null)[]} */
  const left = people.map((person) => (person && bank_ms > 0 ? bank_ms : null));
  for (const [i, event] of events.entries()) {
    if (!usesTime(event)) continue;
    const before = left[event.seat];
    if (before == null) continue;
    if (event.by === "away") {
      left[event.seat] = null;
      continue;
    }
    // What is chosen before the first move has a time of its own.
    const free = event.do === "ally" ? Infinity : clock && "decision_ms" in clock ? clock.decision_ms : 0;
    const over = Math.max(0, tookMs(variant, events.slice(0, i + 1)) - free);
    const gained = clock && "increment_ms" in clock && ON_BOARD.includes(event.do) ? clock.increment_ms : 0;
    left[event.seat] = Math.max(0, before - over) + gained;
  }
  return left;
}
