// What a rated table says besides: how one comes to it, and what its match changed in ratings.

/**
 * @import { Child } from "../dom.js"
 * @import { DanChange, MatchRating, PreviousMatch, Seat, ShownRating } from "../types/protocol.js"
 * @import { Known } from "./seated.js"
 */

import { h } from "../dom.js";
import { ask } from "../rest.js";
import { session } from "../session.js";
import { number, signed, t } from "../texts.js";
import { ratingTold } from "./dan.js";
import { playRated } from "./home.js";
import { laterTexts } from "./language.js";
import { variantPlayed } from "./played.js";

await laterTexts();

/**
 * What matches changed, by id, with the seats of computer players, whose ratings never change: null while it is requested, and `missing` if the
 * server does not have it.
 *
 * @type {Map<string, MatchRating & { bots: Seat[] } | "missing" | null>}
 */
const changed = new Map();
/** The pause before a request that failed, or came before the match was stored, is repeated: in milliseconds. */
const AGAIN_MS = 1_000;
/** How often it is repeated. */
const TRIES = 10;

/**
 * What a match changed; null as long as it is not known.
 *
 * @param {Known} table
 * @param {PreviousMatch} previous
 */
function changeOf(table, { match_id }) {
  if (!changed.has(match_id)) {
    changed.set(match_id, null);
    request(match_id).then((rated) => {
      changed.set(match_id, rated);
      table.redraw();
    });
  }
  return changed.get(match_id) ?? null;
}

/** Asks until the match is there, with its rating. @param {string} match_id */
async function request(match_id) {
  for (let tries = 0; tries < TRIES; tries++) {
    if (tries > 0) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    const match = await ask(`/matches/${match_id}`).catch(() => null);
    if (match && "rated" in match && match.rated)
      return { ...match.rated, bots: match.players.filter(({ bot }) => bot).map(({ seat: at }) => at) };
  }
  return "missing";
}

/** The rating after a match, and the change. @param {{ before: ShownRating, after: ShownRating }} change */
const values = ({ before, after }) => ({
  rating: ratingTold(after),
  change: signed(after.points - before.points),
});

/** What is said before the match: when it begins, and whether computer players come. @param {Known} table */
export function waitingTold({ room }) {
  const ms = room.state.settings.bots === "none" ? 0 : session.me?.limits.rated_bots_ms;
  const waits = ms ? t("rated.waits.bots", { n: Math.ceil(ms / 1000) }) : t("rated.waits");
  // Above it is said when computer players come.
  const isTold = room.now?.bots_left_ms != null;
  return h("p", { key: "rated", class: "small" }, !isTold && `${waits} `, t("rated.what"));
}

/** What the last match changed for the reader, or why nothing. @param {Known} table @param {PreviousMatch} previous */
export function changeTold(table, previous) {
  const rated = changeOf(table, previous);
  const own = rated && rated !== "missing" && rated.changes.find(({ player }) => player === table.room.me);
  const told = !rated
    ? t("rated.coming")
    : rated === "missing"
      ? t("rated.missing")
      : rated.unrated
        ? t(`rated.unrated.${rated.unrated}`)
        : own && t("rated.you", values(own));
  const change = own ? own.dan : undefined;
  return h(
    "p",
    { key: "rated", class: "rated", role: "status" },
    told || t("rated.title"),
    change && ` ${danTold(change)}`,
  );
}

/** What a match made of a dan. @param {DanChange} change */
function danTold({ before, after }) {
  const dan = number(after.dan);
  if (after.dan !== before.dan) return t(after.dan > before.dan ? "rated.dan.up" : "rated.dan.down", { dan });
  const { points, goal } = after;
  return t("rated.dan", { dan, points: number(points), goal: number(goal), change: signed(points - before.points) });
}

/** The rating of a seat in the result. @param {Known} table @param {PreviousMatch} previous @param {Seat} seat */
export function seatRating(table, previous, seat) {
  const rated = changeOf(table, previous);
  if (!rated || rated === "missing" || rated.unrated || rated.bots.includes(seat)) return null;
  const own = rated.changes.find((change) => change.seat === seat);
  return h("small", { key: "rated", class: "rated" }, own ? ratingChanged(own) : t("rated.hidden"));
}

/** A rating after a match, with the change. @param {{ before: ShownRating, after: ShownRating }} change @returns {Child} */
export function ratingChanged(change) {
  const { rating, change: points } = values(change);
  return [h("span", { key: "of", class: "hidden" }, `${t("ratings.rating")} `), `${rating} (${points})`];
}

/** Asks for a rated match: also after one, quick play leads people to other tables. @param {Known} table */
export function onward(table) {
  const play = () => playRated(table, gameOf(table));
  const text = t(table.room.state.previous ? "rated.again" : "ratings.play");
  return h("button", { key: "again", class: "main", onclick: play }, text);
}

/** The way to the ladder. @param {Known} table */
export const ladder = (table) =>
  h("a", { key: "ladder", class: "button", href: `/ladder/${gameOf(table)}` }, t("home.ratings"));

/** The game of the last match, or of the next one. @param {Known} table */
function gameOf(table) {
  const { previous, settings } = table.room.state;
  return previous ? variantPlayed(table, previous) : settings.variant;
}
