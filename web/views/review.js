// <giog-review match="ID">: a finished match, step by step, as spectators or any seat saw it, or with everything open. The
// steps are the events that REST gives, put into a room by the very functions that follow a match as it is played.

/**
 * @import { Child } from "../dom.js"
 * @import { KnownRoom, Match, Room } from "../room.js"
 * @import { Game } from "../rules.js"
 * @import { Shown } from "../types/page.js"
 * @import { FinishedMatch, MatchPlayer, Occupant, RoomEvent, Seat } from "../types/protocol.js"
 */

/**
 * A moment of a match: what happened last, the room as it was then, and what lay open, where everything does.
 *
 * @typedef {{ event: RoomEvent, room: KnownRoom, open: Shown["open"] }} Step
 */

import { h, View } from "../dom.js";
import { variants } from "../rules.js";
import { receipt } from "../receipts.js";
import { heard, newRoom } from "../room.js";
import { t } from "../texts.js";
import { verify } from "../verify.js";
import { ceremony } from "./ceremony.js";
import { shownRack } from "./hand.js";
import { history } from "./history.js";
import { reading, typed } from "./keys.js";
import { opened } from "./open.js";
import { piles } from "./plays.js";
import { others, ownSeat, seatsRound } from "./seats.js";
import { share } from "./share.js";
import { caption } from "./status.js";
import { eventTold, nameAt } from "./told.js";

/** How long a step is shown while it plays by itself. */
const STEP_MS = 1_400;
/** Whose eyes one looks with, beside those of the seats. */
const SPECTATOR = "spectator";
const OPEN = "open";
const MARKS = { pass: "✓", fail: "✗", unknown: "?" };
/** Events that are not worth a step of their own. */
const SILENT = ["start", "finished", "abandoned", "away", "back"];

class Review extends View {
  /** @type {number[]} */
  order = [];
  decision = null;
  /** @type {Game | null} */
  variant = null;
  /** @type {FinishedMatch | null} */
  #info = null;
  /** @type {Step[]} */
  #steps = [];
  #at = 0;
  #as = SPECTATOR;
  #playing = false;
  #failed = "";
  /** @type {Awaited<ReturnType<typeof verify>> | null} */
  #checks = null;
  #told = "";

  began() {
    const [, , , as, at] = location.hash.slice(1).split("/");
    this.#as = as || SPECTATOR;
    this.#load(Number(at) || 0);
    this.every(STEP_MS, () => this.#playing && this.#go(this.#at + 1));
    this.follow(document, "keydown", (event) => this.#key(event));
  }

  get room() {
    return this.#steps[this.#at].room;
  }

  get match() {
    return this.room.match ?? this.room.finished ?? null;
  }

  /** What everybody holds and has laid, where everything is open; else null. */
  get open() {
    return this.#steps[this.#at].open ?? null;
  }

  async #load(at) {
    const id = this.getAttribute("match");
    try {
      const whole = this.#as === OPEN;
      const [info, { events }, record] = await Promise.all([
        ask(`/api/v1/matches/${id}`), ask(`/api/v1/matches/${id}/events?as=${whole ? SPECTATOR : this.#as}`), whole && ask(`/api/v1/matches/${id}/record`),
      ]);
      this.#info = info;
      this.variant = (await variants()).find((game) => game.id === info.variant) ?? null;
      const you = whole || this.#as === SPECTATOR ? null : Number(this.#as);
      this.#steps = steps(info, whole ? opened(record, events) : events.map((event) => ({ event })), you);
      this.#go(Math.min(at, this.#steps.length - 1));
    } catch (error) {
      this.#failed = error.message;
    }
    this.redraw();
  }

  #go(at) {
    if (!this.#steps.length) return;
    this.#at = Math.max(0, Math.min(at, this.#steps.length - 1));
    this.#told = "";
    if (this.#at === this.#steps.length - 1) this.#playing = false;
    window.history.replaceState(null, "", `#/match/${this.getAttribute("match")}/${this.#as}/${this.#at}`);
    this.redraw();
  }

  #key(event) {
    if (typed(event) || !this.#steps.length || event.ctrlKey || event.metaKey || event.altKey) return;
    const along = document.documentElement.dir === "rtl" ? -1 : 1;
    const to = {
      ArrowRight: this.#at + along, ArrowLeft: this.#at - along, Home: 0, End: this.#steps.length - 1,
      PageUp: this.#trick(-1), PageDown: this.#trick(1),
    }[event.key];
    if (to !== undefined) this.#go(to);
    else if (event.key === " " && !event.target.closest("button, a, summary")) this.#play();
    else {
      this.#told = reading(this, event) ?? this.#told;
      return this.redraw();
    }
    event.preventDefault();
  }

  draw() {
    if (this.#failed) return h("p", { class: "empty", role: "alert" }, this.#failed);
    if (!this.#steps.length) return h("p", { class: "loading" }, t("table.coming"));
    const step = this.#steps[this.#at];
    const before = this.match.view.stage === "ceremony";
    document.title = `${this.variant?.name ?? ""} – ${t("review.title")} – Giog`;
    return [
      h("h1", { class: "small" }, t("review.of", { game: this.variant?.name ?? "", date: new Date(this.#info.ended_at).toLocaleString(document.documentElement.lang) })),
      h("div", { class: before ? "felt before" : "felt" },
        h("div", { class: `round of${others(this.room, this.match).length}` },
          seatsRound(this),
          h("div", { key: "middle", class: "middle" },
            caption(this, this.#shown(step.event)),
            h("p", { class: "status", role: "status" }, this.#told || eventTold(this.room, this.variant, step.event)),
            piles(this),
            before && ceremony(this)),
          ownSeat(this),
        ),
        shownRack(this),
        this.#controls(),
        this.#tricks(),
        this.#more(),
        this.#checks && this.#proof(),
        h("details", {}, h("summary", {}, t("panel.history")), history(this, (number) => this.#go(this.#turned(number)))),
      ),
    ];
  }

  #controls() {
    const last = this.#steps.length - 1;
    const step = (by, sign, name) => h("button", { key: name, "aria-label": t(`review.${name}`), title: t(`review.${name}`), onclick: () => this.#go(by) }, sign);
    return h("div", { class: "actions" },
      h("div", { class: "buttons" },
        step(this.#trick(-1), "⏮", "back_trick"),
        step(this.#at - 1, "◀", "back"),
        h("button", { key: "play", class: "main", onclick: () => this.#play() }, t(this.#playing ? "review.pause" : "review.play")),
        step(this.#at + 1, "▶", "on"),
        step(this.#trick(1), "⏭", "on_trick"),
      ),
      h("label", {}, h("span", { class: "hidden" }, t("review.step")),
        h("input", { type: "range", min: 0, max: last, value: this.#at, oninput: ({ target }) => this.#go(Number(target.value)) })),
    );
  }

  /** The trick that an event belongs to, and whether it is the last one; undefined before the first. */
  #shown({ do: what, trick }) {
    const { view } = this.match;
    if (what !== "trick" && what !== "over") return view.trick ?? undefined;
    return { trick: trick ?? view.tricks.length - 1, last: view.hand_sizes.every((size) => size === 0) };
  }

  /** A button for each trick. */
  #tricks() {
    const all = this.#steps.at(-1).room;
    const { tricks } = (all.match ?? all.finished).view;
    const now = this.#shown(this.#steps[this.#at].event)?.trick;
    return h("ol", { class: "strip", "aria-label": t("panel.history") }, tricks.map(({ trick }) =>
      h("li", { key: trick }, h("button", { "aria-label": t("table.trick", { n: trick + 1 }), "aria-current": trick === now ? "step" : null, onclick: () => this.#go(this.#turned(trick)) }, trick + 1))));
  }

  #more() {
    const id = this.getAttribute("match");
    const eyes = (as, name) => h("option", { key: as, value: as, selected: this.#as === as }, name);
    return [
      h("div", { class: "buttons" },
        h("label", {}, t("review.as"), " ", h("select", { onchange: ({ target }) => this.#look(target.value) },
          eyes(SPECTATOR, t("review.spectator")),
          this.#info.players.map(({ seat }) => eyes(String(seat), nameAt(this.room, seat))),
          this.#info.result?.hands && eyes(OPEN, t("review.open")))),
        h("button", { onclick: () => this.#share() }, t("review.share")),
        h("a", { class: "button", href: `/api/v1/matches/${id}/record`, download: `giog-${id}.json` }, t("score.record")),
        h("button", { onclick: () => this.#verify() }, t("verify.do")),
      ),
      h("p", { class: "small keys" }, t("review.keys")),
    ];
  }

  #share() {
    return share(location.href, (text) => {
      this.#told = text;
      this.redraw();
    });
  }

  async #verify() {
    const id = this.getAttribute("match");
    try {
      const answer = await fetch(`/api/v1/matches/${id}/record`);
      this.#checks = await verify(await answer.text(), receipt(id));
    } catch {
      this.#checks = [{ name: "format", result: "fail" }];
    }
    this.redraw();
  }

  #proof() {
    const kept = this.#checks.some(({ name }) => name.startsWith("receipt"));
    const whole = this.#checks.some(({ result }) => result === "fail") ? "fail" : this.#checks.every(({ result }) => result === "pass") ? "pass" : "unknown";
    return h("section", { class: "proof", role: "status" },
      h("p", { class: whole }, h("strong", {}, t(`verify.${whole}`))),
      h("ul", {}, this.#checks.map(({ name, result }) => h("li", { key: name, class: result }, `${MARKS[result]} ${t(`verify.${name}`)}`))),
      h("p", { class: "small" }, kept ? t("verify.with_receipt") : t("verify.no_receipt"), " ", t("verify.rules")));
  }

  #play() {
    this.#playing = !this.#playing;
    this.#go(this.#playing && this.#at === this.#steps.length - 1 ? 0 : this.#at);
  }

  #look(as) {
    this.#as = as;
    this.#load(this.#at);
  }

  /** The step at which a trick was turned up. */
  #turned(number) {
    return this.#steps.findIndex(({ event }) => event.do === "trick" && event.trick === number);
  }

  /** The step at which the trick before or after this one was turned up. */
  #trick(way) {
    const found = this.#steps.map(({ event }, i) => (event.do === "trick" ? i : -1)).filter((i) => i >= 0 && (way > 0 ? i > this.#at : i < this.#at));
    return way > 0 ? (found[0] ?? this.#steps.length - 1) : (found.at(-1) ?? 0);
  }
}

/** The room after each event that is worth showing. */
function steps(info, events, you) {
  const settings = { variant: info.variant, seats: info.seats, chat: "off" };
  const occupant = ({ player, name, bot }) => (bot ? { bot } : { player, name });
  const seats = info.players.map((at) => ({ seat: at.seat, occupant: occupant(at), ready: false, away: false }));
  let room = { ...newRoom(info.match_id), you, state: { settings, phase: "playing", owner: null, seats, next: null, previous: null, series: { matches: 0, rows: [] } } };
  return events.flatMap(({ event, open }, i) => {
    room = heard(room, { type: "event", seq: i + 1, event });
    return SILENT.includes(event.do) ? [] : [{ event, room, open: event.do === "layout" || room.match?.view.stage === "ceremony" ? null : open }];
  });
}

async function ask(path) {
  const token = localStorage.getItem("giog.token");
  const answer = await fetch(path, { headers: token ? { Authorization: `Bearer ${token}` } : {} });
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.detail ?? body.title);
  return body;
}

customElements.define("giog-review", Review);
