// Words about ratings and ladders; their texts are those of views that are loaded later.

/**
 * @import { Child } from "../dom.js"
 * @import { ShownDan, ShownRating } from "../types/protocol.js"
 */

import { h } from "../dom.js";
import { number, t, whole } from "../texts.js";
import { laterTexts } from "./language.js";

await laterTexts();

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

/** A season (`2026-q4`) as people write it. @param {string} season */
export const seasonTold = (season) => season.replace("-q", "/");

/** The seats of a ladder (`4-5`) as text. @param {string} seats */
export const seatsTold = (seats) => t("ratings.seats", { seats: seats.split("-").map(Number).map(number).join("–") });
