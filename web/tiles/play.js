// What every game of tiles or dice at a table has: where its match is, what is asked, and what can be done.

/**
 * @import { Child } from "../dom.js"
 * @import { KnownRoom } from "../room.js"
 * @import { TilesMatch } from "../tilesmatch.js"
 * @import { Known } from "../views/seated.js"
 * @import { RoomEvent, TilesAction, TilesDecision, TilesView, Verb } from "../types/protocol.js"
 * @import { Followed } from "./view.js"
 */

import { h } from "../dom.js";
import { ofTiles, tilesDecision } from "../room.js";
import { session } from "../session.js";
import { t } from "../texts.js";
import { roomPlayed } from "../views/gathering.js";
import { fail } from "../views/home.js";
import { viewOf } from "./view.js";

/** @typedef {{ new (table: Known): TilesPlay }} PlayClass */

/** Somebody at a table of a game of tiles or dice, or somebody who watches. */
export class TilesPlay {
  /** How the game is followed. A game has its own. @type {Followed<any>} */
  static game;

  /** @param {Known} table */
  constructor(table) {
    this.table = table;
  }

  /** With those who play here, or played here last. */
  get room() {
    return roomPlayed(this.table);
  }

  /** The match that is played, or the one that was played last. @returns {TilesMatch} */
  get match() {
    return /** @type {TilesMatch} */ (this.table.tiles);
  }

  /** Its view now. @returns {TilesView} */
  get view() {
    return viewOf(this.match, /** @type {typeof TilesPlay} */ (this.constructor).game);
  }

  /** Which deal of which match it is: what was begun in another one is over. */
  get dealing() {
    return `${this.match.start.match_id} ${this.view.deal}`;
  }

  /** Whether the match is still being played. */
  get isPlayed() {
    return ofTiles(this.room.match) !== null;
  }

  /** What is asked of this player; null where nothing is. @returns {TilesDecision | null} */
  get decision() {
    return this.isPlayed ? tilesDecision(this.room.now) : null;
  }

  /** Which of the player's decisions it is, as the protocol counts them. */
  get turn() {
    return this.room.now?.you?.turn ?? null;
  }

  /** Whether something may be done that nobody waits for, such as taking back. @param {Verb} verb */
  may(verb) {
    return this.isPlayed && (this.room.now?.you?.may ?? []).some((kind) => kind.do === verb);
  }

  /** Whether an action is on its way. */
  get asking() {
    return this.table.asking;
  }

  /** @param {TilesAction} action */
  act(action) {
    return this.table.act(action);
  }

  /** Whether the server's computer player may be asked. */
  get mayAsk() {
    return this.table.mayAsk;
  }

  /** What the server's computer player would do now; null where it is too late. @returns {Promise<TilesAction | null>} */
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

  /** Says something in the line of the table, and to screen readers. @param {string} text */
  tell(text) {
    this.table.tell(text);
  }

  /** What the panel of what was played is called. */
  get historyName() {
    return t("panel.deals");
  }

  /** The match, with everything that can be done. @returns {Child} */
  draw() {
    return null;
  }

  /** What was played so far, for the panel. @returns {Child} */
  history() {
    return h("p", { class: "empty" }, t("deals.none"));
  }

  /** What keys do: each with the text that says it. @returns {[keys: string, text: string][]} */
  get keys() {
    return [];
  }

  /** What a key does wherever the focus is; whether it does anything. @param {KeyboardEvent} _event */
  acts(_event) {
    return false;
  }

  /** What a key reads aloud; undefined for keys that read nothing. @param {KeyboardEvent} _event @returns {string | undefined} */
  reading(_event) {
    return undefined;
  }

  /** Something has happened. @param {RoomEvent} _event */
  happened(_event) {}

  /** An event in a sentence; null for those that are not worth one. @param {KnownRoom} _room @param {RoomEvent} _event @returns {string | null} */
  eventTold(_room, _event) {
    return null;
  }
}
