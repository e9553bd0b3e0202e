// A table before its match, and between matches: the seats, getting ready, the result, and the owner's controls.

/**
 * @import { KnownRoom } from "../room.js"
 * @import { RoomState, Seat, SeatState } from "../types/protocol.js"
 * @import { Known } from "./seated.js"
 */

import { h } from "../dom.js";
import { GAMES } from "../games/list.js";
import { later, part } from "../rest.js";
import { isBot, left, personOf } from "../room.js";
import { session } from "../session.js";
import { USUAL_LEVEL, botLevel, clockText, engineOf, gameName, terms } from "../terms.js";
import { known, t } from "../texts.js";
import { bubble } from "./bubbles.js";
import { face } from "./faces.js";
import { brought } from "./home.js";
import { askFirst } from "./question.js";
import { levelAt, nameAt } from "./told.js";
import { nudge, waitsFor, watching } from "./waiting.js";

/** Draws suggestions of the next game, where there is more than one person. */
export const suggests = later(() => import("./suggest.js"));
/** Lets the owner of a table choose levels of bots, and has their names. */
export const levels = later(() => import("./levels.js"));
/** Draws results. */
export const results = later(() => import("./result.js"));
/** Says what a rated table has besides. */
export const rateds = later(() => import("./rated.js"));
/** Draws what a table has where more than one person is. */
export const companies = later(() => import("./company.js"));

/** The seats with what can be done about each, the buttons, and the settings of this table. @param {Known} table */
export function gathering(table) {
  const { room } = table;
  const { state } = room;
  const isInvite = isInvited(room);
  const company = isInvite || isTalkOpen(table) ? companies.for(table) : null;
  if (isInvite && !company) return h("p", { class: "loading", role: "status" }, t("table.coming"));
  const owner = state.owner != null && state.owner === room.me;
  const full = state.seats.every(({ occupant }) => occupant !== null);
  const { rated } = state.settings;
  const { previous } = state;
  const isLeft = rated && previous !== null && state.seats.every(({ occupant }) => occupant === null);
  const drawn = previous && results.for(table);
  return h(
    "section",
    { class: "gathering" },
    isInvite && company?.invite(table),
    previous && [drawn?.ended(table, previous), actions(table, owner, full), drawn?.result(table, previous)],
    h(
      "p",
      { key: "what" },
      h("strong", { class: "name" }, gameName(state.settings.variant, table.variant?.name)),
      ` · ${t("create.players", { n: state.settings.seats })}`,
    ),
    !previous && actions(table, owner, full),
    h(
      "p",
      { class: "small" },
      startsIn(room) ?? botsIn(room) ?? (full ? t("gather.wait") : rated ? null : t("gather.free")),
    ),
    h("p", { key: "waits", class: "small" }, waitsFor(room)),
    !isLeft &&
      h(
        "ol",
        { key: "seats", class: "places", "aria-label": t("table.seats") },
        state.seats.map((at) => place(table, at, owner)),
      ),
    rated ? !isLeft && rateds.for(table)?.waitingTold(table) : advice(room, owner, full),
    maySuggest(room) && suggests.for(table)?.suggestion(table),
    isTalkOpen(table) &&
      h("section", { key: "talk", class: "gather-talk", "aria-label": t("panel.talk") }, company?.talk(table)),
    h("p", { class: "small" }, watching(room)),
    owner && owners(table),
    h(
      "details",
      { key: "terms" },
      h("summary", {}, t("terms.title")),
      h(
        "dl",
        { class: "terms" },
        terms(state.settings).flatMap(([what, how]) => [
          h("dt", { key: `${what}?` }, what),
          h("dd", { key: what }, how),
        ]),
      ),
    ),
  );
}

/** Whether a person who has no seat, and has lost none, may take one. @param {KnownRoom} room */
const isInvited = ({ state, you, lost }) => you == null && !lost && session.me && hasFreeSeat(state);

/** Whether somebody may sit down: at a free seat, or in quick play at that of a bot. @param {RoomState} state */
const hasFreeSeat = ({ phase, settings, seats, quick }) =>
  phase === "gathering" && !settings.rated && seats.some(({ occupant }) => !occupant || (quick && isBot(occupant)));

/**
 * Whether the chat is shown open among the seats: if others are there who could write, and it is not in a panel.
 *
 * @param {Known} table
 */
export function isTalkOpen({ room, panel }) {
  const { seats, settings } = room.state;
  const others = seats.some(({ occupant }) => personOf(occupant) && personOf(occupant)?.player !== room.me);
  return (
    !room.match &&
    panel !== "talk" &&
    settings.chat !== "off" &&
    (others || (room.present?.spectators ?? 0) > (room.you == null ? 1 : 0))
  );
}

/** Whether the server's bots may sit at the table. @param {RoomState} state */
const takesBots = ({ settings }) => settings.bots !== "none";

/** What can be done before the next match. @param {Known} table @param {boolean} owner @param {boolean} full */
function actions(table, owner, full) {
  const { state, you } = table.room;
  return h(
    "div",
    { key: "actions", class: "buttons" },
    !full &&
      owner &&
      takesBots(state) &&
      h(
        "button",
        { key: "bots", disabled: state.phase !== "gathering", onclick: () => table.ask("add_bot", { all: true }) },
        t("gather.bots"),
      ),
    !state.settings.rated && h("button", { key: "share", onclick: () => table.share() }, t("gather.share")),
    mayInvite(table.room) && h("button", { key: "invite", onclick: () => invite(table) }, t("gather.invite")),
    you != null &&
      h("button", { key: "stand", class: "quiet", onclick: () => table.ask("stand", {}) }, t("gather.stand")),
    onward(table),
    state.settings.rated && you == null && rateds.for(table)?.ladder(table),
  );
}

/** Whether the person may invite others: from a seat, or as the owner, while one is free. @param {KnownRoom} room */
const mayInvite = ({ state, you, me }) =>
  (you != null || (state.owner != null && state.owner === me)) && hasFreeSeat(state);

/** @param {Known} table */
const invite = (table) => brought(table, async () => (await part(import("./inviting.js"))).openInviting(table.room.id));

/** The button for the next match: one's own readiness, or at a rated table, where nobody chooses a seat, quick play. @param {Known} table */
export function onward(table) {
  const { state, you } = table.room;
  if (you != null) return readiness(table);
  return state.settings.rated ? rateds.for(table)?.onward(table) : null;
}

/** Why the person has lost their seat, and a button to get one again. @param {Known} table */
export function lostSeat(table) {
  const { lost, state, you } = table.room;
  if (!lost || you != null) return null;
  const free = hasFreeSeat(state);
  const own = state.seats[lost.seat];
  return h(
    "div",
    { key: "lost", class: "lost", role: "alert" },
    h("p", {}, h("strong", {}, t("wait.lost")), " ", lost.reason && known(`lost.${lost.reason}`)),
    free &&
      h(
        "button",
        { class: "main", onclick: () => table.ask("sit", own && !own.occupant ? { seat: lost.seat } : {}) },
        t("lost.back"),
      ),
  );
}

/** At a quick-play table, others have some time to come before bots take the seats. @param {KnownRoom} room */
function botsIn({ now }) {
  const ms = now && left(now.bots_left_ms, now, performance.now());
  return ms == null ? null : t("gather.bots.wait", { n: Math.ceil(ms / 1000) });
}

/**
 * Advice for people who are new here.
 *
 * @param {KnownRoom} room
 * @param {boolean} owner
 * @param {boolean} full
 */
function advice({ state, you, present }, owner, full) {
  const some = state.seats.some(({ occupant }) => isBot(occupant));
  const key = state.quick
    ? some && you == null
      ? "gather.advice.way"
      : "gather.advice.quick"
    : owner && full && some && present?.spectators
      ? "gather.advice.room"
      : you == null && full
        ? some
          ? "gather.advice.ask"
          : "gather.advice.full"
        : null;
  return key && h("p", { class: "small" }, t(key));
}

/** The owner's controls. @param {Known} table */
function owners(table) {
  const { id, state } = table.room;
  const close = () => askFirst(t("owner.close.ask"), t("owner.close"), () => table.ask("close_room", {}));
  return h(
    "div",
    { class: "buttons", role: "group", "aria-label": t("owner.title") },
    state.phase === "gathering" &&
      h("a", { key: "change", class: "button quiet", href: `/change/${id}` }, t("change.title")),
    state.series.matches > 0 &&
      h("button", { key: "series", class: "quiet", onclick: () => table.ask("new_series", {}) }, t("owner.series")),
    h("button", { key: "close", class: "quiet", onclick: close }, t("owner.close")),
  );
}

/** The button to get ready, or not to be. @param {Known} table */
function readiness(table) {
  const { state, you } = table.room;
  if (you != null && state.seats[you]?.ready)
    return h("button", { key: "ready", onclick: () => table.ask("unready", {}) }, t("gather.unready"));
  const text = state.previous ? t("gather.again") : t("gather.ready");
  return h(
    "button",
    { key: "ready", class: "main", disabled: state.phase !== "gathering", onclick: () => table.ready() },
    text,
  );
}

/** @param {KnownRoom} room */
function startsIn({ now }) {
  const ms = now && left(now.start_left_ms, now, performance.now());
  return ms == null ? null : t("gather.starts", { time: clockText(ms) });
}

/** Which side in a game on a board a seat will have, if that is decided. @param {Known} table @param {Seat} seat */
function sideAt(table, seat) {
  const side = table.family?.sideTold(seat);
  return side && h("span", { key: "side", class: "tag" }, side);
}

/** Whether this person may suggest the next game: the owner chooses it. @param {KnownRoom} room */
const maySuggest = ({ state, you, me }) =>
  you != null && !state.quick && state.owner !== me && state.phase === "gathering";

/** @param {Known} table @param {SeatState} at @param {boolean} owner */
function place(table, at, owner) {
  const { seat, occupant, ready } = at;
  const { room } = table;
  const { state, you } = room;
  const own = seat === you;
  const person = personOf(occupant);
  const bot = isBot(occupant);
  const engine = engineOf(occupant);
  const way = state.quick && bot && you == null;
  const menu = person && !own ? companies.for(table) : null;
  return h(
    "li",
    { key: seat, class: own ? "place own" : "place" },
    occupant && face(occupant, seat),
    person && menu
      ? menu.personMenu(table, person, { where: "place", seat, label: nameAt(room, seat) })
      : h("span", { class: "name" }, occupant ? nameAt(room, seat) : t("seat.free")),
    bubble(table, seat),
    sideAt(table, seat),
    person && person.player === state.owner && h("span", { key: "owner", class: "tag" }, t("seat.owner")),
    engine && h("span", { key: "engine", class: "tag" }, engine),
    occupant && "bot" in occupant
      ? level(table, seat, owner)
      : person && h("span", { class: ready ? "tag free" : "tag" }, t(ready ? "seat.ready" : "seat.not_ready")),
    nudge(table, at),
    at.suggests && suggests.for(table)?.suggested(table, at, owner && state.phase === "gathering"),
    (!occupant || way) &&
      !own &&
      !state.settings.rated &&
      h("button", { key: "sit", onclick: () => table.ask("sit", { seat }) }, t(way ? "gather.way" : "gather.sit")),
    !occupant &&
      owner &&
      takesBots(state) &&
      h("button", { key: "bot", class: "quiet", onclick: () => table.ask("add_bot", { seat }) }, t("gather.bot")),
    bot &&
      owner &&
      h("button", { key: "remove", class: "quiet", onclick: () => table.ask("remove", { seat }) }, t("gather.remove")),
  );
}

/** The level of the bot at a seat; the owner of the table chooses it, in a game that has several. @param {Known} table @param {Seat} seat @param {boolean} owner */
function level(table, seat, owner) {
  const { room } = table;
  const { settings, seats } = room.state;
  // Not of an owner who is ready: a match with bots that begins at once needs no more than it shows.
  const chooses = owner && !seats[room.you ?? -1]?.ready;
  const game = chooses && table.levels.find((one) => one.variant === settings.variant && one.seats === settings.seats);
  const has = GAMES.get(settings.variant)?.isExact ? "exact" : (levelAt(room, seat) ?? USUAL_LEVEL);
  const drawn = game || has !== USUAL_LEVEL ? levels.for(table) : null;
  return game && drawn ? drawn.choice(table, seat, game) : h("span", { class: "tag" }, botLevel(has));
}
