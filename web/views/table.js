// <giog-table room="ID">: a room, from coming in to the rematch. It puts the parts together and keeps what is chosen here
// and nowhere else: pieces that are picked but not laid, the panel that is open.

import { h, View } from "../dom.js";
import { combined, piecesInWords, playInWords, typeName, variants, warning } from "../rules.js";
import { session } from "../session.js";
import { openSettings, settings } from "../settings.js";
import { gameName } from "../terms.js";
import { known, t } from "../texts.js";
import { ceremony } from "./ceremony.js";
import { gathering, series } from "./gathering.js";
import { chosenPieces, handActions, handRack, rack, riskDialog } from "./hand.js";
import { history } from "./history.js";
import { fail } from "./home.js";
import { lesson, others, seatCard, seatsRound, trickShown } from "./seats.js";
import { callBack } from "./attention.js";
import { talk } from "./talk.js";
import { eventTold, nameAt, namesAt, outcomeTold, trickTold } from "./told.js";

/** Sentences that are kept for screen readers. */
const TOLD = 30;
const PANELS = ["history", "series", "talk"];

class Table extends View {
  chosen = new Set();
  order = [];
  risk = null;
  variant = null;
  #panel = null;
  #told = [];
  #tellings = 0;
  #unread = 0;
  #refused = null;
  #suggested = false;
  #awake = null;

  began() {
    this.id_ = this.getAttribute("room");
    this.follow(session, "change", () => this.redraw());
    this.follow(session, "room", ({ detail }) => this.#heard(detail));
    this.follow(settings, "change", () => this.redraw());
    this.follow(document, "keydown", (event) => this.#key(event));
    this.every(500, () => this.redraw());
    this.follow(document, "visibilitychange", () => this.#stayAwake());
    this.#enter();
    this.onEnd(() => (document.title = "Giog 爵"));
  }

  /** Between events and the `now` that ends them there is nothing to show: what is asked still belongs to the time before. */
  redraw() {
    const { room } = this;
    if (room?.state && room.now && room.now.seq < room.seq && !room.left) return;
    super.redraw();
  }

  get room() {
    return session.rooms.get(this.id_);
  }

  /** The match being played, or the one that has just ended here. */
  get match() {
    return this.room.match ?? this.room.finished ?? null;
  }

  /** What is asked of this player, or null. */
  get decision() {
    return (this.room.match && this.room.now?.you?.decision) || null;
  }

  async #enter(password) {
    this.#refused = null;
    try {
      await session.enter(this.id_, password);
    } catch (refusal) {
      this.#refused = refusal;
    }
    this.redraw();
  }

  /** Asks something of the room; says so where it is refused. */
  async ask(type, fields = {}) {
    try {
      return await session.request(type, { room: this.id_, ...fields });
    } catch (refusal) {
      if (refusal.code !== "already") fail(this, refusal);
      return null;
    }
  }

  async ready() {
    try {
      await session.ready(this.id_);
    } catch (refusal) {
      fail(this, refusal);
    }
  }

  act(action) {
    const { match, now } = this.room;
    this.order = [];
    return this.ask("act", { match_id: match.start.match_id, turn: now.you.turn, ...action });
  }

  choose(key) {
    this.chosen = new Set(this.chosen);
    if (!this.chosen.delete(key)) this.chosen.add(key);
    this.redraw();
  }

  clear() {
    this.chosen = new Set();
    this.redraw();
  }

  /** Chooses what the server would take when the time runs out. */
  suggest() {
    const wanted = [...(this.decision?.default?.pieces ?? "")];
    const keys = rack(this.match.view.hand).filter(({ code }) => {
      const at = wanted.indexOf(code);
      if (at >= 0) wanted.splice(at, 1);
      return at >= 0;
    });
    this.chosen = new Set(keys.map(({ key }) => key));
    this.redraw();
  }

  lay(pieces) {
    const text = warning(this.decision, pieces);
    if (!text || this.decision.plays?.every((play) => /[Kk]/.test(play))) return this.#lay(pieces);
    this.risk = { text, pieces };
    this.redraw();
    queueMicrotask(() => this.querySelector("dialog.risk").showModal());
  }

  risked(lay) {
    this.querySelector("dialog.risk").close();
    const { pieces } = this.risk;
    if (lay) this.#lay(pieces);
  }

  #lay(pieces) {
    this.chosen = new Set();
    this.act({ do: "play", pieces });
    this.redraw();
  }

  place(stack) {
    this.order = [...this.order, stack];
    this.redraw();
  }

  unplace() {
    this.order = [];
    this.redraw();
  }

  async share() {
    (await import("./link.js")).shareTable(this.room);
  }

  async #leave() {
    if (this.room.match && this.room.you != null && !confirm(t("leave.ask"))) return;
    await session.leave(this.id_).catch(() => {});
    location.hash = "#/";
  }

  /** Says something in the line of the table, and to screen readers. */
  tell(text) {
    this.#told = [...this.#told, { key: this.#tellings++, text }].slice(-TOLD);
    this.redraw();
  }

  #heard({ before, room, message }) {
    if (room.id !== this.id_) return;
    if (message.type === "event" && message.seq > before.seq) {
      const text = room.state && eventTold(room, this.variant, message.event);
      if (text) this.tell(text);
      if (message.event.do === "dealt") this.chosen = new Set();
    }
    if (message.type === "now") this.#asked(message, before.now);
    if (Boolean(room.match) !== Boolean(before.match)) this.#stayAwake();
    if (message.type === "notice" && message.notice.do === "chat" && this.#panel !== "talk") this.#unread++;
  }

  #asked(now, before) {
    const { decision, turn } = now.you ?? {};
    if (decision?.must && before?.you?.turn !== turn) {
      this.tell(t("turn.yours"));
      if (document.hidden) callBack();
    }
    const held = new Set(rack(this.match?.view.hand ?? "").map(({ key }) => key));
    this.chosen = new Set([...this.chosen].filter((key) => held.has(key)));
    // Whoever plays here for the first time finds a first piece picked out.
    if (decision?.do === "play" && settings.get("matches") <= 1 && !this.#suggested) {
      this.#suggested = true;
      this.suggest();
    }
  }

  /** Keeps the screen on while a match is played and this can be seen, where the browser can. */
  async #stayAwake() {
    const wanted = Boolean(this.room?.match) && !document.hidden;
    if (wanted && !this.#awake) this.#awake = await navigator.wakeLock?.request("screen").catch(() => null);
    else if (!wanted) {
      this.#awake?.release();
      this.#awake = null;
    }
  }

  /** Keys that read the table: hand, trick, score, last trick. */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, dialog")) return;
    if (event.key === "Escape") return this.clear();
    const { match, variant, room } = this;
    if (!match || !room.state) return;
    const { view } = match;
    const last = view.tricks.at(-1);
    const say = {
      h: () => (view.hand ? t("read.hand", { pieces: piecesInWords(view.hand) }) : t("read.no_hand")),
      t: () => this.#status(),
      s: () => view.captured.map((n, seat) => `${nameAt(room, seat)} ${n}`).join(", "),
      l: () => (last ? `${last.plays.map((pieces, seat) => `${nameAt(room, seat)}: ${pieces ? playInWords(variant, pieces) : t("play.unseen")}`).join("; ")}. ${trickTold(room, variant, last)}` : t("history.none")),
    }[event.key.toLowerCase()];
    if (say) this.tell(say());
  }

  draw() {
    const { room } = this;
    if (this.#refused) return this.#closed(this.#refused);
    if (!room?.state) return h("p", { class: "loading" }, t("table.coming"));
    if (room.left || room.state.phase === "closed") return this.#closed({ code: `left_${room.left ?? "closed"}` });
    this.#load(room.state.settings.variant);
    const mine = Boolean(this.decision?.must);
    document.title = mine ? `● ${t("turn.yours")} – Giog` : `${gameName(room.state.settings.variant, this.variant?.name)} – Giog 爵`;
    return [
      this.#head(),
      h("div", { class: this.#panel ? "board open" : "board" },
        h("div", { class: ["felt", mine && "mine", this.match?.view.stage === "ceremony" && "before"].filter(Boolean).join(" ") }, this.#felt()),
        this.#panel && h("aside", { key: "panel", class: "panel", "aria-label": t(`panel.${this.#panel}`) },
          h("div", { class: "panel-head" },
            h("h2", {}, t(`panel.${this.#panel}`)),
            h("button", { class: "quiet", "aria-label": t("close"), onclick: () => this.#show(this.#panel) }, "×")),
          this.#panelBody()),
      ),
      riskDialog(this),
      h("div", { class: "hidden", role: "log", "aria-live": "polite", "aria-label": t("table.log") }, this.#told.map(({ key, text }) => h("p", { key }, text))),
    ];
  }

  #load(id) {
    if (this.variant?.id === id) return;
    variants().then((games) => {
      const game = games.find((one) => one.id === id);
      if (!game || this.variant === game) return;
      this.variant = game;
      this.redraw();
    }, () => {});
  }

  #head() {
    return h("header", { class: "head table-head" },
      h("a", { class: "brand", href: "#/", "aria-label": t("table.lobby") }, h("giog-piece", { code: "K" })),
      h("h1", {}, this.room.state ? gameName(this.room.state.settings.variant, this.variant?.name) : ""),
      h("nav", { "aria-label": t("table.panels") },
        PANELS.map((id) => h("button", { key: id, class: "quiet", "aria-pressed": String(this.#panel === id), onclick: () => this.#show(id) },
          t(`panel.${id}`), id === "talk" && this.#unread > 0 && h("span", { class: "count" }, this.#unread))),
        h("button", { key: "settings", class: "quiet", "aria-label": t("settings.title"), onclick: openSettings }, "⚙"),
        h("button", { key: "leave", class: "quiet", onclick: () => this.#leave() }, t("table.leave")),
      ),
    );
  }

  #show(panel) {
    this.#panel = this.#panel === panel ? null : panel;
    if (panel === "talk") this.#unread = 0;
    this.redraw();
  }

  #panelBody() {
    return { history, series, talk }[this.#panel](this);
  }

  #felt() {
    const { room, match } = this;
    if (!room.match) {
      return [match && this.#round(null), gathering(this)];
    }
    const before = match.view.stage === "ceremony";
    const middle = h("div", { key: "middle", class: "middle" },
      h("p", { class: "status" }, this.#status()),
      settings.get("hints") && h("p", { class: "hint" }, this.#hint()),
      match.view.aside > 0 && h("p", { class: "aside" }, t("table.aside", { n: match.view.aside })),
      before && ceremony(this),
    );
    return [this.#round(middle), handActions(this), handRack(this)];
  }

  /** The table itself: the others round it, oneself before it, and what goes on in the middle. */
  #round(middle) {
    return h("div", { key: "round", class: `round of${others(this.room, this.match).length}` }, seatsRound(this), middle, this.#ownSeat());
  }

  #ownSeat() {
    const { you } = this.match.view;
    return you != null && h("ol", { key: "own", class: "seats mine", "aria-label": t("table.own") }, seatCard(this, you));
  }

  /** What is waited for, in a sentence; after a trick who won it, first. */
  #status() {
    const { room, match, variant, decision } = this;
    const { view } = match;
    if (view.outcome) return outcomeTold(room, view.outcome);
    const last = !trickShown(match).playing && view.tricks.at(-1);
    const won = last ? `${trickTold(room, variant, last)} ` : "";
    return won + this.#question(decision, view, room);
  }

  #question(decision, view, room) {
    if (decision?.must) {
      if (decision.do !== "play") return known(`ask.${decision.do}`) ?? t("ask.other");
      if (decision.lead) return t("ask.lead");
      return t("ask.follow", { n: decision.count, name: nameAt(room, view.trick.leader), type: typeName(this.variant, decision.type) });
    }
    const waited = room.now?.deciding.map(({ seat }) => seat).filter((seat) => seat !== room.you) ?? [];
    return waited.length ? t("status.waiting", { names: namesAt(room, waited) }) : "";
  }

  /** For who is learning: what this moment is about. */
  #hint() {
    const { match, decision, chosen, variant } = this;
    const { view } = match;
    const last = !trickShown(match).playing && view.tricks.at(-1);
    if (last && lesson(this, last)) return lesson(this, last);
    if (decision?.do === "take_back") return t("hint.take_back");
    if (decision?.do !== "play") return "";
    if (decision.generals === "refused" && /[Kk]/.test(view.hand)) return t("hint.general");
    if (decision.generals === "free" && /[Kk]/.test(view.hand) && view.hand.length <= 5 && variant?.goal && view.options?.general_ban) return t("hint.general.late");
    const pieces = chosenPieces(view.hand, chosen);
    if (decision.lead) return t("hint.lead");
    const wins = (decision.plays ?? []).some((play) => combined(variant, play)?.combination.type === decision.type);
    if (decision.plays && !wins && !pieces) return t("hint.none", { type: typeName(variant, decision.type) });
    return t("hint.follow", { type: typeName(variant, decision.type) });
  }

  #closed(refusal) {
    const text = known(`error.${refusal.code}`) ?? refusal.message ?? refusal.code;
    return h("section", { class: "hero closed" },
      h("p", {}, text),
      refusal.code === "wrong_password" && h("form", { class: "say", onsubmit: (event) => this.#password(event) },
        h("label", {}, t("room.password"), h("input", { name: "password", type: "password", autocomplete: "off" })),
        h("button", { class: "main", type: "submit" }, t("room.enter"))),
      refusal.code === "left_replaced" && h("button", { class: "main", onclick: () => this.#enter() }, t("room.here")),
      h("p", {}, h("a", { class: "button", href: "#/" }, t("table.lobby"))),
    );
  }

  #password(event) {
    event.preventDefault();
    this.#enter(new FormData(event.target).get("password"));
  }
}

customElements.define("giog-table", Table);
