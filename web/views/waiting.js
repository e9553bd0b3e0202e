// Who the table waits for before a match, the button that reminds them, and how many watch.

/**
 * @import { KnownRoom } from "../room.js"
 * @import { PlayerId, Seat, SeatState } from "../types/protocol.js"
 * @import { Known } from "./seated.js"
 */

import { h } from "../dom.js";
import { personOf } from "../room.js";
import { t } from "../texts.js";
import { nameAt, namesAt } from "./told.js";

/** How often the server lets a person remind others, in milliseconds. */
const NUDGE_MS = 60_000;

/** When this person may remind somebody again, on the page's clock, by their id. @type {Map<PlayerId, number>} */
const restedAt = new Map();

/** How many are ready, and who is waited for, once somebody is ready; null if nobody waits for people. @param {KnownRoom} room */
export function waitsFor(room) {
  const people = room.state.seats.filter(({ occupant }) => personOf(occupant));
  const late = people.filter(({ ready }) => !ready).map(({ seat }) => seat);
  const n = people.length - late.length;
  if (room.state.phase !== "gathering" || n === 0 || late.length === 0) return null;
  const counts = { n, of: people.length };
  const others = late.filter((seat) => seat !== room.you);
  if (!others.length) return t("gather.waits.you", counts);
  return t("gather.waits", { ...counts, names: namesAt(room, others) });
}

/**
 * The button that reminds the person of a seat: for whoever is at the table, and only while that person is there and not ready.
 *
 * @param {Known} table
 * @param {SeatState} at
 */
export function nudge(table, { seat, occupant, ready }) {
  const { room } = table;
  const isLate = personOf(occupant) && !ready && room.present?.connected.includes(seat);
  const mayAsk = room.you != null && room.you !== seat && room.state.phase === "gathering";
  if (!isLate || !mayAsk) return null;
  const rests = (restedAt.get(room.me ?? "") ?? 0) > performance.now();
  return h(
    "button",
    { key: "nudge", class: "quiet", disabled: rests, onclick: () => remind(table, seat) },
    t("gather.nudge"),
  );
}

/** @param {Known} table @param {Seat} seat */
async function remind(table, seat) {
  const { room } = table;
  const name = nameAt(room, seat);
  if (!(await table.ask("nudge", { seat }))) return;
  restedAt.set(room.me ?? "", performance.now() + NUDGE_MS);
  setTimeout(() => table.redraw(), NUDGE_MS);
  table.tell(t("nudge.sent", { name }));
  table.redraw();
}

/** The number of spectators, in words. @param {KnownRoom} room */
export function watching({ present }) {
  const n = present?.spectators ?? 0;
  return n ? t("people.watching", { n }) : t("people.nobody");
}
