// What is shown of a room. The state of room.js is always current; while a result is being revealed, a page shows the room as it was
// before it, and then, for as long as the result is held, with it and with nothing that ended the match since. Everything that a person
// sees, hears or is told of a result reads this second value: the table and its panels, the title, sounds, the log. Decisions, clocks and
// times until a start are current. Functions without side effects.

/**
 * @import { Asked, KnownRoom, Room } from "./room.js"
 */

/**
 * A result that is being revealed.
 *
 * @typedef {object} Revealed
 * @property {KnownRoom} before the room before it
 * @property {KnownRoom} after the room with it, and with nothing that came later
 * @property {boolean} hides whether nothing of it is shown yet
 */

import { ofTricks } from "./room.js";

/**
 * A room as it is shown.
 *
 * @param {Room} room
 * @param {Revealed | null | undefined} revealed
 * @returns {Room}
 */
export function shownRoom(room, revealed) {
  if (!revealed || !room.state) return room;
  const { before, after, hides } = revealed;
  const over = isOver(room, revealed);
  const { phase, previous, series, next } = after.state;
  const seats = over ? after.state.seats : room.state.seats;
  return {
    ...room,
    you: over ? after.you : room.you,
    match: hides ? before.match : over ? after.match : room.match,
    finished: after.finished,
    cast: after.cast,
    now: nowShown(room.now, over, hides && ofTricks(after.match) !== null),
    state: { ...room.state, seats, ...(over && { phase, previous, series, next }) },
  };
}

/** Whether the match of a result is over meanwhile. @param {Room} room @param {Revealed} revealed */
const isOver = (room, { after }) => room.match?.start.match_id !== after.match?.start.match_id;

/**
 * What is waited for. After a match that is still shown nothing is; and in a trick game, whose turn it is tells who won the last trick.
 *
 * @param {Asked | null} now
 * @param {boolean} over
 * @param {boolean} tells whether the decisions tell the hidden result
 * @returns {Asked | null}
 */
function nowShown(now, over, tells) {
  if (!now || !(over || tells)) return now;
  const { you, start_left_ms: _, bots_left_ms: __, ...rest } = now;
  return { ...rest, deciding: [], you: you && !over ? { ...you, decision: null, may: [] } : null };
}

/** The results that tables of this page reveal, by room. @type {Map<string, Revealed>} */
const revealing = new Map();

/** Has the event `change` when nothing is revealed at a table any more. */
export const revealEnds = new EventTarget();

/** Says what is being revealed at a table; null for nothing. @param {string} room @param {Revealed | null} now */
export function reveals(room, now) {
  if (now) revealing.set(room, now);
  else if (revealing.delete(room)) revealEnds.dispatchEvent(new Event("change"));
}

/** A room as this page shows it. @param {Room} room */
export const shown = (room) => shownRoom(room, revealing.get(room.id));
