// The review of pai gow: all tiles and hands at a step, the results, and the list of deals.

/**
 * @import { Child } from "../../dom.js"
 * @import { Seat } from "../../types/protocol.js"
 * @import { PaiGowView } from "./seen.js"
 */

import { h } from "../../dom.js";
import { t } from "../../texts.js";
import { about, outcomeTold } from "../../views/told.js";
import { TilesReview } from "../../tiles/review.js";
import { cards } from "../../tiles/seats.js";
import { split, tilesOf } from "./rules.js";
import { dealsOf, paiGow } from "./seen.js";
import { dealList, dealTold, dealsIn, hands, hidden, resultTold, unsplit } from "./table.js";

/** The number of tiles in a stack. */
const STACK = 4;

export class Review extends TilesReview {
  static game = paiGow;

  /** @param {number} at @returns {PaiGowView} */
  viewAt(at) {
    return /** @type {PaiGowView} */ (super.viewAt(at));
  }

  /** Whether a deal is open at a step. @param {number} at */
  #isOpen(at) {
    return ["splits", "ended"].includes(this.steps[at]?.event.do ?? "");
  }

  /** The four tiles of a seat, from the wall. @param {PaiGowView} view @param {Seat} seat */
  #dealt(view, seat) {
    const wall = this.record?.walls?.[view.deal];
    if (!wall || view.banker === null) return view.you === seat ? view.tiles : null;
    const stack = (view.banker - seat + view.scores.length) % view.scores.length;
    return tilesOf(wall)
      .slice(STACK * stack, STACK * (stack + 1))
      .join("");
  }

  /** The split that a seat has laid, if it is visible. @param {number} at @param {PaiGowView} view @param {Seat} seat */
  #laid(at, view, seat) {
    if (view.you === seat && view.low && view.tiles) return split(view.tiles, view.low);
    if (!this.record) return null;
    const end = this.steps.slice(at).find(({ event }) => event.do === "splits")?.event;
    return end?.do === "splits" ? { low: end.low[seat] ?? "", high: end.high[seat] ?? "" } : null;
  }

  /** The tiles or hands of a seat at a step. @param {number} at @param {PaiGowView} view @param {Seat} seat @returns {Child} */
  #lies(at, view, seat) {
    const { last_deal: last } = view;
    if (this.#isOpen(at) && last) {
      const told = h("p", { class: "small" }, resultTold(last, seat));
      return [hands(last.low[seat] ?? "", last.high[seat] ?? ""), told];
    }
    const laid = view.decided.includes(seat) ? this.#laid(at, view, seat) : null;
    if (laid) return hands(laid.low, laid.high);
    if (view.decided.includes(seat)) return hidden();
    const tiles = this.#dealt(view, seat);
    return tiles && unsplit(tiles);
  }

  /** @param {number} at */
  told(at) {
    const step = this.steps[at];
    if (!step) return "";
    const { event, room } = step;
    switch (event.do) {
      case "deal":
        return [
          t("tiles.deal.of", { n: event.deal + 1, of: dealsIn(this.viewAt(at)) }),
          about(room, event.banker, "pg.bank"),
        ].join(" ");
      case "split":
        return about(room, event.seat, "pg.told.split");
      case "withdrawn":
        return about(room, event.seat, "told.take_back");
      case "splits":
        return dealTold(room, event);
      case "ended":
        return outcomeTold(room, event);
      default:
        return "";
    }
  }

  /** @param {number} at @param {Child} told @param {Child} controls @returns {Child} */
  draw(at, told, controls) {
    const { room } = /** @type {(typeof this.steps)[number]} */ (this.steps[at]);
    const view = this.viewAt(at);
    const last = this.#isOpen(at) ? view.last_deal : null;
    const deals = dealsOf(this.matchAt(this.steps.length - 1));
    return h(
      "div",
      { key: "desk", class: "tiles-review pg-past" },
      h(
        "div",
        { class: "cloth tiles-cloth" },
        told,
        cards({ room, view }, (seat) => ({
          gain: last ? (last.points[seat] ?? 0) : null,
          wins: last !== null && (last.points[seat] ?? 0) > 0,
          lies: this.#lies(at, view, seat),
        })),
      ),
      controls,
      dealList(room, deals, {
        at: last ? view.deal - 1 : view.deal,
        go: (deal) => this.go(this.steps.findIndex(({ event }) => event.do === "splits" && event.deal === deal)),
      }),
    );
  }
}
