// Events of a table in sentences: for the line in the middle, for the log, and for screen readers.

/**
 * @import { EventOf, KnownRoom } from "../room.js"
 * @import { Match } from "../tricksmatch.js"
 * @import { Game } from "../rules.js"
 * @import { Values } from "../texts.js"
 * @import { Shown } from "../types/page.js"
 * @import { Outcome, RoomEvent, Seat, SeenTrick } from "../types/protocol.js"
 */

import { ofTricks } from "../room.js";
import { piecesInWords, playInWords, typeName } from "../rules.js";
import { botName, calledName, gameName } from "../terms.js";
import { known, list, t } from "../texts.js";

/** The name of a player at this table. @param {KnownRoom} room @param {Seat} seat */
export function nameAt(room, seat) {
  const occupant = room.state.seats[seat]?.occupant;
  if (!occupant) return t("seat.nobody", { n: seat + 1 });
  if ("bot" in occupant) return botName(seat);
  const others = room.state.seats.flatMap((at) => (at.seat !== seat && at.occupant ? [at.occupant] : []));
  const alike = others.some((other) => "name" in other && other.name === occupant.name);
  const name = calledName(occupant);
  return alike ? `${name}#${occupant.tag}` : name;
}

/** The level at which a bot plays at a seat, in the match that runs or else in the next one; null for people. @param {KnownRoom} room @param {Seat} seat */
export function levelAt(room, seat) {
  const occupant = room.state.seats[seat]?.occupant;
  if (!occupant || !("bot" in occupant)) return null;
  const plays = room.match?.start.players[seat];
  return plays && "bot" in plays ? plays.bot : occupant.bot;
}

/** The names of the players at some seats. @param {KnownRoom} room @param {Seat[]} seats */
export const namesAt = (room, seats) => list(seats.map((seat) => nameAt(room, seat)));

/**
 * A sentence about a seat; for the person's own seat the text under `key.you` is used.
 *
 * @param {KnownRoom} room
 * @param {Seat} seat
 * @param {string} key
 * @param {Values} [values]
 */
export function about(room, seat, key, values = {}) {
  return t(seat === room.you ? `${key}.you` : key, { name: nameAt(room, seat), ...values });
}

/**
 * A match whose tricks are described.
 * @typedef {Pick<Shown, "room" | "variant"> & { readonly match: Match | null }} Telling
 */

/**
 * The result of a finished trick: the winner, the play, the reason, and who was beheaded.
 *
 * @param {Telling} table
 * @param {SeenTrick} trick
 */
export function trickTold(table, trick) {
  const beheaded = trick.beheaded.map((seat) => about(table.room, seat, "told.beheaded"));
  return [...wonTold(table, trick), ...beheaded].filter(Boolean).join(" ");
}

/** Who won a finished trick, and why. @param {Telling} table @param {SeenTrick} trick */
function wonTold({ room, variant, match }, trick) {
  if (trick.winner == null) {
    const { view } = match ?? {};
    const isLast = view?.trick === null && view.tricks.at(-1)?.trick === trick.trick;
    return [t(isLast ? "told.trick.nobodys" : "told.trick.nobody")];
  }
  const pieces = trick.plays[trick.winner];
  const play = pieces ? playInWords(variant, pieces) : typeName(variant, trick.type);
  // The order on the table decides only if it is the priority.
  const isInTurn = trick.won_by === "order" && variant && variant.turn_order !== "priority";
  const reason = isInTurn ? t("won_by.turn") : known(`won_by.${trick.won_by}`);
  return [about(room, trick.winner, "told.trick", { play }), trick.won_by !== "highest" && reason];
}

/** The result of a match in a sentence. @param {KnownRoom} room @param {Pick<Outcome, "winners"> | null} outcome */
export function outcomeTold(room, outcome) {
  if (!outcome) return t("told.abandoned");
  const [winner, ...more] = outcome.winners;
  if (winner === undefined) return t("told.over.nobody");
  return more.length ? togetherTold(room, outcome.winners, "told.over.shared") : about(room, winner, "told.over");
}

/** In a pause, what stands in place of whose decision is open: nobody can act; null at other times. @param {KnownRoom} room */
export const pausedTold = ({ state }) => (state.paused ? (known("told.paused") ?? "") : null);

/** A sentence about several seats; if the person's own is among them, the text under `key.you` with the others. @param {KnownRoom} room @param {Seat[]} seats @param {string} key */
export function togetherTold(room, seats, key) {
  const others = seats.filter((seat) => seat !== room.you);
  return others.length < seats.length
    ? t(`${key}.you`, { names: namesAt(room, others) })
    : t(key, { names: namesAt(room, seats) });
}

/**
 * An event in a sentence; null for events without one. `room` is the room after it.
 *
 * @param {KnownRoom} room
 * @param {Game | null} variant
 * @param {RoomEvent} event
 */
export function eventTold(room, variant, event) {
  // Each function is written for the events of its name.
  const say = /** @type {{ [Do in string]?: Sentence<RoomEvent> }} */ (SENTENCES)[event.do];
  return say ? say(room, event, variant) : null;
}

/**
 * @template Event
 * @typedef {(room: KnownRoom, event: Event, variant: Game | null) => string | null} Sentence
 */

/** @type {{ [Do in RoomEvent["do"]]?: Sentence<EventOf<Do>> }} */
const SENTENCES = {
  sat: (room, { seat }) => about(room, seat, "told.sat"),
  stood: (_, { seat }) => t("told.stood", { n: seat + 1 }),
  suggested: (room, { seat, variant }) =>
    variant ? about(room, seat, "told.suggested", { game: gameName(variant) }) : null,
  start: () => t("told.start"),
  cancelled: () => t("told.cancelled"),
  paused: () => known("told.paused") ?? null,
  continued: () => known("told.continued") ?? null,
  away: (room, { seat }) => about(room, seat, "told.away"),
  back: (room, { seat }) => about(room, seat, "told.back"),
  reveal: (room, { seat, piece }) => about(room, seat, "told.reveal", { piece: piecesInWords(piece) }),
  expose: (room, { seat, pieces }) => about(room, seat, "told.expose", { pieces: piecesInWords(pieces.join("")) }),
  ordered: (room, { order }) => t("told.ordered", { names: order.map((seat) => nameAt(room, seat)).join(" → ") }),
  throw: (room, { seat }) => about(room, seat, "told.throw"),
  thrown: (room, { signs }) =>
    list(signs.flatMap((sign, seat) => (sign ? [`${nameAt(room, seat)}: ${t(`sign.${sign}`)}`] : []))),
  take: (room, { seat }) => about(room, seat, "told.take"),
  end: (room, { seat, end }) => about(room, seat, "told.end", { end: t(`end.${end}`) }),
  order: (room, { seat }) => about(room, seat, "told.order"),
  dealt: (_, { hand }) => (hand ? t("told.dealt", { pieces: piecesInWords(hand) }) : null),
  play(room, { seat, lead, type, count, up, pieces }, variant) {
    if (up && pieces) return about(room, seat, "told.up", { play: playInWords(variant, pieces) });
    if (lead) return about(room, seat, "told.lead", { type: typeName(variant, type), n: count });
    return about(room, seat, "told.laid");
  },
  take_back: (room, { seat }) => about(room, seat, "told.take_back"),
  trick: (room, event, variant) => trickTold({ room, variant, match: ofTricks(room.match) }, event),
  over: (room, event) => outcomeTold(room, event),
  abandoned: () => t("told.abandoned"),
  silenced: (_, { silenced }) => t(silenced ? "told.silenced" : "told.talking"),
};
