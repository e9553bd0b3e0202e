// The review of a finished match of mahjong: the table at one step, with the tiles that the chosen observer sees or all tiles, and the
// list of hands.

/**
 * @import { Child } from "../../dom.js"
 * @import { MahjongView } from "./state.js"
 * @import { Reviewed } from "../../tiles/review.js"
 * @import { OfReview } from "../../types/page.js"
 * @import { FinishedHand, ReviewedTurn } from "../../types/protocol.js"
 */

import { h } from "../../dom.js";
import { later } from "../../rest.js";
import { t } from "../../texts.js";
import { TilesReview } from "../../tiles/review.js";
import { handsAt } from "./open.js";
import { ended, handsPlayed } from "./result.js";
import { board } from "./seats.js";
import { game } from "./state.js";
import "./tile.js";
import { finishedTold, happeningTold } from "./words.js";

/** What each choice of a seat would have left. */
const analyses = later(() => import("./analysis.js"));

export class Review extends TilesReview {
  static game = game;
  /** All tiles at each step, if they are shown. @type {(string[] | null)[]} */
  #open = [];

  /** @param {Reviewed} shown */
  constructor(shown) {
    super(shown);
    const { steps, record } = shown;
    if (!record?.walls || !steps.length) return;
    const events = steps.map(({ event }) => event);
    this.#open = handsAt(this.matchAt(0).start, events, record.walls);
  }

  /** @param {number} at @returns {MahjongView} */
  viewAt(at) {
    return /** @type {MahjongView} */ (super.viewAt(at));
  }

  get verifyNote() {
    return [t("verify.mahjong"), super.verifyNote].join(" ");
  }

  /** All finished hands of the match. @returns {{ number: number, finished: FinishedHand }[]} */
  get #hands() {
    return this.steps.flatMap(({ event }) =>
      event.do === "hand_over" ? [{ number: event.deal, finished: event.finished }] : [],
    );
  }

  /** @param {number} at */
  told(at) {
    const step = this.steps[at];
    if (!step) return "";
    const { event, room } = step;
    if (event.do === "ended") return t("tiles.end.hands");
    const made =
      event.do === "claimed" && event.seat !== null ? this.viewAt(at).hand?.melds[event.seat]?.at(-1) : undefined;
    if (event.do === "claimed" && event.seat === null) return t("mj.told.nobody");
    if (event.do === "claimed" && event.taken?.claim === "win") {
      const over = this.steps.slice(at).find((one) => one.event.do === "hand_over")?.event;
      if (over?.do === "hand_over") return finishedTold(room, over.finished);
    }
    return happeningTold(room, event, made) ?? t("mj.told.draws");
  }

  /**
   * @param {number} at
   * @param {Child} told
   * @param {Child} controls
   * @returns {Child}
   */
  draw(at, told, controls) {
    const step = this.steps[at];
    const view = this.viewAt(at);
    const hand = view.hand ?? this.viewAt(at - 1).hand;
    if (!step || !hand) return [told, controls];
    const { room, event } = step;
    const over = event.do === "hand_over" || event.do === "ended" ? view.last_hand : null;
    const own = hand.counts.map((_, seat) => (seat === view.you ? hand.tiles : null));
    const now = this.steps.slice(0, at + 1).findLast((one) => one.event.do === "hand")?.event;
    return h(
      "div",
      { key: "desk", class: "mj-review" },
      board({
        room,
        view,
        hand,
        // At its end a match has no hand any more, so the last one is shown.
        open: this.#open[view.hand ? at : at - 1] ?? own,
        over: over && h("div", { key: "over", class: "mj-over" }, ended(room, over, view.scores)),
      }),
      h(
        "div",
        { class: "mj-beside" },
        controls,
        told,
        h(
          "div",
          { class: "deal-list", tabindex: 0, role: "region", "aria-label": t("mj.history.title") },
          handsPlayed(room, this.#hands, (number) => this.go(this.#stepOf(number)), now?.do === "hand" ? now.deal : -1),
        ),
      ),
    );
  }

  /** @param {OfReview} of @returns {Child} */
  analysis({ view, again, ...of }) {
    return analyses.for(view)?.analysis({
      ...of,
      show: (deal, turn) => this.go(this.#stepAt(deal, turn)),
      again: (seat, { action }) => again(seat, action),
    });
  }

  /** The step at which the tile of a decision could be claimed; where there is none, the last one of the hand. @param {number} deal @param {ReviewedTurn} turn */
  #stepAt(deal, { window }) {
    const at = this.steps.findIndex(
      ({ event }) => (event.do === "discard" || event.do === "kong") && event.deal === deal && event.window === window,
    );
    const end = this.steps.findIndex(({ event }) => event.do === "hand_over" && event.deal === deal);
    return at < 0 ? Math.max(0, end) : at;
  }

  /** The step at which a hand begins. @param {number} number */
  #stepOf(number) {
    return Math.max(
      0,
      this.steps.findIndex(({ event }) => event.do === "hand" && event.deal === number),
    );
  }
}
