// The players of a game of tiles or dice: a card for each with face, name, points, status, and laid tiles or bets.

/**
 * @import { Child } from "../dom.js"
 * @import { KnownRoom } from "../room.js"
 * @import { Bubbles } from "../views/bubbles.js"
 * @import { Seat, TilesView } from "../types/protocol.js"
 */

/**
 * The data for drawing the cards. In a review nobody's decision is open.
 * @typedef {{ room: KnownRoom, view: TilesView, isPlayed?: boolean, bubbles?: Bubbles }} Seated
 */

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { left } from "../room.js";
import { HURRY_MS, leftText } from "../terms.js";
import { signed, t, whole } from "../texts.js";
import { absentTold } from "../views/absent.js";
import { bubble } from "../views/bubbles.js";
import { face } from "../views/faces.js";
import { nameAt } from "../views/told.js";

/** The seats in the order of play, which goes to the right, from the own seat on. @param {TilesView} view @param {number} [seats] */
export function seatsFrom({ you, scores }, seats = scores.length) {
  const first = you ?? 0;
  return Array.from({ length: seats }, (_, i) => (first - i + seats) % seats);
}

/**
 * The cards of all seats.
 *
 * @param {Seated} play
 * @param {(seat: Seat) => { lies?: Child, gain?: number | null, wins?: boolean }} at what lies before a seat, and what the last deal brought it
 */
export function cards(play, at) {
  const { view } = play;
  return h(
    "ol",
    { key: "seats", class: "tiles-seats", "aria-label": t("table.seats") },
    seatsFrom(view).map((seat) => card(play, seat, at(seat))),
  );
}

/** @param {Seated} play @param {Seat} seat @param {{ lies?: Child, gain?: number | null, wins?: boolean }} more */
function card(play, seat, { lies = null, gain = null, wins = false }) {
  const { room, view, isPlayed = false } = play;
  const at = room.state.seats[seat];
  const waits = isWaitedFor(play, seat);
  const won = view.outcome ? view.outcome.winners.includes(seat) : wins;
  return h(
    "li",
    {
      key: `seat${seat}`,
      class: ["tiles-seat", waits && "waits", won && "winner", seat === view.you && "own"].filter(Boolean).join(" "),
      "data-seat": seat,
    },
    at?.occupant && face(at.occupant, seat),
    h("span", { class: "name" }, nameAt(room, seat)),
    marks(play, seat),
    bubble(play, seat),
    h(
      "span",
      { class: "score" },
      h("span", { class: "hidden" }, t("tiles.score"), " "),
      whole(view.scores[seat] ?? 0),
      " ",
      gain !== null && gain !== 0 && h("span", { key: "gain", class: gain > 0 ? "gain up" : "gain" }, signed(gain)),
      won && view.outcome && icon("wins"),
    ),
    isPlayed && clock(room, seat),
    h("div", { key: "lies", class: "lies" }, lies),
  );
}

/** What is said at the top of the table: each text takes the place of the one before, which never moves. @param {string} text */
export const said = (text) => h("p", { key: `said ${text}`, class: "status" }, h("span", {}, text));

/** Whether a seat's decision is open. @param {Seated} play @param {Seat} seat */
const isWaitedFor = ({ room, isPlayed = false }, seat) =>
  isPlayed && (room.now?.deciding.some((one) => one.seat === seat) ?? false);

/** What is said of a seat below its name, in a line that is always there. @param {Seated} play @param {Seat} seat */
function marks(play, seat) {
  const { room, view, isPlayed = false } = play;
  const at = room.state.seats[seat];
  const waits = isWaitedFor(play, seat);
  const offline = isPlayed && absentTold(room, seat);
  // The first is seen whole in any case.
  return h(
    "span",
    { class: "marks" },
    at?.away && h("span", { key: "away", class: "mark away" }, t("seat.away")),
    offline && h("span", { key: "offline", class: "mark away" }, offline),
    view.banker === seat && h("span", { key: "bank", class: "mark leads" }, t("tiles.banker")),
    view.decided.includes(seat) &&
      h(
        "span",
        { key: "laid", class: "mark", title: t("tiles.decided") },
        icon("pass"),
        h("span", { class: "hidden" }, t("tiles.decided")),
      ),
    waits &&
      h(
        "span",
        { key: "thinks", class: "thinks", title: t("seat.thinks") },
        h("span", { class: "hidden" }, t("seat.thinks")),
      ),
  );
}

/** @param {KnownRoom} room @param {Seat} seat */
function clock({ now }, seat) {
  const deciding = now?.deciding.find((one) => one.seat === seat);
  const ms = now && deciding ? left(deciding.left_ms, now, performance.now()) : null;
  if (ms === null) return null;
  return h("span", { key: "clock", class: ms < HURRY_MS ? "clock low" : "clock", "aria-hidden": "true" }, leftText(ms));
}
