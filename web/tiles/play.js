// The common base of all games of tiles and dice at a table: the match, the open decision, and actions.

/**
 * @import { Child } from "../dom.js"
 * @import { KnownRoom } from "../room.js"
 * @import { TilesMatch } from "../tilesmatch.js"
 * @import { FamilyPlay } from "../types/page.js"
 * @import { Known } from "../views/seated.js"
 * @import { RoomEvent, TilesAction, TilesDecision, TilesView, Verb } from "../types/protocol.js"
 * @import { Followed } from "./view.js"
 */

import { h } from "../dom.js";
import { ofTiles, tilesDecision } from "../room.js";
import { session } from "../session.js";
import { t } from "../texts.js";
import { roomPlayed } from "../views/played.js";
import { fail } from "../views/home.js";
import { viewOf } from "./view.js";

/** @typedef {{ new (table: Known): TilesPlay }} PlayClass */

/** A player or spectator of a game of tiles or dice. */
export class TilesPlay {
  /** How the view follows from events; each game has its own. @type {Followed<any>} */
  static game;

  /** The deal before which the last result lies on the table, until the person goes on. */
  #lies = "";

  /** @param {Known} table */
  constructor(table) {
    this.table = table;
  }

  /** The room with the people of this match, or of the last one, as it is shown. */
  get room() {
    return roomPlayed(this.table);
  }

  /** The running match, or the last one, as it is: its decisions are current. @returns {TilesMatch} */
  get match() {
    const { current, revealed } = this.table;
    return ofTiles(current?.match) ?? ofTiles(revealed?.match) ?? this.shownMatch;
  }

  /** Its view now. @returns {TilesView} */
  get view() {
    return viewOf(this.match, /** @type {typeof TilesPlay} */ (this.constructor).game);
  }

  /** Whether the last result is still being revealed: then it is neither shown nor told. */
  get hides() {
    return this.table.reveal !== null;
  }

  /** The match as it is shown: points and results come from it, what is to be decided from `match`. @returns {TilesMatch} */
  get shownMatch() {
    return /** @type {TilesMatch} */ (this.table.tiles);
  }

  /** Its view. @returns {TilesView} */
  get shown() {
    return viewOf(this.shownMatch, /** @type {typeof TilesPlay} */ (this.constructor).game);
  }

  /** The view as seats show it: who decided as it is now, points and result as far as they were shown. @returns {TilesView} */
  get withShown() {
    const { scores, outcome } = this.shown;
    return { ...this.view, scores, outcome };
  }

  /** Identifies the deal and its match: choices for another one are dropped. */
  get dealing() {
    return `${this.match.start.match_id} ${this.view.deal}`;
  }

  /** Whether the match is still running, or shown as if it was. */
  get isPlayed() {
    return ofTiles(this.room.match) !== null;
  }

  /** Whether it is over, although it may still be shown. */
  get isOver() {
    return ofTiles(this.table.current?.match) === null;
  }

  /** The player's open decision, or null. @returns {TilesDecision | null} */
  get decision() {
    return this.isPlayed ? tilesDecision(this.room.now) : null;
  }

  /** The number of the player's decision, as the protocol counts them. */
  get turn() {
    return this.room.now?.you?.turn ?? null;
  }

  /** Whether an action is possible for which nobody waits, such as taking back. @param {Verb} verb */
  may(verb) {
    return this.isPlayed && (this.room.now?.you?.may ?? []).some((kind) => kind.do === verb);
  }

  /** Whether an action was sent and not answered yet. */
  get asking() {
    return this.table.asking;
  }

  /** @param {TilesAction} action */
  act(action) {
    this.closed();
    return this.table.act(action);
  }

  /**
   * Whether the result of the last deal lies on the table: while it is revealed and held, and until somebody who decides in the next deal
   * has done so, or has tapped.
   *
   * @param {boolean} may whether the person is going to decide
   */
  isShown(may) {
    return !this.isPlayed || this.table.reveal !== null || this.table.holds || (may && this.#lies === this.dealing);
  }

  /** Whether the result is also told in the line of the table, before it goes on with the next deal. */
  get isTold() {
    return !this.isPlayed || this.table.holds;
  }

  /** After the result of a deal: it lies on the table. */
  lay() {
    this.#lies = this.dealing;
  }

  /** Closes the last result. */
  closed() {
    this.#lies = "";
    this.table.endReveal();
    this.redraw();
  }

  /** Whether a hint of the server's bot can be requested. */
  get mayAsk() {
    return this.table.mayAsk;
  }

  /** What the server's bot would do now; null if the answer is too late. @returns {Promise<TilesAction | null>} */
  async hint() {
    const { turn } = this;
    if (turn === null) return null;
    try {
      const { hint } = await session.request("hint", { room: this.room.id, turn });
      // The hint is for a decision of this game.
      return this.turn === turn ? /** @type {TilesAction} */ (hint) : null;
    } catch (refusal) {
      fail(this.table, refusal);
      return null;
    }
  }

  redraw() {
    this.table.redraw();
  }

  /** Shows a text in the line of the table, and reads it to screen readers. @param {string} text */
  tell(text) {
    this.table.tell(text);
  }

  /** The name of the panel with the history. */
  get historyName() {
    return t("panel.deals");
  }

  /** Draws the match with its controls. @returns {Child} */
  draw() {
    return null;
  }

  /** What decided the match, where it takes more than a sentence. @returns {Child} */
  decided() {
    return null;
  }

  /** Draws what was played so far, for the panel. @returns {Child} */
  history() {
    return h("p", { class: "empty" }, t("deals.none"));
  }

  /** The keys with the texts that explain them. @returns {[keys: string, text: string][]} */
  get keys() {
    return [];
  }

  /** Handles a key that works wherever the focus is; returns whether it did anything. @param {KeyboardEvent} _event */
  acts(_event) {
    return false;
  }

  /** The text that a key reads aloud; undefined for other keys. @param {KeyboardEvent} _event @returns {string | undefined} */
  reading(_event) {
    return undefined;
  }

  /** Called after an event; gives how its result is revealed. @param {RoomEvent} _event @returns {ReturnType<FamilyPlay["happened"]>} */
  happened(_event) {}

  /** An event in a sentence; null for events without one. @param {KnownRoom} _room @param {RoomEvent} _event @returns {string | null} */
  eventTold(_room, _event) {
    return null;
  }
}
