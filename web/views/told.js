// What happens at a table, in sentences: for the line in the middle, for the log, and for screen readers.

import { piecesInWords, playInWords, typeName } from "../rules.js";
import { known, list, t } from "../texts.js";

/** Who sits there, as this table tells them apart. */
export function nameAt(room, seat) {
  const occupant = room.state.seats[seat]?.occupant;
  if (!occupant) return t("seat.nobody", { n: seat + 1 });
  if (occupant.bot) return t("seat.bot", { n: seat + 1 });
  const alike = room.state.seats.some((at) => at.seat !== seat && at.occupant?.name === occupant.name);
  return alike ? `${occupant.name}#${occupant.tag}` : occupant.name;
}

/** The names of some seats. */
export const namesAt = (room, seats) => list(seats.map((seat) => nameAt(room, seat)));

/** A sentence about a seat: for one's own there is another, under `key.you`. */
export function about(room, seat, key, values = {}) {
  return t(seat === room.you ? `${key}.you` : key, { name: nameAt(room, seat), ...values });
}

/** What a finished trick came to: who won it, with what, and why. */
export function trickTold(room, variant, trick) {
  if (trick.winner == null) return t("told.trick.nobody");
  const pieces = trick.plays[trick.winner];
  const play = pieces ? playInWords(variant, pieces) : typeName(variant, trick.type);
  const reason = trick.won_by === "highest" ? "" : (known(`won_by.${trick.won_by}`) ?? "");
  const won = about(room, trick.winner, "told.trick", { play });
  const beheaded = trick.beheaded.map((seat) => about(room, seat, "told.beheaded"));
  return [won, reason, ...beheaded].filter(Boolean).join(" ");
}

/** The result of a match in a sentence. */
export function outcomeTold(room, outcome) {
  if (!outcome) return t("told.abandoned");
  const { winners } = outcome;
  if (winners.length > 1) return t("told.over.shared", { names: namesAt(room, winners) });
  return winners.length ? about(room, winners[0], "told.over") : t("told.over.nobody");
}

/** An event in a sentence; null for those that are not worth one. `room` is as it was after it. */
export function eventTold(room, variant, event) {
  const say = SENTENCES[event.do];
  return say ? say(room, event, variant) : null;
}

const SENTENCES = {
  sat: (room, { seat }) => about(room, seat, "told.sat"),
  stood: (_, { seat }) => t("told.stood", { n: seat + 1 }),
  start: () => t("told.start"),
  cancelled: () => t("told.cancelled"),
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
    if (up) return about(room, seat, "told.up", { play: playInWords(variant, pieces) });
    if (lead) return about(room, seat, "told.lead", { type: typeName(variant, type), n: count });
    return about(room, seat, "told.laid");
  },
  take_back: (room, { seat }) => about(room, seat, "told.take_back"),
  trick: (room, event, variant) => trickTold(room, variant, event),
  over: (room, event) => outcomeTold(room, event),
  abandoned: () => t("told.abandoned"),
};
