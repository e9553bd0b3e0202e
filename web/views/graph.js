// What matches made of a rating, as a graph: a line, and a band as wide as the uncertainty. The list of matches has the same as text.

/** @import { Child } from "../dom.js" */

import { h } from "../dom.js";
import { t, whole } from "../texts.js";

/** The width and height of the drawing, in its own units. */
export const WIDTH = 600;
export const HEIGHT = 160;
/** How much room is above and below the highest and the lowest point, in points of rating: as much as the latest uncertainty, within these. */
const [LEAST_ROOM, MOST_ROOM] = [40, 200];

/**
 * A rating after a match.
 * @typedef {{ points: number, plus_minus: number }} Rated
 */

/**
 * The paths of the line and of the band, and the bounds of the graph in points. Points are at equal distances; the band is cut off at the
 * bounds, since at first it is far wider than what changes.
 *
 * @param {readonly Rated[]} changes the earliest first, at least one
 */
export function paths(changes) {
  const all = changes.map(({ points }) => points);
  const room = Math.min(MOST_ROOM, Math.max(LEAST_ROOM, changes.at(-1)?.plus_minus ?? 0));
  const [low, high] = [Math.min(...all) - room, Math.max(...all) + room];
  const x = (/** @type {number} */ at) => (changes.length > 1 ? (at * WIDTH) / (changes.length - 1) : WIDTH / 2);
  const y = (/** @type {number} */ points) =>
    HEIGHT - ((Math.min(high, Math.max(low, points)) - low) / (high - low)) * HEIGHT;
  const place = (/** @type {number} */ at, /** @type {number} */ points) =>
    `${x(at).toFixed(1)} ${y(points).toFixed(1)}`;
  const above = changes.map(({ points, plus_minus }, at) => place(at, points + plus_minus));
  const below = changes.map(({ points, plus_minus }, at) => place(at, points - plus_minus));
  return {
    line: `M${changes.map(({ points }, at) => place(at, points)).join("L")}`,
    band: `M${[...above, ...below.toReversed()].join("L")}z`,
    low,
    high,
  };
}

/** The graph of a game; nothing before there are two matches. @param {string} game @param {readonly Rated[]} changes @returns {Child} */
export function graph(game, changes) {
  const [first, last] = [changes[0], changes.at(-1)];
  if (changes.length < 2 || !first || !last) return null;
  const { line, band, low, high } = paths(changes);
  const label = t("ratings.graph", { game, first: first.points, last: last.points, matches: changes.length });
  return h(
    "div",
    { key: "graph", class: "rating-graph", role: "img", "aria-label": label },
    h("span", { class: "high" }, whole(high)),
    h(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
      h("path", { key: "band", class: "band", d: band }),
      h("path", { key: "line", class: "line", d: line }),
    ),
    h("span", { class: "low" }, whole(low)),
  );
}
