// <giog-table>, at `room/ID`: a room, from joining it to the rematch. It combines the parts, reports events, and manages the panels. The
// person's actions are in `seated.js`.

/**
 * @import { Refusal } from "../client/refusal.js"
 * @import { Child } from "../dom.js"
 * @import { Layer } from "../layers.js"
 * @import { KnownRoom, Room } from "../room.js"
 * @import { Match } from "../tricksmatch.js"
 * @import { Why } from "./closed.js"
 * @import { Panel, Panels } from "./panels.js"
 * @import { Known, Playing } from "./seated.js"
 * @import { FamilyPlay, RoomNews } from "../types/page.js"
 * @import { ChatLine, Decision, Now, Nudged, RoomEvent } from "../types/protocol.js"
 */

import { remember, takeLink } from "../again.js";
import { h } from "../dom.js";
import { meant } from "../keyboard.js";
import { opened, topLayer } from "../layers.js";
import { go } from "../places.js";
import { later, part } from "../rest.js";
import { cutOff, isBoardVariant, isKnown, isOfBoard, isTilesVariant, left, ofTricks, trickDecision } from "../room.js";
import { session } from "../session.js";
import { settings } from "../settings.js";
import { sound } from "../sound.js";
import { gameName, HURRY_MS } from "../terms.js";
import { t } from "../texts.js";
import { isSlow } from "./absent.js";
import { keepAwake, title } from "./attention.js";
import { brought } from "./home.js";
import { lineTold } from "./bubbles.js";
import { companies, gathering, isTalkOpen, lostSeat, onward, results } from "./gathering.js";
import { handActions, handRack, riskDialog } from "./hand.js";
import { happenedTold } from "./happened.js";
import { reading, typed } from "./keys.js";
import { isNewer, newer } from "./newer.js";
import { ceremonies, middle } from "./status.js";
import { calm, gather } from "./motion.js";
import { panel } from "./panels.js";
import { lying } from "./played.js";
import { askFirst } from "./question.js";
import { OPEN_TRICK_STAGES, Reveal, TRICK_STAGES } from "./reveal.js";
import { resultSheet } from "./resultsheet.js";
import { Seated, focus } from "./seated.js";
import { round } from "./seats.js";
import { tableHead } from "./tablehead.js";
import { eventTold } from "./told.js";
import { personName } from "../terms.js";

/** Draws a table that one is not at. */
const closedTable = later(() => import("./closed.js"));
/** Draws pauses. */
const pauses = later(() => import("./pause.js"));
/** From this width on, a panel is beside the table, below it on top of it. Larger text needs more width. */
const BESIDE = matchMedia("(min-width: 56.25em)");
/** From this width on, there is room for the list of tricks at all times. */
const ROOMY = matchMedia("(min-width: 75em)");
/** The events after which a match is over. @type {RoomEvent["do"][]} */
const ENDS = ["over", "ended", "finished", "abandoned", "series"];

export class Table extends Seated {
  /** The panel that the person has chosen; null for none, undefined before any choice. @type {Panel | null | undefined} */
  #panel = undefined;
  #unread = 0;
  /** @type {Why | null} */
  #refused = null;
  #tried = false;
  #suggested = false;
  /** The family of games whose code was requested. @type {FamilyPlay["kind"] | null} */
  #familyWanted = null;
  /** A panel that lies over the table. @type {Layer} */
  #layer = {
    element: () => this.querySelector(".board > .panel"),
    isOpen: () => this.#isCovered,
    mayClose: () => true,
    close: () => this.panel && this.#show(this.panel),
    isNative: false,
  };
  #reveal = new Reveal(this, () => {
    if (this.#reveal.stage === "turned") sound("flip");
    this.redraw();
  });
  /** The match whose result was closed, to look at the table. */
  #closedResult = "";
  /** Whether the tap that is being made has shown a result. */
  #tapped = false;

  /** The open panel: by default the tricks, as soon as there is a match, if there is room. @returns {Panel | null} */
  get panel() {
    if (this.#panel !== undefined) return this.#panel;
    return ROOMY.matches && (this.match || this.apart) ? "history" : null;
  }

  get reveal() {
    return this.#reveal.hidden;
  }

  get holds() {
    return this.#reveal.stage === "held";
  }

  get revealed() {
    return this.#reveal.rooms?.after ?? null;
  }

  endReveal() {
    this.#reveal.end();
  }

  showAll() {
    this.#reveal.show();
  }

  began() {
    this.follow(session, "change", () => this.redraw());
    this.follow(session, "room", ({ detail }) => this.heard(detail));
    this.follow(settings, "change", () => this.redraw());
    this.follow(document, "keydown", (event) => this.#key(event));
    this.follow(BESIDE, "change", () => this.#fit());
    this.every(500, () => this.redraw());
    this.every(100, () => this.#hurry());
    this.follow(document, "visibilitychange", () => keepAwake(Boolean(this.current?.match)));
    this.onEnd(() => keepAwake(false));
    this.onEnd(() => this.#reveal.end());
    this.enter();
  }

  /** The own decision for which there was more than the last seconds. */
  #ample = "";

  /** In the last seconds of a decision, clocks run in tenths; of one's own, a sound tells that they begin. */
  #hurry() {
    const { room } = this;
    const { now, match, you } = room ?? {};
    if (!match || !now) return;
    const at = performance.now();
    const times = now.deciding.map(({ seat, left_ms }) => ({ seat, ms: left(left_ms, now, at) ?? Infinity }));
    const own = times.find(({ seat }) => seat === you);
    const decision = `${match.start.match_id}/${now.you?.turn}`;
    if (own && own.ms < HURRY_MS && this.#ample === decision) {
      sound("tick");
      this.tell(t("turn.hurry"));
    }
    this.#ample = own && own.ms >= HURRY_MS ? decision : "";
    if (!document.hidden && times.some(({ ms }) => ms > 0 && ms < HURRY_MS)) this.redraw();
  }

  /** Between events and the `now` that follows them, nothing is drawn: the known decision is that from before the events. */
  redraw() {
    const { current } = this;
    if (current?.state && current.now && current.now.seq < current.seq && !current.left) return;
    const focused = this.contains(document.activeElement) ? document.activeElement : null;
    super.redraw();
    if (focused) queueMicrotask(() => this.#keepFocus(focused));
  }

  /** If the focused element was removed, moves the focus to the rack. @param {Element} focused */
  #keepFocus(focused) {
    if (!this.isConnected || (focused.isConnected && !focused.matches(":disabled") && !focused.closest("[inert]")))
      return;
    if (document.activeElement && document.activeElement !== document.body && document.activeElement !== focused)
      return;
    focus(
      this.querySelector('.felt:not([inert]) .held[tabindex="0"], .felt[inert] + .panel .panel-head button') ??
        this.closest("main"),
    );
  }

  /** Joins the room, with a password if it has one; with `sit` to take the free seat. @param {{ password?: string, sit?: boolean }} [how] */
  async enter(how = {}) {
    takeLink(this.id_);
    try {
      await session.enter(this.id_, how);
      this.#refused = null;
      // It may have been made before this view was there.
      if (this.room?.state) remember(this.room.id, this.room.state);
    } catch (refusal) {
      this.#tried = how.password !== undefined;
      this.#refused = /** @type {Refusal} */ (refusal);
    }
    this.redraw();
  }

  async #leave() {
    await session.leave(this.id_).catch(() => {});
    // If the person has gone elsewhere meanwhile, they stay there.
    if (this.isConnected) go("/");
  }

  /** Leaves the table; asks first if a match is running that one plays in. */
  #askToLeave() {
    const text = t(this.family?.losesOnTime ? "leave.ask.clock" : "leave.ask");
    const end = { yes: t("leave.end"), act: () => this.#end(({ openEnding }) => openEnding(this)) };
    if (this.current?.match && this.current.you != null) askFirst(text, t("table.leave"), () => this.#leave(), end);
    else this.#leave();
  }

  /** The early end of the match, whose code is loaded when it is needed. @param {(ending: typeof import("./ending.js")) => void} use */
  #end(use) {
    brought(this, async () => use(await part(import("./ending.js"))));
  }

  /** @param {RoomNews} news */
  heard({ before, room, message }) {
    if (room.id !== this.id_) return;
    const { state } = room;
    if (this.counts && state && (state.settings !== before.state?.settings || state.seats !== before.state?.seats))
      remember(room.id, state);
    if (message.type === "event" && message.seq > before.seq) this.#happened(before, room, message.event);
    if (message.type === "now") this.#asked(message, before.now);
    const line = room.chat.at(-1);
    if (message.type === "notice" && message.notice.do === "chat" && line && "from" in line) this.#said(line);
    if (message.type === "notice" && message.notice.do === "nudge") this.#nudged(message.notice);
  }

  /** Whether the chat is shown, and read aloud there. */
  get #isTalking() {
    if (this.panel === "talk") return true;
    return Boolean(this.known && isTalkOpen(this.known) && !(this.#overTable && !this.#isResultOpen));
  }

  /** A chat line: shown at its seat, and in the log if the chat is not open. @param {ChatLine} line */
  #said(line) {
    this.bubbles.say(line);
    if (this.#isTalking) return;
    this.#unread++;
    if (line.from.player !== session.me?.player)
      this.tell(t("chat.told", { name: personName(line.from.name), text: lineTold(line) }));
  }

  /** Somebody waits until this person is ready: shown at their seat. @param {Nudged} nudged */
  #nudged({ from, seat }) {
    this.bubbles.show(seat, t("nudge.bubble"));
    this.tell(t("nudge.told", { name: personName(from.name) }));
  }

  /** @param {Room} before @param {Room} room @param {RoomEvent} event */
  #happened(before, room, event) {
    if (!isKnown(before) || !isKnown(room)) return;
    if (event.do === "start") this.#reveal.end();
    if (event.do === "ending") this.#end(({ endingHeard }) => endingHeard(this, event));
    const tricks = ofTricks(before.match);
    const result = tricks || !before.match ? this.#happenedInTricks(tricks, event) : this.family?.happened(event);
    const own = before.match && !tricks ? this.family?.eventTold(room, event) : null;
    const text = own ?? this.#told(before, room, event);
    const tell = () => {
      if (text) this.tell(text);
    };
    if (result) {
      const told = () => {
        if (event.do === "trick") gather(this, event.winner);
        if (result.sound) sound(result.sound);
        tell();
      };
      return this.#reveal.begin({ before, after: room }, { ...result, told });
    }
    // What ends the match is shown when its last result was; what draws it is there by then.
    if (!ENDS.includes(event.do)) return this.#reveal.after(tell);
    results.for(this);
    this.#reveal.atEnd(() => {
      if (event.do === "ended") sound("sweep");
      tell();
    });
  }

  /**
   * In a trick game; gives how a trick is revealed. Events of the same batch after a trick belong to its end; a new lead ends a running
   * reveal.
   *
   * @param {Match | null} match as it was before
   * @param {RoomEvent} event
   * @returns {ReturnType<FamilyPlay["happened"]> | null}
   */
  #happenedInTricks(match, event) {
    if (event.do === "play") {
      this.#reveal.end();
      sound("lay");
    }
    if (event.do === "dealt") this.chosen = new Set();
    if (event.do !== "trick") return null;
    // With reduced motion they turn up at once.
    if (calm.matches) sound("flip");
    const stages = match?.view.trick?.in_turn ? OPEN_TRICK_STAGES : TRICK_STAGES;
    return { stages, ...(event.winner != null && { sound: "sweep" }) };
  }

  /**
   * An event in a sentence; nothing if the chat, which is shown, has it.
   *
   * @param {Room} before
   * @param {KnownRoom} room
   * @param {RoomEvent} event
   */
  #told(before, room, event) {
    const line = room.chat.at(-1);
    if (!line || !("happened" in line) || line === before.chat.at(-1)) return eventTold(room, this.variant, event);
    return this.#isTalking ? null : happenedTold(room, line);
  }

  /** @param {Now} now @param {Now | null} before */
  #asked(now, before) {
    const { turn } = now.you ?? {};
    // The number of the turn may have come before it was this person's turn.
    const decision = now.you?.decision;
    const fresh = decision?.must && !(before?.you?.decision?.must && before.you.turn === turn);
    const tricks = trickDecision(this.current?.now);
    if (fresh && !tricks) this.family?.asked?.();
    // That something is asked of one may tell the result, as of the winner who leads.
    this.#reveal.after(() => {
      if (fresh) this.tell(t("turn.yours"));
      if (fresh && !document.hidden) sound("bell");
      if (decision && !tricks) return;
      this.#pickOut(tricks, Boolean(fresh));
      if (fresh && decision?.do === "play") queueMicrotask(() => this.#focusHand());
    });
  }

  /** On the person's turn the hand gets the focus, unless they are busy elsewhere: in the chat, a panel, a dialog, the header. */
  #focusHand() {
    const at = document.activeElement;
    const felt = this.querySelector(".felt:not([inert])");
    const free = !at || at === document.body || at.matches("main") || (felt?.contains(at) && !at.matches(".held"));
    if (free && this.isConnected) focus(felt?.querySelector('.held[tabindex="0"]') ?? null);
  }

  /**
   * Keeps only chosen pieces that are still in the hand, and chooses forced ones.
   *
   * @param {Decision | null | undefined} decision
   * @param {boolean} fresh whether it has only now been asked for
   */
  #pickOut(decision, fresh) {
    if (!this.match) return;
    const held = this.held() ?? [];
    this.chosen = new Set([...this.chosen].filter((key) => held.some((piece) => piece.key === key)));
    if (decision?.do !== "play") return;
    const forced = decision.plays?.length === 1 && fresh;
    // For a new player, a first piece is chosen automatically.
    if (forced) return this.pick(decision.plays?.[0] ?? "");
    const first = settings.get("matches") <= 1 && !this.#suggested && this.mayAsk && !this.chosen.size;
    if (!first) return;
    this.#suggested = this.first = true;
    this.suggest(false);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (typed(event) || event.defaultPrevented || (event.key === "Escape" && topLayer())) return;
    if (meant(event) === "?") return this.#show("help");
    if (this.#ends(event)) this.#reveal.end();
    if (event.key === "Escape" && this.#overTable && this.#isResultOpen) return this.#openResult(false);
    if (this.apart && this.family ? this.family.acts(event) : this.acts(event)) return event.preventDefault();
    if (event.key === "Escape") return this.clear();
    const tricks = this.#tricks;
    const text = this.apart ? this.family?.reading(event) : tricks && reading(tricks, event);
    if (text) this.tell(text);
  }

  /** Whether a key ends a reveal: those of the hand do, since they are pressed to act, and those that close a result. @param {KeyboardEvent} event */
  #ends(event) {
    const { target } = event;
    const key = meant(event);
    if (this.apart) return this.holds && key === "Escape";
    if (key === "Escape") return true;
    const inHand = target instanceof Element && target.matches(".held");
    return this.reveal !== null && (/^[0-9g]$/i.test(key) || (inHand && (key === " " || key === "Enter")));
  }

  /** A tap shows the rest of a reveal at once; the next one closes the result. @param {Event} event */
  #tap({ type, target }) {
    if (type === "pointerdown") {
      this.#tapped = this.reveal !== null;
      return this.#reveal.show();
    }
    const onCloth = target instanceof Element && target.closest(".cloth, .fit") && !target.closest("button, a");
    if (this.#tapped || !onCloth) return;
    this.#reveal.end();
    this.family?.closed?.();
  }

  /** Loads the description and the code of the game that is played here. */
  prepare() {
    this.forgetRisk();
    const table = this.known;
    const { state, left } = this.room ?? {};
    keepAwake(Boolean(this.current?.match));
    title(state ? `${gameName(state.settings.variant, this.variant?.name)} – Giog 爵` : "Giog 爵");
    // The refused request was repeated since.
    if (state || (left && left !== this.#refused?.code)) this.#refused = null;
    if (this.#refused || !table || !state || left || state.phase === "closed") return;
    const { variant } = state.settings;
    this.learn(variant);
    const kind = this.#kind;
    if (kind && this.family?.kind !== kind) return this.#bring(table, kind);
    if (!kind && state.settings.ceremony === "players") ceremonies.for(this);
    // Without this code nothing is offered, which is acceptable.
    if (this.#isSlow) import("./push.js").catch(() => {});
  }

  drawn() {
    if (this.querySelector(".lines")) companies.for(this)?.keepNewest(this);
  }

  draw() {
    const { room } = this;
    if (this.#refused) return this.#gone(this.#refused, this.#tried);
    if (room?.left || room?.state?.phase === "closed") return this.#gone({ code: room.left ?? "left_closed" });
    const table = this.known;
    if (!room?.state || !table) return h("p", { class: "loading" }, t("table.coming"));
    const kind = this.#kind;
    if (kind && this.family?.kind !== kind)
      return [tableHead(this, this.how), h("p", { class: "loading", role: "status" }, t("table.coming"))];
    const mine = Boolean(this.decision?.must || (this.apart && this.room?.now?.you?.decision?.must));
    return [
      tableHead(this, this.how),
      this.note(),
      h(
        "div",
        { class: this.panel ? "board open" : "board" },
        h(
          "div",
          {
            onpointerdown: (event) => this.#tap(event),
            onclick: (event) => this.#tap(event),
            class: ["felt", mine && "mine", this.#lies()].filter(Boolean).join(" "),
            inert: this.#isCovered,
          },
          this.#isSlow && h("giog-push-offer", { key: "push" }),
          this.#felt(table),
        ),
        this.panel && panel(table, this.panel, this.how),
      ),
      riskDialog(table),
      h(
        "div",
        { class: "hidden", role: "log", "aria-live": "polite", "aria-label": t("table.log") },
        this.told.map(({ key, text }) => h("p", { key }, text)),
      ),
    ];
  }

  /** The family of the current or last game here, if it is not that of trick games. @returns {FamilyPlay["kind"] | null} */
  get #kind() {
    const { state } = this.room ?? {};
    const { variant = "" } = state?.settings ?? {};
    const result = state?.previous?.result;
    if (this.apart) return this.board ? "boards" : "tiles";
    if (ofTricks(this.room?.match)) return null;
    if ((result && isOfBoard(result)) || isBoardVariant(variant)) return "boards";
    return isTilesVariant(variant) ? "tiles" : null;
  }

  /** What is shown of a table that one is not at, or not any more, once its code is there. @param {Why} refusal @param {boolean} [tried] */
  #gone(refusal, tried) {
    const closed = closedTable.for(this)?.closed(this, refusal, tried);
    if (closed) return closed;
    return h("p", { class: "loading", role: "status" }, t("table.coming"));
  }

  /** Loads the code of a family when it is needed. @param {Known} table @param {FamilyPlay["kind"]} kind */
  #bring(table, kind) {
    if (this.#familyWanted === kind) return;
    this.#familyWanted = kind;
    this.load(async () => {
      if (kind === "boards") {
        const { BoardPlay } = await part(import("../boards/live.js"));
        this.family = new BoardPlay(table);
      } else {
        const { TilesTable } = await part(import("../tiles/live.js"));
        this.family = new TilesTable(table);
      }
    });
  }

  /** The view of the current family, if it is not that of trick games. */
  get #shown() {
    return this.#kind && this.family;
  }

  /** Whether a panel lies over the table. */
  get #isCovered() {
    const { room } = this;
    const isShown = this.isConnected && room?.state && !room.left && room.state.phase !== "closed" && !this.#refused;
    return Boolean(isShown && this.panel) && !BESIDE.matches;
  }

  /** When the window gets narrower, a panel beside the table is closed, and does not cover the table. */
  #fit() {
    if (!BESIDE.matches) this.#panel = null;
    this.redraw();
  }

  /** Whether the match is paused, or somebody is cut off at a table that may be. */
  get #mayPause() {
    const { known } = this;
    if (!known?.room.match) return false;
    const { paused, settings } = known.room.state;
    return paused || (settings.access === "unlisted" && cutOff(known.room).length > 0);
  }

  /** Whether nobody is expected to stay here between decisions: then notifications are offered. */
  get #isSlow() {
    return (
      isSlow(this.room?.state?.settings.clock) &&
      this.room?.you != null &&
      !settings.get("pushOffered") &&
      !settings.get("push")
    );
  }

  /** What the header and the panels need to know of the table. @returns {Panels} */
  get how() {
    return {
      panels: ["history", "series", "talk", "help"],
      more: [],
      leaving: t("table.leave"),
      isTricks: !this.#kind,
      family: this.#shown || null,
      tricks: this.#tricks,
      unread: this.#unread,
      show: (panel) => this.#show(panel),
      leave: () => this.#askToLeave(),
    };
  }

  /**
   * Opens a panel, or closes it. One that is on top of the table has the focus while it is open.
   *
   * @param {Panel} panel
   */
  #show(panel) {
    const shown = this.panel;
    this.#panel = shown === panel ? null : panel;
    if (panel === "talk") this.#unread = 0;
    this.redraw();
    if (this.#isCovered) opened(this.#layer);
    const wanted = this.panel ? ".panel-head button" : `[data-panel="${shown}"]`;
    queueMicrotask(() => focus(this.querySelector(wanted)));
  }

  /** Whether a match on the table is running, or shown as if it was. */
  get #played() {
    return Boolean(this.apart ?? this.match) && Boolean(this.room?.match);
  }

  /** The match of a trick game, with the people who play or last played in it. */
  get #tricks() {
    const { playing } = this;
    return playing && !this.#played ? lying(playing) : playing;
  }

  /** The layout of the table: `playing` has the size of the screen, also while the result lies `over` it; others may be longer. */
  #lies() {
    if (!this.#played) {
      if (!this.#overTable) return this.apart ? "after" : "";
      // The board is first, and the result beside or below it.
      return this.board ? "after" : this.apart ? `playing over ${this.#kind}` : "playing over";
    }
    return this.match?.view.stage === "ceremony" ? "before" : this.apart ? `playing ${this.#kind}` : "playing";
  }

  /** @param {Known} table @returns {Child} */
  #felt(table) {
    const pause = this.#mayPause && pauses.for(this)?.pause(table);
    const unknown = !this.reveal && isNewer(table.room) && newer.for(this)?.newer(table);
    const notices = [lostSeat(table), pause, unknown];
    const desk = this.#desk();
    if (this.#played) return [notices, desk];
    // Whoever has not seen the last match has nothing below its result.
    if (!this.#overTable) return [notices, this.between(table), desk];
    return [
      notices,
      desk,
      resultSheet(this, table, { isOpen: this.#isResultOpen, open: (on) => this.#openResult(on) }),
    ];
  }

  /** Whether this is a table of the server, with people. */
  get counts() {
    return true;
  }

  /** What stands between the header and the table. @returns {Child} */
  note() {
    return null;
  }

  /** What is shown when no match is running. @param {Known} table @returns {Child} */
  between(table) {
    return gathering(table);
  }

  /** What leads on from a match. @param {Known} table @returns {Child} */
  next(table) {
    return onward(table);
  }

  /** The match on the table, or the last one. @returns {Child} */
  #desk() {
    if (this.apart && this.family) return this.family.draw();
    const { playing } = this;
    if (!playing) return null;
    const lies = /** @type {Playing} */ (this.#played ? playing : lying(playing));
    return h("div", { key: "desk", class: "desk" }, round(lies, middle(lies)), handActions(playing), handRack(playing));
  }

  /** Whether the result lies over the table that the last match has left. */
  get #overTable() {
    const { room } = this;
    const previous = room?.state?.previous;
    return !this.#played && previous != null && room?.finished?.start.match_id === previous.match_id;
  }

  get #isResultOpen() {
    return this.room?.state?.previous?.match_id !== this.#closedResult;
  }

  /** Opens the result over the table, or closes it. @param {boolean} on */
  #openResult(on) {
    this.#closedResult = on ? "" : (this.room?.state?.previous?.match_id ?? "");
    this.redraw();
    queueMicrotask(() => focus(this.querySelector(on ? ".result-sheet .close" : ".result-bar button")));
  }
}

customElements.define("giog-table", Table);
