// The results of a whole evening at one table: wins and places by game.

/**
 * @import { Child } from "../dom.js"
 * @import { EveningGame, EveningRow } from "../types/protocol.js"
 */

import { h } from "../dom.js";
import { gameName } from "../terms.js";
import { t } from "../texts.js";
import { laterTexts } from "./language.js";

await laterTexts();

/**
 * A table for each game, the latest first.
 *
 * @param {EveningGame[]} games
 * @param {(row: EveningRow) => Child} player names who a row is about
 */
export const evening = (games, player) =>
  h(
    "section",
    { key: "evening", class: "evening" },
    h("h3", {}, t("evening.title")),
    games.toReversed().map((game) => results(game, player)),
  );

/** @param {EveningGame} game @param {(row: EveningRow) => Child} player */
function results({ variant, matches, rows }, player) {
  const places = Array.from({ length: Math.max(...rows.map((row) => row.places.length)) }, (_, i) => i);
  return h(
    "table",
    { key: variant },
    h("caption", {}, `${gameName(variant)} · ${t("series.title", { n: matches })}`),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", {}, t("score.player")),
        h("th", {}, t("series.won")),
        places.map((place) => h("th", {}, t("evening.place", { n: place + 1 }))),
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
          h("td", {}, row.won + row.shared),
          places.map((place) => h("td", {}, row.places[place] ?? 0)),
        ),
      ),
    ),
  );
}
