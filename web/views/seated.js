// A person's activity at a table: the chosen pieces, the order of the rack, requests to the room, and texts for screen readers.

/**
 * @import { Fields, RequestType, Without } from "../client/connection.js"
 * @import { BoardMatch } from "../boardmatch.js"
 * @import { KnownRoom, Room } from "../room.js"
 * @import { Match } from "../tricksmatch.js"
 * @import { Game } from "../rules.js"
 * @import { TilesMatch } from "../tilesmatch.js"
 * @import { FamilyPlay, RevealStage } from "../types/page.js"
 * @import { Action, BoardAction, GameLevels, Pieces, SeenTrick, TilesAction } from "../types/protocol.js"
 */

/**
 * A table whose room is known, as its parts get it.
 * @typedef {Seated & { readonly room: KnownRoom }} Known
 *
 * The same with a match to draw.
 * @typedef {Known & { readonly match: Match }} Playing
 */

import { View } from "../dom.js";
import { meant } from "../keyboard.js";
import { showDialog } from "../layers.js";
import { part } from "../rest.js";
import { ofTiles, ofTricks, onBoard, personOf, trickDecision } from "../room.js";
import { sorted } from "../tricksmatch.js";
import { gameLevels, hasGeneral, pieceName, variants, warning, whyNot } from "../rules.js";
import { Refusal } from "../client/refusal.js";
import { session } from "../session.js";
import { settings } from "../settings.js";
import { shown } from "../shown.js";
import { t } from "../texts.js";
import { Bubbles } from "./bubbles.js";
import { brought, fail } from "./home.js";
import { Rack, chosenPieces } from "./rack.js";

/** The most sentences that are kept for screen readers. */
const TOLD = 30;
/** After a tap that laid, further taps at the same place are ignored for this time, in milliseconds. */
const DOUBLE_TAP_MS = 250;

/** A person at a table, without the drawing. */
export class Seated extends View {
  /** The keys of the chosen pieces. @type {Set<string>} */
  chosen = new Set();
  /** The stacks in the order in which they were tapped, and their decision. @type {{ at: string, stacks: number[] }} */
  #order = { at: "", stacks: [] };
  /** A play that must be confirmed, and its decision. @type {{ at: string, text: string, pieces: Pieces } | null} */
  risk = null;
  /** @type {Game | null} */
  variant = null;
  /** The trick games, once they are loaded. @type {Game[]} */
  games = [];
  /** The games that have bots of several levels, once they are loaded. @type {readonly GameLevels[]} */
  levels = [];
  /** The piece of the rack that has the keyboard focus. @type {string | null} */
  at = null;
  /** Whether the chosen pieces were chosen automatically for a new player. */
  first = false;
  /** Whether a hint was requested and is still wanted: if the person chooses or clears something meanwhile, it is not. */
  hinting = false;
  /** The last suggestion, and its decision. @type {{ at: string, pieces: Pieces } | null} */
  #suggestion = null;
  /** Whether an action was sent and not answered yet. */
  asking = false;
  /** Resolves when the pending actions are answered. @type {Promise<void>} */
  acting = Promise.resolve();
  /** The latest chat lines. */
  bubbles = new Bubbles();
  /** The view of a game of another family than trick games, once its code is loaded. @type {FamilyPlay | null} */
  family = null;
  /** The panel that is open beside or on the table. @returns {string | null} */
  get panel() {
    return null;
  }

  #rack = new Rack();
  /** @type {Set<string>} */
  #leaving = new Set();
  #laidAt = -Infinity;
  /** @type {{ key: number, text: string }[]} */
  told = [];
  #tellings = 0;

  get id_() {
    return this.here[1] ?? "";
  }

  /** The room as it is, for requests. @returns {Room | undefined} */
  get current() {
    return session.rooms.get(this.id_);
  }

  /** The room as it is shown: while a result is being revealed, without it. @returns {Room | undefined} */
  get room() {
    const { current } = this;
    return current && shown(current);
  }

  /** The stage of the last result's reveal, until all of it is told. @returns {RevealStage | null} */
  get reveal() {
    return null;
  }

  /** Whether the last result is shown, and held. */
  get holds() {
    return false;
  }

  /** The room with the result that is being revealed, and nothing that came later. @returns {KnownRoom | null} */
  get revealed() {
    return null;
  }

  /** The trick that is being revealed. @returns {SeenTrick | null} */
  get turning() {
    return (this.reveal && ofTricks(this.revealed?.match)?.view.tricks.at(-1)) ?? null;
  }

  /** Ends a reveal, as whoever acts does. */
  endReveal() {}

  /** Shows at once what is being revealed. */
  showAll() {}

  /** The match of a trick game that is running, or has just ended here. @returns {Match | null} */
  get match() {
    return ofTricks(this.room?.match ?? this.room?.finished);
  }

  /** The match on a board that is running, or has just ended here. @returns {BoardMatch | null} */
  get board() {
    return onBoard(this.room?.match ?? this.room?.finished);
  }

  /** The match of tiles or dice that is running, or has just ended here. @returns {TilesMatch | null} */
  get tiles() {
    return ofTiles(this.room?.match ?? this.room?.finished);
  }

  /** The match, if it is of another family than trick games. */
  get apart() {
    return this.board ?? this.tiles;
  }

  /** The person's open decision in a trick game, or null. */
  get decision() {
    return this.room?.match ? trickDecision(this.room.now) : null;
  }

  /** Identifies the open decision: choices for another one are dropped. */
  get #deciding() {
    return `${this.current?.match?.start.match_id} ${this.current?.now?.you?.turn}`;
  }

  /** The stacks in the order in which they were tapped. */
  get order() {
    return this.#order.at === this.#deciding ? this.#order.stacks : [];
  }

  /** @returns {Known | null} */
  get known() {
    return this.room?.state ? /** @type {Known} */ (this) : null;
  }

  /** @returns {Playing | null} */
  get playing() {
    return this.known && this.match ? /** @type {Playing} */ (this) : null;
  }

  /** Loads the description of the game that is played here. @param {string} id */
  learn(id) {
    if (this.variant?.id === id) return;
    Promise.all([variants(), gameLevels()]).then(
      ([games, levels]) => {
        const game = games.find((one) => one.id === id) ?? this.variant;
        // Games of other families are not among them, and each drawing asks again.
        if (this.levels === levels && this.variant === game) return;
        [this.games, this.levels, this.variant] = [games, levels, game];
        this.redraw();
      },
      () => {},
    );
  }

  /**
   * Sends a request to the room; shows a message if it is refused. Returns whether it succeeded.
   *
   * @template {RequestType} Type
   * @param {Type} type
   * @param {Without<Fields<Type>, "room">} fields
   */
  async ask(type, fields) {
    try {
      // All requests to a room consist of their fields and the room.
      const whole = /** @type {unknown} */ ({ room: this.id_, ...fields });
      await session.request(type, /** @type {Fields<Type>} */ (whole));
      return true;
    } catch (refusal) {
      if (!isDone(refusal, fields)) fail(this, refusal);
      return false;
    }
  }

  async ready() {
    try {
      await session.ready(this.id_);
    } catch (refusal) {
      fail(this, refusal);
    }
  }

  /** @param {Action | BoardAction | TilesAction} action */
  async act(action) {
    const { match, now } = this.current ?? {};
    if (!match || !now?.you) return;
    this.endReveal();
    this.unplace();
    const sent = this.ask("act", { match_id: match.start.match_id, turn: now.you.turn, ...action });
    const acting = Promise.all([this.acting, sent]).then(() => {});
    this.acting = acting;
    this.asking = true;
    await sent;
    if (this.acting === acting) this.asking = false;
    this.redraw();
  }

  /** The person's pieces in the order of the rack; null without a hand. */
  held() {
    if (!this.match) return null;
    const { view, start } = this.match;
    return view.hand == null ? null : this.#rack.held(start.match_id, view.hand, settings.get("order"), this.#leaving);
  }

  /** The most pieces that the rack has had to hold in this match. */
  get rackSize() {
    return this.#rack.size;
  }

  /** The chosen pieces, as a text. */
  get chosenCodes() {
    return chosenPieces(this.held(), this.chosen);
  }

  /** Chooses a piece, or puts it back, as `on` says. @param {string} key */
  choose(key, on = !this.chosen.has(key)) {
    this.first = this.hinting = false;
    this.chosen = new Set(this.chosen);
    if (on) this.chosen.add(key);
    else this.chosen.delete(key);
    this.redraw();
  }

  clear() {
    this.first = this.hinting = false;
    this.chosen = new Set();
    this.redraw();
  }

  /** Moves the keyboard focus to a piece. @param {string} key */
  stand(key) {
    if (this.at === key) return;
    this.at = key;
    this.redraw();
  }

  /** Moves a piece of the rack to another place. @param {string} key @param {number} to */
  arrange(key, to) {
    const before = this.held() ?? [];
    const place = this.#rack.move(key, to);
    const piece = pieceName(before.find((piece) => piece.key === key)?.code ?? "");
    this.tell(t("hand.moved", { piece, n: place + 1, of: before.length }));
    // A button that is moved in the page loses the focus.
    queueMicrotask(() => focus(this.querySelector(`.held[data-key="${key}"]`)));
  }

  /** Sorts the rack; each call uses the other sort order. */
  sort() {
    const order = settings.get("order") === "strength" ? "colour" : "strength";
    this.#rack.sort(order);
    settings.set("order", order);
    this.tell(t(`hand.sorted.${order}`));
  }

  /** Enter on a piece of the rack: lays the chosen pieces; if there are none, chooses this one. @param {string} key */
  confirm(key) {
    if (this.decision?.do !== "play") return;
    if (!this.chosen.size) return this.choose(key, true);
    const pieces = this.chosenCodes;
    const refused = whyNot(this.variant, this.decision, pieces);
    if (refused) this.tell(refused);
    else this.lay(pieces);
  }

  /** Handles keys for the hand that work wherever the focus is; returns whether this was one. @param {KeyboardEvent} event */
  acts(event) {
    const { defaultPrevented, ctrlKey, metaKey, altKey } = event;
    const key = meant(event);
    if (
      defaultPrevented ||
      ctrlKey ||
      metaKey ||
      altKey ||
      this.decision?.do !== "play" ||
      this.querySelector(".felt[inert]")
    )
      return false;
    const on = event.target instanceof Element ? event.target.closest("button, a, summary, [tabindex='0']") : null;
    if (key === "Enter" && !on && this.chosen.size) this.confirm("");
    else if (key.toLowerCase() === "g" && this.mayAsk && !this.hinting) this.suggest();
    else if (/^[0-9]$/.test(key)) this.#pickPlace(key === "0" ? 10 : Number(key));
    else return false;
    return true;
  }

  /** Chooses the piece at a place of the rack, from 1, or puts it back. @param {number} place */
  #pickPlace(place) {
    const piece = this.held()?.[place - 1];
    if (!piece) return;
    this.stand(piece.key);
    this.choose(piece.key);
    queueMicrotask(() => focus(this.querySelector(`.held[data-key="${piece.key}"]`)));
  }

  /** Whether a hint of the server's bot can be requested. */
  get mayAsk() {
    const { settings, seats, quick } = this.room?.state ?? {};
    if (!settings || quick || settings.hints === "off") return false;
    return settings.hints === "on" || seats?.filter(({ occupant }) => personOf(occupant)).length === 1;
  }

  /** The current suggestion of the server's bot, if it was requested. */
  get suggested() {
    return this.#suggestion?.at === this.#deciding ? this.#suggestion.pieces : "";
  }

  /** Chooses what the server's bot would lay. @param {boolean} [wanted] whether the person asked for it, and is told if there is no hint */
  async suggest(wanted = true) {
    const turn = this.current?.now?.you?.turn;
    if (turn === undefined || this.decision?.do !== "play" || this.hinting) return;
    const at = this.#deciding;
    this.hinting = true;
    this.redraw();
    try {
      const { hint } = await session.request("hint", { room: this.id_, turn });
      const isLate = at !== this.#deciding || this.decision?.do !== "play";
      if (!this.hinting || isLate || hint.do !== "play") return;
      this.#suggestion = { at, pieces: sorted(hint.pieces) };
      this.pick(hint.pieces);
    } catch (refusal) {
      if (wanted) fail(this, refusal);
    } finally {
      this.hinting = false;
      this.redraw();
    }
  }

  /** Chooses these pieces of the hand. @param {Pieces} pieces */
  pick(pieces) {
    const wanted = [...pieces];
    const picked = (this.held() ?? []).toReversed().filter(({ code }) => {
      const at = wanted.indexOf(code);
      if (at >= 0) wanted.splice(at, 1);
      return at >= 0;
    });
    this.chosen = new Set(picked.map(({ key }) => key));
    this.redraw();
  }

  /** @param {Pieces} pieces */
  lay(pieces) {
    const { decision } = this;
    if (decision?.do !== "play" || this.asking || performance.now() - this.#laidAt < DOUBLE_TAP_MS) return;
    const text = warning(decision, this.match?.view.hand ?? "", pieces);
    if (!text || decision.plays?.every(hasGeneral)) return this.#lay(pieces);
    this.risk = { at: this.#deciding, text, pieces };
    this.redraw();
    queueMicrotask(() => {
      const dialog = this.#riskDialog();
      if (dialog) showDialog(dialog);
    });
  }

  /** @param {boolean} lay */
  risked(lay) {
    const { risk } = this;
    this.risk = null;
    this.#riskDialog()?.close();
    if (lay && risk?.at === this.#deciding) this.#lay(risk.pieces);
  }

  /** Drops a confirmation whose decision is over. */
  forgetRisk() {
    if (this.risk && this.risk.at !== this.#deciding) this.risked(false);
  }

  #riskDialog() {
    return /** @type {HTMLDialogElement | null} */ (this.querySelector("dialog.risk"));
  }

  /** @param {Pieces} pieces */
  #lay(pieces) {
    this.#laidAt = performance.now();
    this.#leaving = this.chosen;
    this.first = false;
    this.chosen = new Set();
    this.act({ do: "play", pieces });
    this.redraw();
  }

  /** Turns hints off in the settings. */
  hush() {
    settings.set("hints", false);
    this.tell(t("coach.is_off"));
    this.dispatchEvent(new CustomEvent("fail", { detail: t("coach.is_off"), bubbles: true }));
  }

  async share() {
    const table = this.known;
    if (table) await brought(this, async () => (await part(import("./link.js"))).shareTable(table.room));
  }

  /** Opens the combinations of this game, from high to low. */
  ladder() {
    return brought(this, async () => (await part(import("./combinations.js"))).openCombinations(this));
  }

  /** @param {number} stack */
  place(stack) {
    this.#order = { at: this.#deciding, stacks: [...this.order, stack] };
    this.redraw();
  }

  unplace() {
    this.#order = { at: "", stacks: [] };
    this.redraw();
  }

  /** Shows a text in the line of the table, and reads it to screen readers. @param {string} text */
  tell(text) {
    this.told = [...this.told, { key: this.#tellings++, text }].slice(-TOLD);
    this.redraw();
  }
}

/**
 * Whether a request was refused because it was carried out before. Another action may have been taken in that turn, such as the default.
 *
 * @param {unknown} refusal
 * @param {object} sent
 */
function isDone(refusal, sent) {
  if (!(refusal instanceof Refusal) || refusal.code !== "already") return false;
  const taken = Object.entries(refusal.reply.taken ?? {});
  // The server always returns the lower hand of a split, whichever was sent.
  return taken.every(([name, value]) => name === "low" || plain(value) === plain(Reflect.get(sent, name)));
}

/**
 * A value of an action as a text for comparison: pieces are sent in the order of the hand, and returned in the order of the server.
 *
 * @param {unknown} value
 */
const plain = (value) => (typeof value === "string" ? [...value].sort().join("") : JSON.stringify(value));

/** @param {Element | null} element */
export function focus(element) {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
}
