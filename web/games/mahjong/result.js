// The result of a hand: the winner's tiles, what scores with its faan, and the payments between the seats.

/**
 * @import { Child } from "../../dom.js"
 * @import { KnownRoom } from "../../room.js"
 * @import { FinishedHand } from "../../types/protocol.js"
 */

import { h } from "../../dom.js";
import { number, signed, t } from "../../texts.js";
import { face } from "../../views/faces.js";
import { nameAt } from "../../views/told.js";
import { meld, pictures } from "./seats.js";
import { tilesOf, windOf, without } from "./tiles.js";
import { faanTold, finishedTold, tilesTold } from "./words.js";
import { baseOf, LIMIT } from "./worth.js";

/**
 * How a hand ended, with everything that scores.
 *
 * @param {KnownRoom} room
 * @param {FinishedHand} finished
 * @param {number[]} scores the points of all seats after it
 * @param {Child} [more]
 */
export function ended(room, finished, scores, more) {
  return h(
    "section",
    { key: "ended", class: "mj-ended", "aria-label": t("mj.result") },
    h("h2", {}, finishedTold(room, finished)),
    finished.winner !== null && [winning(finished), items(finished)],
    points(room, finished, scores),
    more,
  );
}

/** The winner's tiles: concealed ones with the last one apart, and sets. @param {FinishedHand} finished */
function winning({ hand, tile, melds }) {
  const concealed = tilesOf(hand);
  const rest = tile ? without(concealed, [tile]) : concealed;
  return h(
    "div",
    { key: "winning", class: "mj-winning" },
    pictures(rest, tilesTold(rest)),
    tile && pictures([tile], t("mj.result.last", { tile: tilesTold([tile]) }), { last: 0, look: "mj-last" }),
    (melds ?? []).map(meld),
  );
}

/** What scores, item by item, and the sum. @param {FinishedHand} finished */
function items({ items, faan }) {
  const all = items ?? [];
  const total = faan ?? 0;
  return h(
    "table",
    { key: "items", class: "mj-items" },
    h("caption", { class: "hidden" }, t("mj.result.items")),
    h(
      "tbody",
      {},
      all.length === 0 &&
        h("tr", { key: "none" }, h("th", { scope: "row" }, t("mj.result.plain")), h("td", {}, number(0))),
      all.map(([name, worth]) =>
        h("tr", { key: name }, h("th", { scope: "row" }, t(`mj.item.${name}`)), h("td", {}, number(worth))),
      ),
    ),
    h(
      "tfoot",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "row" }, t(total >= LIMIT ? "mj.result.limit" : "mj.result.total")),
        h("td", {}, faanTold(total)),
      ),
      h("tr", {}, h("th", { scope: "row" }, t("mj.result.base")), h("td", {}, number(baseOf(total)))),
    ),
  );
}

/** The gains and losses of each seat, and its score. @param {KnownRoom} room @param {FinishedHand} finished @param {number[]} scores */
function points(room, { points, winner, dealer }, scores) {
  return h(
    "table",
    { key: "points", class: "mj-points" },
    h(
      "thead",
      {},
      h("tr", {}, h("th", {}, t("score.player")), h("th", {}, t("mj.result.moved")), h("th", {}, t("mj.points.title"))),
    ),
    h(
      "tbody",
      {},
      points.map((moved, seat) => {
        const occupant = room.state.seats[seat]?.occupant;
        return h(
          "tr",
          { key: seat, class: seat === winner ? "winner" : "" },
          h(
            "th",
            { scope: "row" },
            h(
              "span",
              { class: "mj-who" },
              occupant && face(occupant, seat),
              h("span", { class: "name" }, nameAt(room, seat)),
              h("span", { class: "small" }, t(`mj.wind.${windOf(seat, dealer)}`)),
            ),
          ),
          h("td", { class: moved > 0 ? "more" : moved < 0 ? "less" : "" }, signed(moved)),
          h("td", {}, number(scores[seat] ?? 0)),
        );
      }),
    ),
  );
}

/**
 * All hands that were played, in a table.
 *
 * @param {KnownRoom} room
 * @param {{ number: number, finished: FinishedHand }[]} hands
 * @param {(number: number) => void} [go] where a hand leads to
 * @param {number} [now] the one that is looked at
 */
export function handsPlayed(room, hands, go, now) {
  if (!hands.length) return h("p", { class: "empty" }, t("mj.history.none"));
  return h(
    "table",
    { class: "mj-history" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", {}, t("mj.history.hand")),
        room.state.seats.map(({ seat }) => h("th", { key: seat }, nameAt(room, seat))),
      ),
    ),
    h(
      "tbody",
      {},
      hands.map(({ number: hand, finished: { winner, points, faan, from } }) =>
        h(
          "tr",
          { key: hand, "aria-current": hand === now ? "true" : null },
          h(
            "th",
            { scope: "row" },
            go ? h("button", { class: "quiet", onclick: () => go(hand) }, number(hand + 1)) : number(hand + 1),
            h("small", {}, winner === null ? t("mj.history.drawn") : faanTold(faan ?? 0)),
          ),
          points.map((moved, seat) =>
            h("td", { key: seat, class: seat === winner ? "winner" : seat === from ? "from" : "" }, signed(moved)),
          ),
        ),
      ),
    ),
  );
}
