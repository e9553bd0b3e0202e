// The seats around the table: players, their figures, and their plays.

/**
 * @import { Child } from "../dom.js"
 * @import { Match } from "../tricksmatch.js"
 * @import { Shown } from "../types/page.js"
 * @import { Seat } from "../types/protocol.js"
 */

import { h } from "../dom.js";
import { left } from "../room.js";
import { HURRY_MS, USUAL_LEVEL, botLevel, leftText } from "../terms.js";
import { number, t } from "../texts.js";
import { absentTold } from "./absent.js";
import { bubble } from "./bubbles.js";
import { face } from "./faces.js";
import { backs, heap } from "./heaps.js";
import { gained, playLabel, playPieces, playSize, trickLeft } from "./plays.js";
import { levelAt, nameAt } from "./told.js";

/** The seats of the others, clockwise from the person's left. @param {Match} match */
function others(match) {
  const seats = match.start.seats;
  const own = match.view.you;
  const first = own ?? -1;
  const count = own == null ? seats : seats - 1;
  return Array.from({ length: count }, (_, i) => (first + 1 + i) % seats);
}

/** The whole table: the others around it, the person in front, and the middle. @param {Shown} table @param {Child} middle */
export function round(table, middle) {
  return h(
    "div",
    { key: "round", class: "stage" },
    h(
      "div",
      { class: `round cloth of${others(table.match).length}`, "data-shown": shownOf(table) },
      seatsRound(table),
      middle,
      ownSeat(table),
    ),
  );
}

/**
 * What is shown of a finished trick on the table: a stage of its reveal, `all`, or nothing if there is none.
 *
 * @param {Shown} table
 */
function shownOf(table) {
  return trickLeft(table) ? (table.reveal ?? "all") : null;
}

/** The seats of the others as a list around the table. @param {Shown} table */
function seatsRound(table) {
  return h(
    "ol",
    { key: "others", class: "seats", "aria-label": t("table.seats") },
    others(table.match).map((seat) => seatCard(table, seat)),
  );
}

/** The person's own seat, as a list below the others. @param {Shown} table */
function ownSeat(table) {
  const { you } = table.match.view;
  return (
    you != null && h("ol", { key: "own", class: "seats mine", "aria-label": t("table.own") }, seatCard(table, you))
  );
}

/** A seat: name and marks, figures, and the play. @param {Shown} table @param {Seat} seat */
function seatCard(table, seat) {
  const { room, match } = table;
  const { view } = match;
  const occupant = room.state.seats[seat]?.occupant;
  const waits = room.match !== null && room.now?.deciding.some((one) => one.seat === seat);
  const judged = !table.reveal || table.reveal === "won";
  const winner = judged && trickLeft(table)?.winner === seat;
  const look = ["seat", waits && "waits", winner && "winner", seat === view.you && "own"].filter(Boolean).join(" ");
  return h(
    "li",
    { key: `seat${seat}`, class: look, "data-seat": seat },
    h("div", { class: "who" }, occupant && face(occupant, seat), plate(table, seat, waits), figures(table, seat)),
    bubble(table, seat),
    play(table, seat),
    table.open &&
      h(
        "div",
        { class: "shown", role: "img", "aria-label": t("seat.hand.open", { pieces: table.open.words(seat) }) },
        [...(table.open.hands[seat] ?? "")].map((code, i) => h("giog-piece", { key: `${code}${i}`, code })),
      ),
  );
}

/** What a seat has laid, or the places for it; the style sheet makes the pieces as large as their number allows. @param {Shown} table @param {Seat} seat */
function play(table, seat) {
  const laid = playPieces(table, seat);
  const places = laid ? null : slots(table, seat);
  const count = laid ? playSize(table, seat) : (places?.length ?? 0);
  return h(
    "div",
    { class: "play", role: "img", "aria-label": playLabel(table, seat), style: { "--n": Math.max(1, count) } },
    laid ?? places,
  );
}

/** @param {Shown} table @param {Seat} seat @param {boolean | undefined} waits */
function plate(table, seat, waits) {
  const { room, match, variant } = table;
  const { view } = match;
  const at = room.state.seats[seat];
  const leads = !view.outcome && (view.trick ?? trickLeft(table))?.leader === seat;
  const place = variant?.turn_order === "priority" && view.order ? view.order.indexOf(seat) + 1 : 0;
  const offline = absentTold(room, seat);
  const level = levelAt(room, seat);
  return h(
    "div",
    { class: "plate" },
    h("span", { class: "name" }, nameAt(room, seat)),
    h(
      "span",
      { class: "marks" },
      place > 0 &&
        h(
          "span",
          { class: "mark order", title: t("seat.order", { n: place }) },
          h("span", { class: "hidden" }, t("seat.order.word")),
          number(place),
        ),
      level && level !== USUAL_LEVEL && h("span", { class: "mark level" }, botLevel(level)),
      leads && h("span", { class: "mark leads" }, t("seat.leader")),
      at?.away && h("span", { class: "mark away" }, t("seat.away")),
      offline && h("span", { class: "mark away" }, offline),
      view.beheaded.includes(seat) && h("span", { class: "mark fault" }, t("seat.beheaded")),
    ),
    // Its place stays free, so that the name keeps its own.
    h(
      "span",
      waits ? { class: "thinks", title: t("seat.thinks") } : { class: "thinks not" },
      waits && h("span", { class: "hidden" }, t("seat.thinks")),
    ),
  );
}

/** @param {Shown} table @param {Seat} seat */
function figures(table, seat) {
  const { room, match, turning } = table;
  const { view } = match;
  const now = room.match && room.now;
  const deciding = now?.deciding.find((one) => one.seat === seat);
  const ms = now && deciding && left(deciding.left_ms, now, performance.now());
  // Captured pieces are counted when they have arrived.
  const trick = turning ? null : trickLeft(table);
  const more = trick && trick.winner === seat && !view.outcome ? gained(view, trick, seat) : 0;
  const captured = view.captured[seat] ?? 0;
  const held = view.hand_sizes[seat] ?? 0;
  return h(
    "div",
    { class: "figures" },
    h(
      "span",
      { class: seat === view.you ? "hand own-hand" : "hand", title: t("seat.hand", { n: held }) },
      backs(held),
      h("span", { class: "hidden" }, t("seat.hand.word"), " "),
      h("span", { class: "number" }, number(held)),
    ),
    h(
      "span",
      { class: "won", title: t("seat.captured", { n: captured }) },
      heap(captured),
      h("span", { class: "hidden" }, t("seat.captured.word"), " "),
      h("span", { class: "number" }, number(captured)),
      more > 0 && h("span", { key: `more${trick?.trick}`, class: "more", "aria-hidden": "true" }, `+${number(more)}`),
    ),
    ms != null && clock(ms),
  );
}

/** @param {number} left_ms */
function clock(left_ms) {
  return h("span", { class: left_ms < HURRY_MS ? "clock low" : "clock", "aria-hidden": "true" }, leftText(left_ms));
}

/**
 * In front of the person's seat: places for the pieces that must be laid, with the chosen ones.
 *
 * @param {Shown} table
 * @param {Seat} seat
 */
function slots({ match, decision, chosenCodes }, seat) {
  if (seat !== match.view.you || decision?.do !== "play") return null;
  const chosen = chosenCodes ?? "";
  const places = Math.max(decision.count ?? 1, chosen.length);
  return Array.from({ length: places }, (_, i) =>
    h("span", { key: `slot${i}`, class: "slot" }, chosen[i] && h("giog-piece", { code: chosen[i] })),
  );
}
