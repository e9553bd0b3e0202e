// Words about ratings and ladders; their texts are those of views that are loaded later.

/**
 * @import { Child } from "../dom.js"
 * @import { ShownDan, ShownRating } from "../types/protocol.js"
 */

import { h } from "../dom.js";
import { everyGame } from "../rules.js";
import { number, t, whole } from "../texts.js";
import { laterTexts } from "./language.js";

await laterTexts();

/** The months of a season. */
const MONTHS = 3;
/** The most players of each game, as far as the server has told. @type {Map<string, number>} */
const MOST = new Map();
const games = await everyGame().catch(() => []);
for (const { id, max_players } of games) MOST.set(id, max_players);

/** A rating with its uncertainty. @param {ShownRating} rating */
export const ratingTold = ({ points, plus_minus }) => `${whole(points)} ± ${number(plus_minus)}`;

/** How uncertain a rating is while little is known of somebody. @param {{ provisional: boolean }} rating @returns {Child} */
export const provisional = (rating) =>
  rating.provisional && h("span", { key: "provisional", class: "tag" }, t("ratings.provisional"));

/** Who plays rated matches besides people, after how many milliseconds; 0 or nothing: nobody. @param {number} [ms] */
export const whoElse = (ms) => (ms ? t("rated.bots", { n: Math.ceil(ms / 1000) }) : t("rated.people"));

/** @param {ShownDan} dan */
export const danTold = ({ dan }) => t("ratings.dan.of", { dan: number(dan) });

/** @param {ShownDan} dan */
export const danPoints = ({ points, goal }) => t("ratings.dan.points", { points: number(points), goal: number(goal) });

/** A season (`2026-q4`) by its months: a number of it could be taken for that of a month. @param {string} season */
export function seasonTold(season) {
  const [year = 0, quarter = 0] = season.split("-q").map(Number);
  const [from, to] = [Date.UTC(year, MONTHS * (quarter - 1)), Date.UTC(year, MONTHS * quarter - 1)];
  // Seasons are quarters of the Gregorian year, in whatever calendar dates are told.
  const months = new Intl.DateTimeFormat(document.documentElement.lang, {
    calendar: "gregory",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  });
  return months.formatRange(from, to);
}

/** The seats of a ladder (`4-5`), as many as the game has. @param {string} seats @param {string} variant */
export function seatsTold(seats, variant) {
  const numbers = seats.split("-").map(Number);
  const possible = numbers.filter((one) => one <= (MOST.get(variant) ?? Infinity));
  return t("ratings.seats", { seats: (possible.length ? possible : numbers).map(number).join("–") });
}
