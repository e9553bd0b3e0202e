// The common base of reviews of finished matches of tiles and dice. The step and the observer are chosen in ../views/review.js.

/**
 * @import { Child } from "../dom.js"
 * @import { KnownRoom } from "../room.js"
 * @import { TilesMatch } from "../tilesmatch.js"
 * @import { FamilyReview } from "../types/page.js"
 * @import { AnyMatchResult, Record as MatchRecord, RoomEvent, TilesView } from "../types/protocol.js"
 * @import { Followed } from "./view.js"
 */

/**
 * A step: its event, and the room after it.
 * @typedef {{ event: RoomEvent, room: KnownRoom }} Step
 *
 * `record` is given if everything is shown open.
 * @typedef {{ steps: Step[], record: MatchRecord | null, go(step: number): void, redraw(): void }} Reviewed
 *
 * @typedef {{ new (shown: Reviewed): TilesReview }} ReviewClass
 */

import { ofTiles } from "../room.js";
import { styled } from "../root.js";
import { known, t } from "../texts.js";
import { partsOf } from "./games.js";
import { gameLooks } from "./language.js";
import { viewOf } from "./view.js";

/** Loads the review class of a game. @param {string} variant @returns {Promise<ReviewClass>} */
export async function reviewOf(variant) {
  const game = await partsOf(variant);
  if (!game) throw new Error(`${variant} is no game of tiles or dice`);
  await Promise.all([gameLooks(variant), styled("tiles/review.css")]);
  return (await game.review()).Review;
}

/** The review of a match; each game has a subclass that draws it. @implements {FamilyReview} */
export class TilesReview {
  kind = /** @type {const} */ ("tiles");
  /** How the view follows from events; each game has its own. @type {Followed<any>} */
  static game;

  /** @param {Reviewed} shown */
  constructor({ steps, record, go, redraw }) {
    this.steps = steps;
    this.record = record;
    this.go = go;
    this.redraw = redraw;
  }

  /** The match at a step. @param {number} at @returns {TilesMatch} */
  matchAt(at) {
    const { room } = /** @type {Step} */ (this.steps[at]);
    return /** @type {TilesMatch} */ (ofTiles(room.match ?? room.finished));
  }

  /** The view at a step. @param {number} at @returns {TilesView} */
  viewAt(at) {
    return viewOf(this.matchAt(at), /** @type {typeof TilesReview} */ (this.constructor).game);
  }

  get keysTold() {
    return t("review.keys.tiles");
  }

  /** How a match ended, without the winner; nothing for an abandoned match. @param {AnyMatchResult} result */
  howEnded(result) {
    return ("end" in result && result.end && known(`tiles.end.${result.end}`)) || "";
  }

  /** A note on what the checks do not cover. */
  get verifyNote() {
    return t("verify.tiles");
  }

  /** @param {string} _variant */
  canOpen(_variant) {
    return true;
  }

  /** The steps at which a deal, a hand or a throw begins. @returns {number[]} */
  get chapters() {
    return this.steps.flatMap(({ event }, i) => (["deal", "round", "hand"].includes(event.do) ? [i] : []));
  }

  /** Handles Page Up and Page Down, which lead to another deal. @param {number} at @param {1 | -1} way */
  page(at, way) {
    const { chapters } = this;
    if (way > 0) return chapters.find((step) => step > at) ?? this.steps.length - 1;
    return chapters.findLast((step) => step < at) ?? 0;
  }

  /** A step in a sentence. @param {number} _at */
  told(_at) {
    return "";
  }

  /** @param {number} _at @param {Child} told @param {Child} controls @returns {Child} */
  draw(_at, told, controls) {
    return [told, controls];
  }

  /** Scrolls a list to its marked item, and moves nothing else. @param {Element} view */
  shown(view) {
    const marked = view.querySelector(".deal-list [aria-current]");
    const list = marked?.closest(".deal-list");
    if (!(marked instanceof HTMLElement) || !(list instanceof HTMLElement)) return;
    const [row, all] = [marked.getBoundingClientRect(), list.getBoundingClientRect()];
    if (row.top < all.top) list.scrollTop -= all.top - row.top;
    else if (row.bottom > all.bottom) list.scrollTop += row.bottom - all.bottom;
  }
}
