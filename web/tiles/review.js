// A finished match of tiles or dice, looked at again: what all these games have. Which step is looked at, and with whose eyes, is kept
// in ../views/review.js.

/**
 * @import { Child } from "../dom.js"
 * @import { KnownRoom } from "../room.js"
 * @import { TilesMatch } from "../tilesmatch.js"
 * @import { FamilyReview } from "../types/page.js"
 * @import { AnyMatchResult, Record as MatchRecord, RoomEvent, TilesView } from "../types/protocol.js"
 * @import { Followed } from "./view.js"
 */

/**
 * What was done at a step, and the room after it.
 * @typedef {{ event: RoomEvent, room: KnownRoom }} Step
 *
 * `record` is there where everything is looked at open.
 * @typedef {{ steps: Step[], record: MatchRecord | null, go(step: number): void, redraw(): void }} Reviewed
 *
 * @typedef {{ new (shown: Reviewed): TilesReview }} ReviewClass
 */

import { ofTiles } from "../room.js";
import { known, t } from "../texts.js";
import { moduleOf } from "./games.js";
import { gameLooks } from "./language.js";
import { styled } from "./styled.js";
import { viewOf } from "./view.js";

/** What looks at matches of a game. @param {string} variant @returns {Promise<ReviewClass>} */
export async function reviewOf(variant) {
  const module = moduleOf(variant);
  if (!module) throw new Error(`${variant} is no game of tiles or dice`);
  await Promise.all([gameLooks(variant), styled("review.css")]);
  return (await module.review()).Review;
}

/** Looks at a match. A game draws it. @implements {FamilyReview} */
export class TilesReview {
  kind = /** @type {const} */ ("tiles");
  /** How the game is followed. A game has its own. @type {Followed<any>} */
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

  /** How a match ended, without who won; nothing of one that was abandoned. @param {AnyMatchResult} result */
  howEnded(result) {
    return ("end" in result && result.end && known(`tiles.end.${result.end}`)) || "";
  }

  /** What is to be known of the checks. @param {string} variant */
  verifyNote(variant) {
    return [variant === "mahjong" && t("verify.mahjong"), t("verify.tiles")].filter(Boolean).join(" ");
  }

  /** @param {string} _variant */
  canOpen(_variant) {
    return true;
  }

  /** The steps at which a deal, a hand or a throw begins. @returns {number[]} */
  get chapters() {
    return this.steps.flatMap(({ event }, i) => (["deal", "round", "hand"].includes(event.do) ? [i] : []));
  }

  /** Page Up and Page Down lead to another deal. @param {number} at @param {1 | -1} way */
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

  /** Brings what is marked in a list into what is seen of it, and moves nothing else. @param {Element} view */
  shown(view) {
    const marked = view.querySelector(".deal-list [aria-current]");
    const list = marked?.closest(".deal-list");
    if (!(marked instanceof HTMLElement) || !(list instanceof HTMLElement)) return;
    const [row, all] = [marked.getBoundingClientRect(), list.getBoundingClientRect()];
    if (row.top < all.top) list.scrollTop -= all.top - row.top;
    else if (row.bottom > all.bottom) list.scrollTop += row.bottom - all.bottom;
  }
}
