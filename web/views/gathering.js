// A table before its match, and between matches: the seats, getting ready, the result, and the owner's controls.

/**
 * @import { KnownRoom } from "../room.js"
 * @import { Game } from "../rules.js"
 * @import { FinishedMatch, MatchPlayer, Outcome, Player, PreviousMatch, Seat, SeatState, SeriesRow } from "../types/protocol.js"
 * @import { Shown } from "../types/page.js"
 * @import { Known, Playing } from "./seated.js"
 */

import { h } from "../dom.js";
import { knownGame } from "../games/list.js";
import { ask } from "../rest.js";
import { isBoardVariant, isBot, isOfBoard, isTrickGame, left, ofTricks, personOf } from "../room.js";
import { botLevel, botName, clockText, gameName, personName, terms } from "../terms.js";
import { known, number, t } from "../texts.js";
import { bubble } from "./bubbles.js";
import { invite } from "./invite.js";
import { people, personMenu, watching } from "./people.js";
import { face } from "./faces.js";
import { countOf } from "./plays.js";
import { askFirst } from "./question.js";
import { talk } from "./talk.js";
import { about, nameAt, outcomeTold } from "./told.js";

/** The seats with what can be done about each, the buttons, and the settings of this table. @param {Known} table */
export function gathering(table) {
  const { room } = table;
  const { state } = room;
  const owner = state.owner != null && state.owner === room.me;
  const full = state.seats.every(({ occupant }) => occupant !== null);
  return h(
    "section",
    { class: "gathering" },
    invite(table),
    state.previous && [result(table, state.previous), actions(table, owner, full), captures(table, state.previous)],
    h(
      "p",
      { key: "what" },
      h("strong", { class: "name" }, gameName(state.settings.variant, table.variant?.name)),
      ` · ${t("create.players", { n: state.settings.seats })}`,
    ),
    !state.previous && actions(table, owner, full),
    h("p", { class: "small" }, startsIn(room) ?? botsIn(room) ?? (full ? t("gather.wait") : t("gather.free"))),
    h(
      "ol",
      { class: "places", "aria-label": t("table.seats") },
      state.seats.map((at) => place(table, at, owner)),
    ),
    advice(room, owner, full),
    isTalkOpen(table) &&
      h("section", { key: "talk", class: "gather-talk", "aria-label": t("panel.talk") }, talk(table)),
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

/** What can be done before the next match. @param {Known} table @param {boolean} owner @param {boolean} full */
function actions(table, owner, full) {
  const { state, you } = table.room;
  return h(
    "div",
    { key: "actions", class: "buttons" },
    !full &&
      owner &&
      h(
        "button",
        { key: "bots", disabled: state.phase !== "gathering", onclick: () => table.ask("add_bot", { all: true }) },
        t("gather.bots"),
      ),
    h("button", { key: "share", onclick: () => table.share() }, t("gather.share")),
    you != null &&
      h("button", { key: "stand", class: "quiet", onclick: () => table.ask("stand", {}) }, t("gather.stand")),
    you != null && readiness(table),
  );
}

/** Why the person has lost their seat, and a button to get one again. @param {Known} table */
export function lostSeat(table) {
  const { lost, state, you } = table.room;
  if (!lost || you != null) return null;
  const free =
    state.phase === "gathering" && state.seats.some(({ occupant }) => !occupant || (state.quick && isBot(occupant)));
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

/** @param {Known} table */
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

/** @param {Known} table @param {SeatState} at @param {boolean} owner */
function place(table, { seat, occupant, ready }, owner) {
  const { room } = table;
  const { state, you } = room;
  const own = seat === you;
  const person = personOf(occupant);
  const bot = isBot(occupant);
  const way = state.quick && bot && you == null;
  return h(
    "li",
    { key: seat, class: own ? "place own" : "place" },
    occupant && face(occupant, seat),
    person && !own
      ? personMenu(table, person, { where: "place", seat, label: nameAt(room, seat) })
      : h("span", { class: "name" }, occupant ? nameAt(room, seat) : t("seat.free")),
    bubble(table, seat),
    sideAt(table, seat),
    person && person.player === state.owner && h("span", { key: "owner", class: "tag" }, t("seat.owner")),
    occupant && "bot" in occupant
      ? h("span", { class: "tag" }, botLevel(occupant.bot))
      : person && h("span", { class: ready ? "tag free" : "tag" }, t(ready ? "seat.ready" : "seat.not_ready")),
    (!occupant || way) &&
      !own &&
      h("button", { key: "sit", onclick: () => table.ask("sit", { seat }) }, t(way ? "gather.way" : "gather.sit")),
    !occupant &&
      owner &&
      h("button", { key: "bot", class: "quiet", onclick: () => table.ask("add_bot", { seat }) }, t("gather.bot")),
    bot &&
      owner &&
      h("button", { key: "remove", class: "quiet", onclick: () => table.ask("remove", { seat }) }, t("gather.remove")),
  );
}

/**
 * The data of matches that this page has not seen from their start, by match id; null while it is requested.
 *
 * @type {Map<string, Pick<FinishedMatch, "variant" | "players"> | null>}
 */
const played = new Map();
/** The pause before that is requested again after a failure, in milliseconds. */
const AGAIN_MS = 5_000;

/**
 * The room as it is during a match; after the match, as it was during it.
 *
 * @param {Known} table
 * @returns {KnownRoom}
 */
export function roomPlayed(table) {
  const { room } = table;
  const { previous } = room.state;
  return room.match || !previous ? room : asPlayed(table, previous);
}

/** The last game that was played here; null if unknown, or if it is not a trick game. @param {Known} table @param {PreviousMatch} previous */
function gamePlayed({ room, games }, { match_id }) {
  const { start } = room.finished ?? {};
  const variant = start?.match_id === match_id ? start.variant : played.get(match_id)?.variant;
  return games.find(({ id }) => id === variant) ?? null;
}

/**
 * The room as it was during the last match: people may have changed seats since, and the current presence concerns others.
 *
 * @param {Known} table
 * @param {PreviousMatch} previous
 * @returns {KnownRoom}
 */
function asPlayed(table, { match_id }) {
  const { room } = table;
  const { start } = room.finished ?? {};
  if (start?.match_id !== match_id && !played.has(match_id)) {
    played.set(match_id, null);
    ask(`/matches/${match_id}`).then(
      (info) => {
        if ("result" in info) played.set(match_id, info);
        table.redraw();
      },
      (error) => {
        // A match that does not exist will not exist later.
        if (["no_such_match", "match_deleted"].includes(error.code)) return;
        setTimeout(() => played.delete(match_id), AGAIN_MS);
      },
    );
  }
  const players = start?.match_id === match_id ? start.players.map(seated) : played.get(match_id)?.players;
  if (!players) return room;
  const { rows } = room.state.series;
  const people = [...[...rows, ...room.state.seats].map(({ occupant }) => occupant), ...(room.cast ?? [])];
  const seats = players.map(({ player, bot, name = t("matches.forgotten"), tag = "" }, seat) => {
    const person = people.map(personOf).find((other) => other && other.player === player) ?? {
      player: player ?? "",
      name,
      tag,
    };
    return { seat, occupant: bot ? { bot } : person, ready: false, away: false };
  });
  const you = seats.findIndex(({ occupant }) => personOf(occupant)?.player === room.me);
  return { ...room, you: you < 0 ? null : you, present: null, state: { ...room.state, seats } };
}

/** The last match, which is still shown on the table. @param {Playing} table @returns {Shown} */
export function lying(table) {
  const { match, order } = table;
  const { previous } = table.room.state;
  const variant = previous ? gamePlayed(table, previous) : table.variant;
  return { room: roomPlayed(table), match, variant, decision: null, order };
}

/** @param {Player} player @returns {Partial<MatchPlayer>} */
const seated = (player) => ("bot" in player ? player : { player: player.id });

/** The result of the last match, in a sentence. @param {Known} table @param {PreviousMatch} previous */
function result(table, previous) {
  const room = asPlayed(table, previous);
  const all = previous.outcome?.winners ?? previous.result?.winners ?? [];
  // A drawn match on a board has no winners' faces.
  const winners = previous.result?.winners.length === room.state.seats.length ? [] : all;
  const { outcome, result } = previous;
  const ended =
    result && isOfBoard(result) ? table.family?.endTold(room, result) : outcomeTold(room, result ?? outcome);
  return h(
    "div",
    { key: "result" },
    winners.length > 0 &&
      h(
        "div",
        { class: "winners" },
        winners.map((seat) => facing(room, seat)),
      ),
    h("h2", {}, ended),
  );
}

/**
 * What each player has captured, as bars and pieces, with the scores.
 *
 * @param {Known} table
 * @param {PreviousMatch} previous
 */
function captures(table, previous) {
  const room = asPlayed(table, previous);
  const { outcome, match_id } = previous;
  const scores = outcome?.scores;
  const most = Math.max(1, ...(outcome?.captured ?? []));
  return h(
    "div",
    { key: "captures", class: "result" },
    outcome &&
      h(
        "table",
        { class: "captures" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", {}, t("score.player")),
            h("th", {}, t("score.captured")),
            scores && h("th", {}, t("score.score")),
          ),
        ),
        h(
          "tbody",
          {},
          outcome.captured.map((captured, seat) =>
            h(
              "tr",
              { class: outcome.winners.includes(seat) ? "winner" : "" },
              h("th", { scope: "row" }, who(room, seat), outcome.beheaded.includes(seat) && ` (${t("seat.beheaded")})`),
              h(
                "td",
                {},
                h("span", { class: "bar", style: { "--part": captured / most } }),
                captured,
                caught(table, match_id, seat),
              ),
              scores && h("td", {}, scores[seat]),
            ),
          ),
        ),
      ),
    scores && h("p", { class: "small" }, scoring(gamePlayed(table, previous), room, outcome)),
    points(room, previous),
    h(
      "p",
      { class: "small" },
      h("a", { href: room.you == null ? `/match/${match_id}` : `/match/${match_id}/${room.you}/0` }, t("score.review")),
    ),
  );
}

/**
 * The final points in a match of tiles or dice that this page has not seen; a match that it has seen is shown completely.
 *
 * @param {KnownRoom} room as it was played
 * @param {PreviousMatch} previous
 */
function points(room, { match_id, result }) {
  if (!result || !("gains" in result) || room.finished?.start.match_id === match_id) return null;
  const { scores, winners } = result;
  return h(
    "table",
    { key: "points", class: "captures" },
    h("thead", {}, h("tr", {}, h("th", {}, t("score.player")), h("th", {}, t("score.score")))),
    h(
      "tbody",
      {},
      scores.map((score, seat) =>
        h(
          "tr",
          { class: winners.includes(seat) ? "winner" : "" },
          h("th", { scope: "row" }, who(room, seat)),
          h("td", {}, number(score)),
        ),
      ),
    ),
  );
}

/** The name for a seat's row. @param {KnownRoom} room @param {Seat} seat */
const who = (room, seat) =>
  h("span", { class: "who" }, facing(room, seat), h("span", { class: "name" }, nameAt(room, seat)));

/**
 * The pieces that a seat captured; those that were captured face down are shown so.
 *
 * @param {Known} table
 * @param {string} match
 * @param {number} seat
 */
function caught({ room: { finished } }, match, seat) {
  const played = ofTricks(finished);
  if (played?.start.match_id !== match) return null;
  const { tricks } = played.view;
  // Tied tricks go to the winner of the next one.
  const winnerFrom = (/** @type {number} */ at) => tricks.slice(at).find(({ winner }) => winner != null)?.winner;
  const won = tricks.filter((_, at) => winnerFrom(at) === seat);
  const pieces = won.flatMap((trick) =>
    trick.plays.flatMap((play) => (play ? [...play] : Array(countOf(trick)).fill("back"))),
  );
  return h(
    "span",
    { class: "caught" },
    pieces.map((code, i) => h("giog-piece", { key: i, code, plain: true })),
  );
}

/**
 * How the scores are computed: what everybody was dealt, and the payment for winning the last trick with a general in a game that has
 * one.
 *
 * @param {Game | null} game
 * @param {KnownRoom} room
 * @param {Outcome} outcome
 */
function scoring(game, room, { captured, scores }) {
  if (!game) return "";
  const share = game.hand_sizes[captured.length - game.min_players] ?? 0;
  const isPaid = (/** @type {number} */ score, /** @type {Seat} */ seat) => score > (captured[seat] ?? 0) - share;
  const paid = knownGame(game.id).generalPays ? (scores?.findIndex(isPaid) ?? -1) : -1;
  return [t("score.why", { n: share }), paid >= 0 && about(room, paid, "score.why.general")].filter(Boolean).join(" ");
}

/** The score table of the room, and the people at the table. @param {Known} table */
export function series(table) {
  const { room } = table;
  const { matches, rows } = room.state.series;
  const scores = rows.some(({ score }) => score != null);
  const owner = room.state.owner === room.me && room.state.phase === "gathering";
  // In games on boards nobody counts captures, and a draw is not a win.
  const { variant } = room.state.settings;
  const board = isBoardVariant(variant);
  const taken = board || isTrickGame(variant);
  return [
    !matches
      ? h("p", { key: "none", class: "empty" }, t("series.none"))
      : h(
          "table",
          { key: "scores" },
          h("caption", {}, t("series.title", { n: matches })),
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              h("th", {}, t("score.player")),
              h("th", {}, t("series.won")),
              taken && h("th", {}, t(board ? "series.drawn" : "score.captured")),
              scores && h("th", {}, t("score.score")),
            ),
          ),
          h(
            "tbody",
            {},
            rows.map((row) =>
              h(
                "tr",
                {},
                h("th", { scope: "row" }, player(row)),
                h("td", {}, board ? row.won : row.won + row.shared),
                taken && h("td", {}, board ? row.shared : row.captured),
                scores && h("td", {}, row.score),
              ),
            ),
          ),
        ),
    matches > 0 &&
      owner &&
      h("button", { key: "new", class: "quiet", onclick: () => table.ask("new_series", {}) }, t("owner.series")),
    people(table),
  ];
}

/** The face of the player at a seat, if there is one. @param {KnownRoom} room @param {number} seat */
const facing = ({ state }, seat) => {
  const occupant = state.seats[seat]?.occupant;
  return occupant && face(occupant, seat);
};

/** The player in a row of the score table, with a link to their past matches. @param {SeriesRow} row */
function player({ occupant, seat }) {
  if ("bot" in occupant) return botName(seat ?? 0);
  return h("a", { href: `/matches/${occupant.player}` }, personName(occupant.name));
}
