// What somebody's finished public matches say: by game and number of seats, and with whom.

/**
 * @import { Child } from "../dom.js"
 * @import { GameStats, OpponentStats, PlayerStats } from "../types/protocol.js"
 */

import { h } from "../dom.js";
import { isTrickGame } from "../room.js";
import { piecesInWords } from "../rules.js";
import { personName } from "../terms.js";
import { number, t } from "../texts.js";
import { seatsTold } from "./dan.js";
import "./piece.js";

/** A share, as a text. @param {number} share */
const percent = (share) => new Intl.NumberFormat(document.documentElement.lang, { style: "percent" }).format(share);

/**
 * Each game with so many seats, the most played first; or that there are none.
 *
 * @param {PlayerStats} stats
 * @param {(variant: string) => string} called
 * @returns {Child}
 */
export function games({ games, since }, called) {
  if (games.length === 0) return h("p", { key: "no-games", class: "empty" }, t("profile.none"));
  const counted = games.reduce((sum, { matches }) => sum + matches, 0);
  const lang = document.documentElement.lang;
  return [
    since &&
      h(
        "p",
        { key: "since", class: "small" },
        t("profile.since", { n: counted, date: new Date(since).toLocaleDateString(lang, { dateStyle: "medium" }) }),
      ),
    h(
      "ul",
      { key: "all-games", class: "played" },
      games.map((one) => game(one, called)),
    ),
  ];
}

/** @param {GameStats} one @param {(variant: string) => string} called */
function game({ variant, seats, matches, won, places, streaks, openings }, called) {
  return h(
    "li",
    { key: `${variant} ${seats}`, class: "pool" },
    h("h3", {}, h("a", { href: `/game/${variant}` }, called(variant))),
    h(
      "p",
      { class: "tags" },
      h("strong", {}, t("profile.won", { n: won, share: percent(won / matches) })),
      h("span", { class: "small" }, `${seatsTold(String(seats), variant)} · ${t("profile.matches", { n: matches })}`),
    ),
    h(
      "dl",
      {},
      h("dt", { key: "places" }, t("profile.places")),
      h("dd", { key: "at-places" }, placed(places, matches)),
      h("dt", { key: "row" }, t("profile.row")),
      h(
        "dd",
        { key: "in-row" },
        t("profile.row.told", { now: number(streaks.current), most: number(streaks.longest) }),
      ),
      openings.length > 0 && [
        h("dt", { key: "openings" }, t(isTrickGame(variant) ? "profile.leads" : "profile.moves")),
        h(
          "dd",
          { key: "opened" },
          h(
            "ol",
            { class: "openings" },
            openings.map(({ opening, matches }) =>
              h(
                "li",
                { key: opening },
                isTrickGame(variant) ? pieces(opening) : h("span", { class: "move", dir: "ltr" }, opening),
                " ",
                h("span", { class: "small" }, t("profile.times", { n: matches })),
              ),
            ),
          ),
        ),
      ],
    ),
  );
}

/** How often each place was reached, as bars with numbers. @param {number[]} places @param {number} matches */
const placed = (places, matches) =>
  h(
    "ol",
    { class: "by-place" },
    places.map((times, at) =>
      h(
        "li",
        { key: at },
        h("span", { class: "small" }, t("ratings.rank", { rank: at + 1 })),
        h("span", { class: "bar", "aria-hidden": "true", style: { "--share": `${(100 * times) / matches}%` } }),
        h("span", { class: "times", "aria-hidden": "true" }, number(times)),
        h("span", { class: "hidden" }, t("profile.times", { n: times })),
      ),
    ),
  );

/** @param {string} codes */
const pieces = (codes) =>
  h(
    "span",
    { class: "play", role: "img", "aria-label": piecesInWords(codes) },
    [...codes].map((code, i) => h("giog-piece", { key: i, code })),
  );

/** Whom somebody met most often, and who was ahead. @param {PlayerStats} stats @returns {Child} */
export function opponents({ opponents }) {
  if (opponents.length === 0) return null;
  return h(
    "table",
    { key: "opponents", class: "ladder met" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, t("score.player")),
        h("th", { scope: "col" }, t("ratings.matches")),
        h("th", { scope: "col" }, t("profile.ahead")),
        h("th", { scope: "col" }, t("profile.behind")),
      ),
    ),
    h("tbody", {}, opponents.map(opponent)),
  );
}

/** @param {OpponentStats} one */
const opponent = ({ player, name, tag, matches, ahead, behind }) =>
  h(
    "tr",
    { key: player },
    h(
      "th",
      { scope: "row" },
      h(
        "a",
        { class: "name", href: `/player/${player}` },
        h("bdi", {}, personName(name)),
        h("span", { class: "small" }, `#${tag}`),
      ),
    ),
    h("td", {}, number(matches)),
    h("td", {}, number(ahead)),
    h("td", {}, number(behind)),
  );
