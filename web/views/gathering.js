// A table before its match, and between matches: who sits where, getting ready, the result, and the owner's side.

/**
 * @import { KnownRoom } from "../room.js"
 * @import { PreviousMatch, SeatState, SeriesRow } from "../types/protocol.js"
 * @import { Known } from "./table.js"
 */

import { h } from "../dom.js";
import { left } from "../room.js";
import { t } from "../texts.js";
import { nameAt, outcomeTold } from "./told.js";

/** The seats with what can be done about each, and the buttons below. @param {Known} table */
export function gathering(table) {
  const { room } = table;
  const { state, you } = room;
  const owner = state.owner != null && state.owner === room.me;
  const full = state.seats.every(({ occupant }) => occupant);
  return h("section", { class: "gathering" },
    state.previous && result(table, state.previous),
    h("div", { class: "buttons" },
      owner && !full && h("button", { key: "bots", onclick: () => table.ask("add_bot", { all: true }) }, t("gather.bots")),
      state.quick && !full && you != null && h("button", { key: "bots", onclick: () => table.ask("add_bot", { all: true }) }, t("gather.bots")),
      h("button", { key: "share", onclick: () => table.share() }, t("gather.share")),
      you != null && h("button", { key: "stand", class: "quiet", onclick: () => table.ask("stand", {}) }, t("gather.stand")),
      you != null && readiness(table),
    ),
    h("p", { class: "small" }, startsIn(room) ?? (full ? t("gather.wait") : t("gather.free"))),
    h("ol", { class: "places", "aria-label": t("table.seats") }, state.seats.map((at) => place(table, at, owner))),
  );
}

/** @param {Known} table */
function readiness(table) {
  const { state, you } = table.room;
  if (you != null && state.seats[you]?.ready) return h("button", { key: "ready", onclick: () => table.ask("unready", {}) }, t("gather.unready"));
  const text = state.previous ? t("gather.again") : t("gather.ready");
  return h("button", { key: "ready", class: "main", disabled: state.phase !== "gathering", onclick: () => table.ready() }, text);
}

/** @param {KnownRoom} room */
function startsIn({ now }) {
  const ms = now && left(now.start_left_ms, now, performance.now());
  return ms == null ? null : t("gather.starts", { n: Math.ceil(ms / 1000) });
}

/** @param {Known} table @param {SeatState} at @param {boolean} owner */
function place(table, { seat, occupant, ready }, owner) {
  const { room } = table;
  const own = seat === room.you;
  return h("li", { key: seat, class: own ? "place own" : "place" },
    h("span", { class: "name" }, occupant ? nameAt(room, seat) : t("seat.free")),
    occupant && "bot" in occupant ? h("span", { class: "tag" }, t("seat.is_bot")) : occupant && h("span", { class: ready ? "tag free" : "tag" }, t(ready ? "seat.ready" : "seat.not_ready")),
    !occupant && !own && h("button", { onclick: () => table.ask("sit", { seat }) }, t("gather.sit")),
    !occupant && owner && h("button", { class: "quiet", onclick: () => table.ask("add_bot", { seat }) }, t("gather.bot")),
    occupant && !own && owner && h("button", { class: "quiet", onclick: () => table.ask("remove", { seat }) }, t("gather.remove")),
  );
}

/** The result of the match played here last, and how it was scored. @param {Known} table @param {PreviousMatch} previous */
function result({ room }, { outcome, match_id }) {
  const scores = outcome?.scores;
  return h("div", { class: "result" },
    h("h2", {}, outcomeTold(room, outcome)),
    outcome && h("table", {},
      h("thead", {}, h("tr", {}, h("th", {}, t("score.player")), h("th", {}, t("score.captured")), scores && h("th", {}, t("score.score")))),
      h("tbody", {}, outcome.captured.map((captured, seat) =>
        h("tr", { class: outcome.winners.includes(seat) ? "winner" : "" },
          h("th", { scope: "row" }, nameAt(room, seat), outcome.beheaded.includes(seat) && ` (${t("seat.beheaded")})`),
          h("td", {}, captured),
          scores && h("td", {}, scores[seat]),
        ))),
    ),
    h("p", { class: "small" }, h("a", { href: `#/match/${match_id}/${room.finished?.view.you ?? "spectator"}` }, t("score.review"))),
  );
}

/** The running score of the room. @param {Known} table */
export function series({ room }) {
  const { matches, rows } = room.state.series;
  if (!matches) return h("p", { class: "empty" }, t("series.none"));
  const scores = rows.some(({ score }) => score != null);
  const who = (/** @type {SeriesRow} */ { occupant, seat }) => ("bot" in occupant ? t("seat.bot", { n: (seat ?? 0) + 1 }) : occupant.name);
  return h("table", {},
    h("caption", {}, t("series.title", { n: matches })),
    h("thead", {}, h("tr", {}, h("th", {}, t("score.player")), h("th", {}, t("series.won")), h("th", {}, t("score.captured")), scores && h("th", {}, t("score.score")))),
    h("tbody", {}, rows.map((row) => h("tr", {},
      h("th", { scope: "row" }, who(row)), h("td", {}, row.won + row.shared), h("td", {}, row.captured), scores && h("td", {}, row.score)))),
  );
}
