// The review of a dice game: all bets and the throw at a step, why they won or lost, and the list of rounds.

/**
 * @import { Child } from "../../dom.js"
 * @import { Seat, TilesBetInfo } from "../../types/protocol.js"
 * @import { Reviewed } from "../review.js"
 * @import { DiceView } from "./seen.js"
 */

import { h } from "../../dom.js";
import { t } from "../../texts.js";
import { about, outcomeTold } from "../../views/told.js";
import { TilesReview } from "../review.js";
import { cards } from "../seats.js";
import { clothOf } from "./cloth.js";
import { betLine } from "./die.js";
import { dice as game, roundsOf } from "./seen.js";
import { betLines, downBets, roundList, roundTold, roundsIn, tableOf, throwOf, whyTold } from "./table.js";

export class Review extends TilesReview {
  static game = game;
  /** The possible bets; empty until they are loaded. @type {TilesBetInfo[]} */
  #table = [];

  /** @param {Reviewed} shown */
  constructor(shown) {
    super(shown);
    tableOf(this.viewAt(0)).then(
      (table) => {
        this.#table = table;
        this.redraw();
      },
      // Without a network the cloth is missing, and everything else works.
      () => {},
    );
  }

  /** @param {number} at @returns {DiceView} */
  viewAt(at) {
    return /** @type {DiceView} */ (super.viewAt(at));
  }

  /** Whether a throw lies open at a step. @param {number} at */
  #isOpen(at) {
    return ["dice", "ended"].includes(this.steps[at]?.event.do ?? "");
  }

  /** The bets of a seat, if it has bet and if they are visible. @param {number} at @param {DiceView} view @param {Seat} seat */
  #laid(at, view, seat) {
    if (view.you === seat && view.bets) return view.bets;
    if (!this.record) return null;
    const end = this.steps.slice(at).find(({ event }) => event.do === "dice")?.event;
    return end?.do === "dice" ? (end.bets[seat] ?? null) : null;
  }

  /** @param {number} at @param {DiceView} view @param {Seat} seat @returns {Child} */
  #lies(at, view, seat) {
    if (this.#isOpen(at)) return betLines(view.last_round?.bets[seat]);
    if (!view.decided.includes(seat)) return null;
    const laid = this.#laid(at, view, seat);
    if (!laid) return downBets();
    if (!laid.length) return betLines([]);
    return h(
      "ul",
      { class: "bet-lines" },
      laid.map(({ on, points }) => betLine({ on, points })),
    );
  }

  /** @param {number} at */
  told(at) {
    const step = this.steps[at];
    if (!step) return "";
    const { event, room } = step;
    switch (event.do) {
      case "round": {
        const which = t("dice.round.of", { n: event.deal + 1, of: roundsIn(this.viewAt(at)) });
        return [which, event.banker === null ? t("dice.house") : about(room, event.banker, "pg.bank")].join(" ");
      }
      case "bet":
        return about(room, event.seat, "dice.told.bet");
      case "withdrawn":
        return about(room, event.seat, "told.take_back");
      case "dice":
        return roundTold(room, event);
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
    const last = this.#isOpen(at) ? view.last_round : null;
    const mine = view.you == null ? [] : (last?.bets[view.you] ?? []);
    const laid = view.you == null || last ? [] : (this.#laid(at, view, view.you) ?? []);
    return h(
      "div",
      { key: "desk", class: "tiles-review dice-desk" },
      h(
        "div",
        { class: "cloth tiles-cloth" },
        h("div", { class: "bank-row" }, throwOf(last?.dice ?? null), told),
        cards({ room, view }, (seat) => ({
          gain: last ? (last.points[seat] ?? 0) : null,
          wins: last !== null && (last.points[seat] ?? 0) > 0,
          lies: this.#lies(at, view, seat),
        })),
        last &&
          mine.length > 0 &&
          h(
            "ul",
            { key: "why", class: "why small" },
            whyTold(mine, last.dice).map((text, i) => h("li", { key: i }, text)),
          ),
      ),
      controls,
      roundList(room, roundsOf(this.matchAt(this.steps.length - 1)), {
        at: last ? view.deal - 1 : view.deal,
        go: (deal) => this.go(this.steps.findIndex(({ event }) => event.do === "dice" && event.deal === deal)),
      }),
      this.#table.length > 0 &&
        h(
          "div",
          { key: "betting", class: "cloth betting-cloth" },
          clothOf({
            table: this.#table,
            bets: new Map(laid.map(({ on, points }) => [on, points])),
            dice: last?.dice ?? null,
            results: mine,
            may: false,
            at: "",
            stand: () => {},
            put: () => {},
          }),
        ),
    );
  }
}
