// The time of each seat. During a match the server tells the times of deciding players, and those of the others follow from earlier
// messages; in a finished match they follow from the clock and the times of all actions. Pure functions.

/**
 * @import { BoardMatch } from "../boardmatch.js"
 * @import { Room } from "../room.js"
 * @import { BoardVariant, Clock as Terms, RoomEvent, Seat } from "../types/protocol.js"
 */

import { ON_BOARD } from "../boardmatch.js";
import { boardOf } from "./sides.js";

/** The remaining time of a seat at some time, or null if unknown. @typedef {{ left_ms: number | null, at: number, runs: boolean }} Clock */

/**
 * The clocks of all seats. If there is one time for the whole match, a seat that is not on turn has what was left, plus the increments of
 * its actions; with other clocks it has none.
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
    const isBack = done.slice(0, seen).some(({ action }) => action.do === "accept_take_back");
    const before = clocks;
    clocks = Array.from({ length: start.seats }, (_, seat) => {
      const { at } = now;
      const asked = now.deciding.find((one) => one.seat === seat);
      if (asked) return { left_ms: asked.left_ms, at, runs: now.runs };
      const was = before[seat];
      const acted = since.filter(({ action }) => action.seat === seat).length;
      // Before its first move each player has the full time; earlier choices had a time of their own.
      const isFresh = !was || (now.moves === 0 && !acted && !isBack);
      if (isFresh && now.moves < start.seats)
        return { left_ms: isWhole ? (bank?.bank_ms ?? now.deciding[0]?.left_ms ?? null) : null, at, runs: false };
      if (!was || !isWhole || was.left_ms === null) return { left_ms: null, at, runs: false };
      const spent = was.runs ? Math.min(was.left_ms, at - was.at) : 0;
      return { left_ms: was.left_ms - spent + (bank?.increment_ms ?? 0) * acted, at, runs: false };
    });
  }
  return clocks;
}

/**
 * Whether an event is an action on a board, which takes time of the clock.
 *
 * @param {RoomEvent} event
 * @returns {event is Extract<RoomEvent, { at_ms: number }> & { seat: Seat }}
 */
const usesTime = (event) => "at_ms" in event && [...ON_BOARD, "ally", "time_out"].includes(event.do);

/** Whether a player resigns on their turn with this event, or it takes a turn back, so that the next player's time begins. @param {RoomEvent[]} events @param {number} at */
function givesTurnUp(events, at) {
  const event = events[at];
  if (event?.do === "accept_take_back") return true;
  if (event?.do !== "resign") return false;
  const before = events.slice(0, at).findLast((one) => "position" in one);
  return before !== undefined && "position" in before && before.position.turn.includes(event.seat);
}

/**
 * How long the player took for the last of these events: since the last action on the same board, or since a player on turn resigned
 * there. 0 for events that take no time.
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
 * The time that each seat had left for the whole match after these events of a finished match; null if there is no such clock, for bots,
 * and from when a stand-in played for an absent player.
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
    // Choices before the first move have a time of their own.
    const free = event.do === "ally" ? Infinity : clock && "decision_ms" in clock ? clock.decision_ms : 0;
    const over = Math.max(0, tookMs(variant, events.slice(0, i + 1)) - free);
    const gained = clock && "increment_ms" in clock && ON_BOARD.includes(event.do) ? clock.increment_ms : 0;
    left[event.seat] = Math.max(0, before - over) + gained;
  }
  return left;
}
