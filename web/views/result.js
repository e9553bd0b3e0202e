// The result of the last match: who won, the place and the points of each player, and what decided.

/**
 * @import { Child } from "../dom.js"
 * @import { KnownRoom } from "../room.js"
 * @import { Game } from "../rules.js"
 * @import { Outcome, PreviousMatch, Seat } from "../types/protocol.js"
 * @import { Known } from "./seated.js"
 * @import { Standing } from "./standing.js"
 */

import { h } from "../dom.js";
import { knownGame } from "../games/list.js";
import { isOfBoard, ofTricks } from "../room.js";
import { pieceName } from "../rules.js";
import { part } from "../rest.js";
import { styled } from "../root.js";
import { gameName } from "../terms.js";
import { number, t, whole } from "../texts.js";
import { face } from "./faces.js";
import { brought } from "./home.js";
import { asPlayed, gamePlayed, variantPlayed } from "./played.js";
import { countOf } from "./plays.js";
import { standings } from "./standing.js";
import { about, nameAt, outcomeTold } from "./told.js";
import { rateds } from "./gathering.js";

await styled("views/result.css");

/** What tells the ratings at a rated table, once it is there. @param {Known} table */
const ratedAt = (table) => (table.room.state.settings.rated ? rateds.for(table) : null);

/** Who won the last match, and how it ended, in a sentence. @param {Known} table @param {KnownRoom} room @param {PreviousMatch} previous */
function toldOf(table, room, { outcome, result }) {
  return result && isOfBoard(result)
    ? (table.family?.endTold(room, result) ?? "")
    : outcomeTold(room, result ?? outcome);
}

/** The winners of the last match, and a sentence. @param {Known} table @param {PreviousMatch} previous */
export function ended(table, previous) {
  const room = asPlayed(table, previous);
  const all = previous.outcome?.winners ?? previous.result?.winners ?? [];
  // A drawn match on a board has no winners' faces.
  const winners = previous.result?.winners.length === room.state.seats.length ? [] : all;
  return h(
    "div",
    { key: "result", class: "ended" },
    winners.length > 0 &&
      h(
        "div",
        { class: "winners" },
        winners.map((seat) => facing(room, seat)),
      ),
    h("h2", {}, toldOf(table, room, previous)),
    ratedAt(table)?.changeTold(table, previous),
  );
}

/**
 * The places and points of all players, what they captured as bars and pieces, and what decided.
 *
 * @param {Known} table
 * @param {PreviousMatch} previous
 * @param {Child} [buttons]
 */
export function result(table, previous, buttons = onwards(table, previous)) {
  const room = asPlayed(table, previous);
  const { outcome, match_id } = previous;
  if (!outcome && !previous.result) return null;
  const rows = rowsOf(table, room, previous);
  const most = Math.max(1, ...rows.map((row) => (row.forfeits ? 0 : (row.captured ?? 0))));
  return h(
    "div",
    { key: "captures", class: "result" },
    h(
      "table",
      { class: "captures" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", {}, h("span", { class: "hidden" }, t("score.place"))),
          h("th", {}, t("score.player")),
          outcome && h("th", {}, t("score.captured")),
          h("th", {}, t("score.score")),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((row) =>
          h(
            "tr",
            { key: row.seat, class: row.place === 1 ? "winner" : "", "data-of": row.seat },
            h("td", { class: "place-of" }, number(row.place)),
            h(
              "th",
              { scope: "row" },
              who(room, row.seat),
              beheadedTold(row),
              ratedAt(table)?.seatRating(table, previous, row.seat),
            ),
            outcome && captures(table, match_id, row, most),
            h("td", {}, pointsTold(row.points)),
          ),
        ),
      ),
    ),
    room.finished?.start.match_id === match_id && table.family?.decided?.(),
    outcome && h("p", { class: "small" }, decidedBy(gamePlayed(table, previous), room, outcome)),
    buttons,
  );
}

/** Buttons that share the result, and lead to the past match. @param {Known} table @param {PreviousMatch} previous */
function onwards(table, previous) {
  const { you } = asPlayed(table, previous);
  const past = `/match/${previous.match_id}`;
  return h(
    "div",
    { class: "buttons" },
    h("button", { key: "share", onclick: () => shareResult(table, previous) }, t("result.share")),
    h("a", { class: "button quiet", href: you == null ? past : `${past}/${you}/0` }, t("score.review")),
  );
}

/** Shares the result: its picture and its replay. @param {Known} table @param {PreviousMatch} previous */
function shareResult(table, previous) {
  const room = asPlayed(table, previous);
  // Whoever gets it is not at the table: nobody is "you".
  const others = { ...room, you: null };
  const pictured = {
    game: gameName(variantPlayed(table, previous)),
    told: toldOf(table, others, previous),
    rows: rowsOf(table, room, previous).map(({ seat, place, points }) => ({
      place: number(place),
      name: nameAt(others, seat),
      points: pointsTold(points),
    })),
  };
  brought(table, async () => (await part(import("./link.js"))).shareResult(previous.match_id, pictured));
}

/** The standings of all players. @param {Known} table @param {KnownRoom} room @param {PreviousMatch} previous */
const rowsOf = (table, room, previous) =>
  standings(previous, { view: tricksOf(table, previous.match_id)?.view, seats: room.state.seats.length });

/** The last match, if it is one of a trick game that this page has seen. @param {Known} table @param {string} match_id */
function tricksOf({ room: { finished } }, match_id) {
  const match = ofTricks(finished);
  return match?.start.match_id === match_id ? match : null;
}

/** What a seat captured, as a bar and as pieces; struck through where it does not count. @param {Known} table @param {string} match_id @param {Standing} row @param {number} most */
function captures(table, match_id, { seat, captured, forfeits }, most) {
  const count = captured ?? 0;
  return h(
    "td",
    {},
    h("span", { class: "bar", style: { "--part": forfeits ? 0 : count / most } }),
    forfeits ? h("s", {}, number(count)) : number(count),
    caught(table, match_id, seat, forfeits),
  );
}

/** Why a seat's pieces do not count, or why it is last. @param {Standing} row @returns {Child} */
function beheadedTold({ beheaded }) {
  if (!beheaded) return null;
  const { trick, general } = beheaded;
  const told =
    trick === null || general === null
      ? t("seat.beheaded")
      : t("score.beheaded", { piece: pieceName(general), n: trick + 1 });
  return h("small", { key: "beheaded", class: "fault" }, told);
}

/** Points; a draw on a board is worth a half. @param {number} points */
const pointsTold = (points) => (points === 0.5 ? "½" : whole(points));

/** The name for a seat's row. @param {KnownRoom} room @param {Seat} seat */
const who = (room, seat) =>
  h("span", { class: "who" }, facing(room, seat), h("span", { class: "name" }, nameAt(room, seat)));

/** The face of the player at a seat, if there is one. @param {KnownRoom} room @param {number} seat */
export const facing = ({ state }, seat) => {
  const occupant = state.seats[seat]?.occupant;
  return occupant && face(occupant, seat);
};

/**
 * The pieces that a seat captured; those that were captured face down are shown so.
 *
 * @param {Known} table
 * @param {string} match_id
 * @param {number} seat
 * @param {boolean} forfeits
 */
function caught(table, match_id, seat, forfeits) {
  const { tricks } = tricksOf(table, match_id)?.view ?? {};
  if (!tricks) return null;
  // Tied tricks go to the winner of the next one.
  const winnerFrom = (/** @type {number} */ at) => tricks.slice(at).find(({ winner }) => winner != null)?.winner;
  const won = tricks.filter((_, at) => winnerFrom(at) === seat);
  const pieces = won.flatMap((trick) =>
    trick.plays.flatMap((play) => (play ? [...play] : Array(countOf(trick)).fill("back"))),
  );
  return h(
    "span",
    { class: forfeits ? "caught forfeited" : "caught" },
    pieces.map((code, i) => h("giog-piece", { key: i, code, plain: true })),
  );
}

/**
 * What decided a trick game: the last trick, the most pieces, or a score: what everybody was dealt, and the payment for winning the last
 * trick with a general in a game that has one.
 *
 * @param {Game | null} game
 * @param {KnownRoom} room
 * @param {Outcome} outcome
 */
function decidedBy(game, room, { captured, scores }) {
  if (!game) return "";
  const { lastWins, generalPays } = knownGame(game.id);
  if (!scores) return t(lastWins ? "score.why.last" : "score.why.most");
  const share = game.hand_sizes[captured.length - game.min_players] ?? 0;
  const isPaid = (/** @type {number} */ score, /** @type {Seat} */ seat) => score > (captured[seat] ?? 0) - share;
  const paid = generalPays ? scores.findIndex(isPaid) : -1;
  return [t("score.why", { n: share }), paid >= 0 && about(room, paid, "score.why.general")].filter(Boolean).join(" ");
}
