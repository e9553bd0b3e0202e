// A public table in a list: who is there, what it is, and the way in.

/**
 * @import { Occupant, RoomSummary } from "../types/protocol.js"
 */

import { h } from "../dom.js";
import { isBot, personOf } from "../room.js";
import { calledName, clockOf } from "../terms.js";
import { t } from "../texts.js";
import { face } from "./faces.js";
import { playRated } from "./home.js";

/**
 * A table as a line of a list.
 *
 * @param {RoomSummary} room
 * @param {string} game the name of its game
 * @param {boolean} own whether the reader has a seat there
 */
export function roomLine(room, game, own) {
  const { phase, seats, quick, rated, matches } = room;
  const free = openSeats(room);
  const way = own ? "back" : wayIn(room, free);
  const isWaiting = waitsRated(room);
  return h(
    "li",
    { key: room.room },
    h(
      "span",
      { class: "about" },
      h("strong", {}, game),
      h(
        "span",
        { class: "tags" },
        !isWaiting &&
          h(
            "span",
            { class: free && phase === "gathering" ? "tag free" : "tag" },
            phase !== "gathering" ? t("room.playing") : free ? t("room.free", { n: free }) : t("room.full"),
          ),
        quick && h("span", { class: "tag" }, t(rated ? "room.rated" : "room.quick")),
        matches > 0 && h("span", { class: "tag" }, t("room.matches", { n: matches })),
      ),
      faces(seats),
      h("span", { class: "who" }, names(seats)),
      h("span", { class: "small" }, `${t("create.players", { n: seats.length })} · ${clockOf(room)}`),
    ),
    isWaiting && !own
      ? ratedWay(room)
      : way
        ? h(
            "a",
            {
              class: way === "join" ? "button main" : "button",
              href: `/room/${room.room}`,
              "aria-label": t(`room.${way}.where`, { names: names(seats) }),
            },
            t(`room.${way}`),
          )
        : h("span", { class: "small" }, t("room.no_spectators")),
  );
}

/** Whether people wait at a rated table: nobody chooses a seat there, however many are free. @param {RoomSummary} room */
const waitsRated = ({ phase, rated }) => rated && phase === "gathering";

/** The way to a rated table where people wait: quick play leads there. @param {RoomSummary} room */
function ratedWay({ variant, seats }) {
  const label = t("home.quick.rated", { quick: t("room.join") });
  return h(
    "button",
    {
      class: "main",
      "aria-label": `${label}: ${names(seats)}`,
      onclick: ({ currentTarget }) => playRated(currentTarget, variant),
    },
    label,
  );
}

/**
 * How a person without a seat can get into a room: `join`, `watch`, or null if it is closed to them.
 *
 * @param {RoomSummary} room
 * @param {number} free
 */
function wayIn({ phase, spectators }, free) {
  if (phase === "gathering" && free > 0) return "join";
  return spectators ? "watch" : null;
}

/** The seats that one can choose: free ones, and in quick play those of bots; none at a rated table. @param {RoomSummary} room */
const openSeats = ({ seats, quick, rated }) =>
  rated ? 0 : seats.filter((occupant) => !occupant || (quick && isBot(occupant))).length;

/** What somebody who looks for a table finds there: 2 people and a place to play, 1 people, 0 nobody. @param {RoomSummary} room */
function found(room) {
  if (!room.seats.some(personOf)) return 0;
  return waitsRated(room) || (room.phase === "gathering" && openSeats(room) > 0) ? 2 : 1;
}

/**
 * The tables to list, those where somebody is looked for first, and within each kind in the server's order, in which nobody's many tables hide
 * those of others. A rated table that all have left is none: people come there only by quick play.
 *
 * @param {Iterable<RoomSummary>} rooms
 * @param {(room: RoomSummary) => boolean} fits
 */
export const listed = (rooms, fits) =>
  [...rooms]
    .filter((room) => room.phase !== "closed" && !(waitsRated(room) && found(room) === 0) && fits(room))
    .toSorted((one, other) => found(other) - found(one));

/** The faces of the players, with an empty place for a free seat. @param {(Occupant | null)[]} seats */
export const faces = (seats) =>
  h(
    "span",
    { class: "faces" },
    seats.map((occupant, seat) => (occupant ? face(occupant, seat) : h("span", { key: seat, class: "face free" }))),
  );

/** The players: people by name, and the number of bots. @param {(Occupant | null)[]} seats */
export function names(seats) {
  const people = seats.map(personOf).flatMap((person) => (person ? calledName(person) : []));
  const bots = seats.filter(isBot).length;
  return [...people, bots && t("room.bots", { n: bots })].filter(Boolean).join(", ") || t("room.nobody");
}
