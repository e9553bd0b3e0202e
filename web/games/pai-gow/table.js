// The contents of a table of pai gow, during a match and in a review: all hands, and the deals so far.

/**
 * @import { Child } from "../../dom.js"
 * @import { KnownRoom } from "../../room.js"
 * @import { FinishedDeal, Seat } from "../../types/protocol.js"
 * @import { PaiGowView } from "./seen.js"
 */

import { h } from "../../dom.js";
import { signed, t } from "../../texts.js";
import { nameAt } from "../../views/told.js";
import { drawn, downPair, pairOf, tileName } from "./tile.js";
import { tilesOf } from "./rules.js";

/** The number of deals in a match. @param {PaiGowView} view */
export const dealsIn = ({ options, scores }) => (options.rounds ?? 1) * scores.length;

/** Two hands, front and rear. @param {string} low @param {string} high @param {boolean} [up] */
export const hands = (low, high, up = true) =>
  h(
    "div",
    { class: up ? "hands up" : "hands" },
    h("span", { class: "front" }, pairOf(low, t("pg.front"))),
    h("span", { class: "rear" }, pairOf(high, t("pg.rear"))),
  );

/** The hands of a seat that has split and not shown them yet. */
export const hidden = () =>
  h("div", { class: "hands" }, h("span", { class: "hidden" }, t("pg.down")), downPair(), downPair());

/** Four tiles that are not split. @param {string} tiles */
export const unsplit = (tiles) =>
  h(
    "div",
    { class: "hands", role: "img", "aria-label": tilesOf(tiles).map(tileName).join(", ") },
    tilesOf(tiles).map((tile, i) => h("span", { key: `${tile}${i}` }, drawn(tile))),
  );

/** A seat's result of a deal, in words. @param {Pick<FinishedDeal, "banker" | "results">} deal @param {Seat} seat */
export const resultTold = ({ banker, results }, seat) =>
  seat === banker ? t("tiles.banker") : t(`pg.result.${results[seat] ?? "push"}`);

/** The result of a deal for the own seat, or for all seats as spectators see it. @param {KnownRoom} room @param {FinishedDeal} deal */
export function dealTold(room, deal) {
  const { banker, points, results } = deal;
  const own = room.you;
  const by = (/** @type {string} */ result) =>
    results.flatMap((one, seat) => (one === result ? [nameAt(room, seat)] : []));
  const all = ["win", "push", "lose"]
    .map((result) => [result, by(result)])
    .filter(([, names]) => names?.length)
    .map(([result, names]) => t(`pg.told.${result}`, { names: /** @type {string[]} */ (names).join(", ") }));
  if (own == null) return [t("pg.bank", { name: nameAt(room, banker) }), ...all].join(" ");
  if (own === banker) return [t("pg.own.bank", { points: signed(points[own] ?? 0) }), ...all].join(" ");
  return t(`pg.own.${results[own] ?? "push"}`);
}

/**
 * The deals so far, the latest first.
 *
 * @param {KnownRoom} room
 * @param {(FinishedDeal & { deal: number })[]} deals
 * @param {{ at?: number, go?: (deal: number) => void }} [how] which is looked at, and what leads to one
 * @returns {Child}
 */
export function dealList(room, deals, { at, go } = {}) {
  if (!deals.length) return h("p", { class: "empty" }, t("deals.none"));
  return h(
    "ol",
    { class: "deal-list" },
    deals.toReversed().map((deal) =>
      h(
        "li",
        { key: deal.deal, "aria-current": deal.deal === at ? "step" : null },
        h(
          go ? "h2" : "h3",
          {},
          go
            ? h("button", { class: "quiet", onclick: () => go(deal.deal) }, t("tiles.deal", { n: deal.deal + 1 }))
            : t("tiles.deal", { n: deal.deal + 1 }),
        ),
        h(
          "ul",
          {},
          deal.low.map((low, seat) =>
            h(
              "li",
              { key: seat },
              h(
                "span",
                { class: "who" },
                h("span", { class: "name" }, nameAt(room, seat)),
                h("span", { class: "small" }, `${resultTold(deal, seat)} ${signed(deal.points[seat] ?? 0)}`),
              ),
              hands(low, deal.high[seat] ?? ""),
            ),
          ),
        ),
      ),
    ),
  );
}
