// The seats round the table: who sits there, what they have, and what they have laid.

import { h } from "../dom.js";
import { combined, piecesInWords, playInWords, typeName } from "../rules.js";
import { left } from "../room.js";
import { t } from "../texts.js";
import { about, nameAt } from "./told.js";

/** The trick that lies on the table: the one being played once somebody has laid, before that the last one. */
export function trickShown(match) {
  const { trick, tricks } = match.view;
  return trick?.laid.some(Boolean) ? { playing: trick } : { finished: tricks.at(-1) ?? null };
}

/** The seats of others, clockwise from one's own left. */
export function others(room, match) {
  const seats = match.start.seats;
  const own = match.view.you;
  const first = own ?? -1;
  const count = own == null ? seats : seats - 1;
  return Array.from({ length: count }, (_, i) => (first + 1 + i) % seats);
}

/** The seats of others as a list round the table. */
export function seatsRound(table) {
  const { room, match } = table;
  const round = others(room, match);
  return h("ol", { class: "seats", "aria-label": t("table.seats") }, round.map((seat) => seatCard(table, seat)));
}

/** One seat: name and marks, figures, and the play. */
export function seatCard(table, seat) {
  const { room, match } = table;
  const { view } = match;
  const at = room.state.seats[seat];
  const waits = room.match && room.now?.deciding.some((one) => one.seat === seat);
  const shown = trickShown(match);
  const winner = shown.finished && shown.finished.winner === seat;
  const leader = (view.trick ?? shown.finished)?.leader === seat;
  const name = nameAt(room, seat);
  return h("li", { key: `seat${seat}`, class: ["seat", waits && "waits", winner && "winner", seat === view.you && "own"].filter(Boolean).join(" ") },
    h("div", { class: "plate" },
      h("span", { class: "name" }, name),
      leader && h("span", { class: "mark", title: t("seat.leader") }, t("seat.leader")),
      at?.away && h("span", { class: "mark away" }, t("seat.away")),
      at?.occupant?.player && room.present && !room.present.connected.includes(seat) && !at.away && h("span", { class: "mark away" }, t("seat.offline")),
    ),
    figures(table, seat),
    h("div", { class: "play", role: "img", "aria-label": playLabel(table, seat, shown) }, playPieces(table, seat, shown)),
  );
}

function figures({ room, match }, seat) {
  const { view } = match;
  const deciding = room.match && room.now?.deciding.find((one) => one.seat === seat);
  return h("div", { class: "figures" },
    h("span", { title: t("seat.hand", { n: view.hand_sizes[seat] }) }, h("span", { class: "disc" }), h("span", { class: "hidden" }, t("seat.hand.word")), view.hand_sizes[seat]),
    h("span", { class: "won", title: t("seat.captured", { n: view.captured[seat] }) }, "◆ ", h("span", { class: "hidden" }, t("seat.captured.word")), view.captured[seat]),
    deciding?.left_ms != null && h("span", { class: "clock", "aria-hidden": "true" }, clock(deciding, room)),
    view.beheaded.includes(seat) && h("span", { class: "mark fault" }, t("seat.beheaded")),
  );
}

function clock({ left_ms }, room) {
  const seconds = Math.ceil(left(left_ms, room.now, performance.now()) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** What a seat has laid, as `{pieces}` turned up, `{count}` face down, or null. */
export function playOf({ match }, seat, shown) {
  if (shown.playing) {
    const { laid, count, yours, in_turn } = shown.playing;
    if (!laid[seat]) return null;
    if (in_turn?.up[seat]) return { pieces: in_turn.up[seat] };
    return seat === match.view.you && yours ? { pieces: yours, down: true } : { count };
  }
  const trick = shown.finished;
  if (!trick) return null;
  const pieces = trick.plays[seat];
  if (!pieces) return { count: trick.plays.find(Boolean)?.length ?? 1 };
  return { pieces, unseen: !trick.shown[seat] };
}

export function playPieces(table, seat, shown) {
  const play = playOf(table, seat, shown);
  if (!play) return null;
  const number = (shown.playing ?? shown.finished).trick;
  const turned = shown.finished ? "up" : "down";
  const codes = play.pieces ? [...play.pieces] : Array(play.count).fill("back");
  const look = play.down || play.unseen ? "laid hiding" : shown.finished && play.pieces ? "laid turned" : "laid";
  return codes.map((code, i) => h("giog-piece", { key: `${number}${turned}${i}`, code, class: look }));
}

function playLabel(table, seat, shown) {
  const play = playOf(table, seat, shown);
  if (!play) return t("play.nothing");
  if (!play.pieces) return t("play.down", { n: play.count });
  return play.down ? t("play.yours", { pieces: piecesInWords(play.pieces) }) : playInWords(table.variant, play.pieces);
}

/** Why one's own play did not win, for who is learning; null if it did, or there is nothing to say. */
export function lesson({ room, match, variant }, trick) {
  const own = match.view.you;
  if (own == null || trick.winner == null || trick.winner === own || !trick.plays[own] || !trick.plays[trick.winner]) return null;
  const made = combined(variant, trick.plays[own]);
  const type = typeName(variant, trick.type);
  if (made?.combination.type !== trick.type) return t("lesson.type", { type });
  const best = combined(variant, trick.plays[trick.winner]);
  if (best && made.level > best.level) return about(room, trick.winner, "lesson.lower", { type });
  return t("lesson.equal");
}
