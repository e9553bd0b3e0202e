// <giog-table room="ID">: a room, from coming in to the rematch. It puts the parts together and keeps what is chosen here
// and nowhere else: pieces that are picked but not laid, the panel that is open.

/**
 * @import { Fields, RequestType, Without } from "../connection.js"
 * @import { Child } from "../dom.js"
 * @import { KnownRoom, Match, Room } from "../room.js"
 * @import { Game } from "../rules.js"
 * @import { Why } from "./closed.js"
 * @import { RoomNews } from "../types/page.js"
 * @import { Action, Now, Pieces, RoomEvent } from "../types/protocol.js"
 */

/**
 * A table whose room is known, as its parts are given it.
 * @typedef {Table & { readonly room: KnownRoom }} Known
 *
 * The same with a match to be drawn.
 * @typedef {Known & { readonly match: Match }} Playing
 */

import { h, View } from "../dom.js";
import { hasGeneral, pieceName, variants, warning } from "../rules.js";
import { Refusal } from "../connection.js";
import { isKnown } from "../room.js";
import { session } from "../session.js";
import { openSettings, settings } from "../settings.js";
import { gameName } from "../terms.js";
import { t } from "../texts.js";
import { callBack, keepAwake } from "./attention.js";
import { closed } from "./closed.js";
import { isLaying, proposal } from "./coach.js";
import { gathering, lying, series } from "./gathering.js";
import { handActions, handRack, riskDialog } from "./hand.js";
import { history } from "./history.js";
import { fail } from "./home.js";
import { help, reading, typed } from "./keys.js";
import { middle } from "./status.js";
import { gather } from "./motion.js";
import { trickLeft } from "./plays.js";
import { Rack, chosenPieces } from "./rack.js";
import { round } from "./seats.js";
import { talk } from "./talk.js";
import { eventTold } from "./told.js";

/** Sentences that are kept for screen readers. */
const TOLD = 30;
const PANELS = { history, series, talk, help };
/** @typedef {keyof typeof PANELS} Panel */
const IDS = /** @type {Panel[]} */ (Object.keys(PANELS));
/** After a tap that laid, another one on the same place lays nothing for so long. */
const DOUBLE_TAP_MS = 250;
/** From this width on a panel stands beside the table; below it lies on it. */
const BESIDE = matchMedia("(min-width: 900px)");
/** From this width on there is room for the tricks at all times. */
const ROOMY = matchMedia("(min-width: 1200px)");

export class Table extends View {
  /** Keys of the pieces that are picked. @type {Set<string>} */
  chosen = new Set();
  /** Stacks in the order in which they were tapped. @type {number[]} */
  order = [];
  /** What is asked about before it is laid. @type {{ text: string, pieces: Pieces } | null} */
  risk = null;
  /** @type {Game | null} */
  variant = null;
  /** The piece of the rack that the keyboard is at. @type {string | null} */
  at = null;
  /** Whether what is picked was picked out for a newcomer. */
  first = false;
  /** Whether an action is on its way. */
  asking = false;
  #rack = new Rack();
  /** @type {Set<string>} */
  #leaving = new Set();
  #laidAt = 0;
  /** @type {Panel | null} */
  #panel = ROOMY.matches ? "history" : null;
  /** @type {{ key: number, text: string }[]} */
  #told = [];
  #tellings = 0;
  #unread = 0;
  /** @type {Why | null} */
  #refused = null;
  #tried = false;
  #suggested = false;

  began() {
    this.follow(session, "change", () => this.redraw());
    this.follow(session, "room", ({ detail }) => this.#heard(detail));
    this.follow(settings, "change", () => this.redraw());
    this.follow(document, "keydown", (event) => this.#key(event));
    this.follow(BESIDE, "change", () => this.redraw());
    this.every(500, () => this.redraw());
    this.follow(document, "visibilitychange", () => keepAwake(Boolean(this.room?.match)));
    this.onEnd(() => keepAwake(false));
    this.enter();
    this.onEnd(() => (document.title = "Giog 爵"));
  }

  /** Between events and the `now` that ends them there is nothing to show: what is asked still belongs to the time before. */
  redraw() {
    const { room } = this;
    if (room?.state && room.now && room.now.seq < room.seq && !room.left) return;
    const focused = this.contains(document.activeElement) ? document.activeElement : null;
    super.redraw();
    if (focused) queueMicrotask(() => this.#keepFocus(focused));
  }

  /** Where what had the focus is gone, the rack has it. @param {Element} focused */
  #keepFocus(focused) {
    if (!this.isConnected || (focused.isConnected && !focused.matches(":disabled") && !focused.closest("[inert]"))) return;
    if (document.activeElement && document.activeElement !== document.body && document.activeElement !== focused) return;
    focus(this.querySelector('.felt:not([inert]) .held[tabindex="0"], .felt[inert] + .panel .panel-head button') ?? this.closest("main"));
  }

  get id_() {
    return this.getAttribute("room") ?? "";
  }

  /** @returns {Room | undefined} */
  get room() {
    return session.rooms.get(this.id_);
  }

  /** The match being played, or the one that has just ended here. @returns {Match | null} */
  get match() {
    return this.room?.match ?? this.room?.finished ?? null;
  }

  /** What is asked of this player, or null. */
  get decision() {
    return (this.room?.match && this.room.now?.you?.decision) || null;
  }

  /** Comes into the room, with a password where it has one. @param {string} [password] */
  async enter(password) {
    try {
      await session.enter(this.id_, password);
      this.#refused = null;
    } catch (refusal) {
      this.#tried = password !== undefined;
      this.#refused = /** @type {Refusal} */ (refusal);
    }
    this.redraw();
  }

  /**
   * Asks something of the room; says so where it is refused.
   *
   * @template {RequestType} Type
   * @param {Type} type
   * @param {Without<Fields<Type>, "room">} fields
   */
  async ask(type, fields) {
    try {
      // A request to a room is that, and the room.
      const whole = /** @type {unknown} */ ({ room: this.id_, ...fields });
      await session.request(type, /** @type {Fields<Type>} */ (whole));
    } catch (refusal) {
      if (!(refusal instanceof Refusal && refusal.code === "already")) fail(this, refusal);
    }
  }

  async ready() {
    try {
      await session.ready(this.id_);
    } catch (refusal) {
      fail(this, refusal);
    }
  }

  /** @param {Action} action */
  async act(action) {
    const { match, now } = this.room ?? {};
    if (!match || !now?.you) return;
    this.order = [];
    this.asking = true;
    await this.ask("act", { match_id: match.start.match_id, turn: now.you.turn, ...action });
    this.asking = false;
    this.redraw();
  }

  /** One's pieces in the order of the rack; null for whoever has none. */
  held() {
    if (!this.match) return null;
    const { view, start } = this.match;
    return view.hand == null ? null : this.#rack.held(start.match_id, view.hand, settings.get("order"), this.#leaving);
  }

  /** The pieces that are picked, as a text. */
  get chosenCodes() {
    return chosenPieces(this.held(), this.chosen);
  }

  /** Picks a piece, or puts it back; `on` says which. @param {string} key */
  choose(key, on = !this.chosen.has(key)) {
    this.first = false;
    this.chosen = new Set(this.chosen);
    if (on) this.chosen.add(key);
    else this.chosen.delete(key);
    this.redraw();
  }

  clear() {
    this.first = false;
    this.chosen = new Set();
    this.redraw();
  }

  /** The keyboard is at this piece. @param {string} key */
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
    // A button that changes its place loses the focus.
    queueMicrotask(() => focus(this.querySelector(`.held[data-key="${key}"]`)));
  }

  /** Sorts the rack, the other way each time. */
  sort() {
    const order = settings.get("order") === "strength" ? "colour" : "strength";
    this.#rack.sort(order);
    settings.set("order", order);
    this.tell(t(`hand.sorted.${order}`));
  }

  /** Enter on a piece of the rack: lays what is picked; where nothing is, picks it. @param {string} key */
  confirm(key) {
    if (this.decision?.do !== "play") return;
    if (!this.chosen.size) return this.choose(key, true);
    const lay = this.querySelector(".actions .main");
    if (!(lay instanceof HTMLButtonElement)) return;
    if (lay.disabled) this.tell(this.querySelector(".thought")?.textContent ?? "");
    else lay.click();
  }

  /** Chooses what the coach would lay. */
  suggest() {
    const playing = this.#playing;
    const wanted = [...(playing && isLaying(playing) ? proposal(playing) : "")];
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
    const text = warning(decision, pieces);
    if (!text || decision.plays?.every(hasGeneral)) return this.#lay(pieces);
    this.risk = { text, pieces };
    this.redraw();
    queueMicrotask(() => this.#riskDialog()?.showModal());
  }

  /** @param {boolean} lay */
  risked(lay) {
    this.#riskDialog()?.close();
    if (lay && this.risk) this.#lay(this.risk.pieces);
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

  /** No more hints, until the settings ask for them. */
  hush() {
    settings.set("hints", false);
    this.tell(t("coach.is_off"));
    this.dispatchEvent(new CustomEvent("fail", { detail: t("coach.is_off"), bubbles: true }));
  }

  /** @param {number} stack */
  place(stack) {
    this.order = [...this.order, stack];
    this.redraw();
  }

  unplace() {
    this.order = [];
    this.redraw();
  }

  async share() {
    const table = this.#known;
    if (table) (await import("./link.js")).shareTable(table.room);
  }

  async #leave() {
    if (this.room?.match && this.room.you != null && !confirm(t("leave.ask"))) return;
    await session.leave(this.id_).catch(() => {});
    location.hash = "#/";
  }

  /** Says something in the line of the table, and to screen readers. @param {string} text */
  tell(text) {
    this.#told = [...this.#told, { key: this.#tellings++, text }].slice(-TOLD);
    this.redraw();
  }

  /** @param {RoomNews} news */
  #heard({ before, room, message }) {
    if (room.id !== this.id_) return;
    if (message.type === "event" && message.seq > before.seq) this.#happened(before, room, message.event);
    if (message.type === "now") this.#asked(message, before.now);
    if (Boolean(room.match) !== Boolean(before.match)) keepAwake(Boolean(room.match));
    if (message.type === "notice" && message.notice.do === "chat" && this.#panel !== "talk") this.#unread++;
  }

  /** @param {Room} before @param {Room} room @param {RoomEvent} event */
  #happened(before, room, event) {
    const text = isKnown(room) && eventTold(room, this.variant, event);
    if (text) this.tell(text);
    if (event.do === "dealt") this.chosen = new Set();
    const left = event.do === "play" && before.match && trickLeft(before.match);
    if (left) gather(this, left.winner);
  }

  /** @param {Now} now @param {Now | null} before */
  #asked(now, before) {
    const { decision, turn } = now.you ?? {};
    // A turn's number may have come before it was one's own.
    const fresh = decision?.must && !(before?.you?.decision?.must && before.you.turn === turn);
    if (fresh) {
      this.tell(t("turn.yours"));
      if (document.hidden) callBack();
    }
    if (!this.match) return;
    const held = this.held() ?? [];
    this.chosen = new Set([...this.chosen].filter((key) => held.some((piece) => piece.key === key)));
    if (decision?.do !== "play") return;
    const forced = decision.plays?.length === 1 && fresh;
    // Whoever plays here for the first time finds a first piece picked out.
    const first = settings.get("matches") <= 1 && !this.#suggested;
    if (forced || first) this.suggest();
    if (first) this.#suggested = this.first = true;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (typed(event)) return;
    if (event.key === "Escape") return BESIDE.matches || !this.#panel ? this.clear() : this.#show(this.#panel);
    if (event.key === "?") return this.#show("help");
    const text = this.#playing && reading(this.#playing, event);
    if (text) this.tell(text);
  }

  draw() {
    const { room } = this;
    if (this.#refused) return closed(this, this.#refused, this.#tried);
    const table = this.#known;
    if (!room?.state || !table) return h("p", { class: "loading" }, t("table.coming"));
    if (room.left || room.state.phase === "closed") return closed(this, { code: `left_${room.left ?? "closed"}` });
    this.#load(room.state.settings.variant);
    const mine = Boolean(this.decision?.must);
    document.title = mine ? `● ${t("turn.yours")} – Giog` : `${gameName(room.state.settings.variant, this.variant?.name)} – Giog 爵`;
    const over = Boolean(this.#panel) && !BESIDE.matches;
    return [
      this.#head(),
      h("div", { class: this.#panel ? "board open" : "board" },
        h("div", { class: ["felt", mine && "mine", this.match?.view.stage === "ceremony" && "before"].filter(Boolean).join(" "), inert: over }, this.#felt(table)),
        this.#panel && this.#aside(table, this.#panel),
      ),
      riskDialog(table),
      h("div", { class: "hidden", role: "log", "aria-live": "polite", "aria-label": t("table.log") }, this.#told.map(({ key, text }) => h("p", { key }, text))),
    ];
  }

  /** @param {Known} table @param {Panel} panel @returns {Child} */
  #aside(table, panel) {
    return h("aside", { key: "panel", class: "panel", "aria-label": t(`panel.${panel}`) },
      h("div", { class: "panel-head" },
        h("h2", {}, t(`panel.${panel}`)),
        h("button", { class: "quiet", "aria-label": t("close"), onclick: () => this.#show(panel) }, "×")),
      PANELS[panel](table));
  }

  /** @param {string} id */
  #load(id) {
    if (this.variant?.id === id) return;
    variants().then((games) => {
      const game = games.find((one) => one.id === id);
      if (!game || this.variant === game) return;
      this.variant = game;
      // What was picked out before the game was known may be better.
      if (this.first) this.suggest();
      this.redraw();
    }, () => {});
  }

  #head() {
    return h("header", { class: "head table-head" },
      h("a", { class: "brand", href: "#/", "aria-label": t("table.lobby") }, h("giog-piece", { code: "K" })),
      h("h1", {}, this.room?.state ? gameName(this.room.state.settings.variant, this.variant?.name) : ""),
      h("nav", { "aria-label": t("table.panels") },
        IDS.map((id) => h("button", {
          key: id, class: "quiet", "data-panel": id, "aria-pressed": String(this.#panel === id), "aria-label": id === "help" ? t("panel.help") : null, onclick: () => this.#show(id),
        }, id === "help" ? "?" : t(`panel.${id}`), id === "talk" && this.#unread > 0 && h("span", { class: "count" }, this.#unread))),
        h("button", { key: "settings", class: "quiet roomy", "aria-label": t("settings.title"), onclick: openSettings }, "⚙"),
        h("button", { key: "leave", class: "quiet", onclick: () => this.#leave() }, t("table.leave")),
      ),
    );
  }

  /**
   * Opens a panel, or closes it. One that lies on the table has the focus as long as it is open.
   *
   * @param {Panel} panel
   */
  #show(panel) {
    const shown = this.#panel;
    this.#panel = shown === panel ? null : panel;
    if (panel === "talk") this.#unread = 0;
    this.redraw();
    const wanted = this.#panel ? ".panel-head button" : `[data-panel="${shown}"]`;
    queueMicrotask(() => focus(this.querySelector(wanted)));
  }

  /** @param {Known} table @returns {Child} */
  #felt(table) {
    const playing = this.#playing;
    if (!playing || !table.room.match) return [playing && round(lying(playing), null), gathering(table)];
    return [round(playing, middle(playing)), handActions(playing), handRack(playing)];
  }

  /** @returns {Known | null} */
  get #known() {
    return this.room?.state ? /** @type {Known} */ (this) : null;
  }

  /** @returns {Playing | null} */
  get #playing() {
    return this.#known && this.match ? /** @type {Playing} */ (this) : null;
  }
}

/** @param {Element | null} element */
function focus(element) {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
}

customElements.define("giog-table", Table);
