// Somebody's ratings, each with a graph of what matches made of it.

/**
 * @import { Child } from "../dom.js"
 * @import { PlayerRatings, PoolRating } from "../types/protocol.js"
 */

import { h } from "../dom.js";
import { t } from "../texts.js";
import { graph } from "./graph.js";
import { danPoints, danTold, provisional, ratingTold, seasonTold, seatsTold } from "./dan.js";

/** @typedef {(variant: string) => string} Called the name of a game */

/**
 * All ratings of somebody, or why there are none.
 *
 * @param {PlayerRatings} of
 * @param {boolean} isOwn
 * @param {Called} called
 * @returns {Child}
 */
export function pools({ hidden, ratings }, isOwn, called) {
  if (hidden && !isOwn) return h("p", { key: "none", class: "empty" }, t("ratings.hidden"));
  if (ratings.length === 0) return h("p", { key: "none", class: "empty" }, t("ratings.no"));
  return ratings.map((one) => pool(one, called));
}

/** @param {PoolRating} one @param {Called} called */
function pool(one, called) {
  const { variant, seats, clock, dan, matches, changes, past } = one;
  const game = called(variant);
  const lang = document.documentElement.lang;
  return h(
    "article",
    { key: `${variant} ${seats} ${clock}`, class: "pool" },
    h("h3", {}, h("a", { href: `/ladder/${variant}` }, game)),
    h(
      "p",
      { class: "tags" },
      h("strong", {}, ratingTold(one)),
      provisional(one),
      h("span", { class: "tag" }, danTold(dan)),
      h(
        "span",
        { class: "small" },
        `${danPoints(dan)} · ${seatsTold(seats, variant)} · ${t("ratings.after", { n: matches })}`,
      ),
    ),
    graph(game, changes),
    past.length > 0 &&
      h(
        "details",
        { key: "past" },
        h("summary", {}, t("ratings.past")),
        h(
          "ul",
          { class: "rooms" },
          past
            .toReversed()
            .map((season) =>
              h(
                "li",
                { key: season.season },
                h(
                  "span",
                  { class: "about" },
                  h("strong", {}, `${seasonTold(season.season)} · ${danTold(season.dan)}`),
                  h("span", { class: "small" }, `${ratingTold(season)} · ${t("ratings.after", { n: season.matches })}`),
                ),
                h("a", { class: "button", href: `/ladder/${variant}/${season.season}` }, t("ratings.season")),
              ),
            ),
        ),
      ),
    h(
      "details",
      {},
      h("summary", {}, t("ratings.each")),
      h(
        "ol",
        { class: "rooms", reversed: true },
        changes
          .toReversed()
          .map((point) =>
            h(
              "li",
              { key: point.match_id },
              h(
                "span",
                { class: "about" },
                h("strong", {}, ratingTold(point)),
                h(
                  "span",
                  { class: "small" },
                  `${new Date(point.ended_at).toLocaleString(lang, { dateStyle: "medium", timeStyle: "short" })} · ${t("ratings.rank", { rank: point.rank })}`,
                ),
              ),
              h("a", { class: "button", href: `/match/${point.match_id}` }, t("matches.look")),
            ),
          ),
      ),
    ),
  );
}
