// The panel with the score table of a room, the results of the evening, and the people at the table.

/**
 * @import { SeriesRow } from "../types/protocol.js"
 * @import { Known } from "./seated.js"
 */

import { h } from "../dom.js";
import { later } from "../rest.js";
import { isBoardVariant, isTrickGame } from "../room.js";
import { botName, calledName } from "../terms.js";
import { t } from "../texts.js";
import { people } from "./people.js";

/** Draws the results of a whole evening. */
export const evenings = later(() => import("./evening.js"));

/** The score table of the room, and the people at the table. @param {Known} table */
export function series(table) {
  const { room } = table;
  const { matches, rows, evening } = room.state.series;
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
    evening && evenings.for(table)?.evening(evening, player),
    people(table),
  ];
}

/** The player in a row of the score table, with a link to their past matches. @param {Pick<SeriesRow, "occupant" | "seat">} row */
function player({ occupant, seat }) {
  if ("bot" in occupant) return botName(seat ?? 0);
  return h("a", { href: `/player/${occupant.player}` }, calledName(occupant));
}
