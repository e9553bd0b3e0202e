// People of a match who are not connected, and when a stand-in plays for them.

/**
 * @import { KnownRoom } from "../room.js"
 * @import { Clock, Seat } from "../types/protocol.js"
 */

import { personOf } from "../room.js";
import { session } from "../session.js";
import { clockText } from "../terms.js";
import { t } from "../texts.js";

/** With at least this time for a decision, in milliseconds, a table is slow: nobody is expected to stay there between decisions. */
const SLOW_MS = 600_000;

/** @param {Clock | undefined} clock */
export const isSlow = (clock) => clock?.kind === "days" || (clock?.kind === "timed" && clock.decision_ms >= SLOW_MS);

/** Whether nobody plays for absent people of this match: their clock runs on, and they lose when it runs out. @param {KnownRoom} room */
export function losesOnTime({ state, now }) {
  const { options, clock } = state.settings;
  return options.on_time === "lose" && (now?.deciding.some(({ left_ms }) => left_ms != null) ?? clock.kind !== "none");
}

/**
 * What is said of the person of a seat in a running match who is not connected: that they are not, or when a stand-in plays for them, as
 * far as this page saw them go. Null for everybody else.
 *
 * @param {KnownRoom} room
 * @param {Seat} seat
 */
export function absentTold(room, seat) {
  const { present, state, match } = room;
  const at = state.seats[seat];
  if (!match || !present || !personOf(at?.occupant) || at?.away || present.connected.includes(seat)) return null;
  const gone = room.gone?.[seat];
  const grace = session.me?.limits.grace_ms;
  // In a pause no stand-in plays, however long somebody is gone.
  const isPaused = room.now?.pause_left_ms != null;
  if (gone === undefined || !grace || isPaused || isSlow(state.settings.clock) || losesOnTime(room))
    return t("seat.offline");
  return t("seat.stand_in", { time: clockText(Math.max(0, grace - (performance.now() - gone))) });
}
