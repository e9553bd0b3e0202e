// <giog-review match="ID">: a finished match, step by step, as any seat saw it or with everybody's eyes. The steps are the
// events that REST gives, put into a room by the very functions that follow a match as it is played.

import { h, View } from "../dom.js";
import { variants } from "../rules.js";
import { receipt } from "../receipts.js";
import { heard, newRoom } from "../room.js";
import { gameName } from "../terms.js";
import { t } from "../texts.js";
import { verify } from "../verify.js";
import { ceremony } from "./ceremony.js";
import { history } from "./history.js";
import { handRack } from "./hand.js";
import { playersOf } from "./players.js";
import { seatCard, seatsRound, others } from "./seats.js";
import { eventTold, nameAt } from "./told.js";

/** How long a step is shown while it plays by itself. */
const STEP_MS = 1_400;
const MARKS = { pass: "✓", fail: "✗", unknown: "?" };
/** Events that are not worth a step of their own. */
const SILENT = ["start", "finished", "abandoned", "away", "back"];

class Review extends View {
  chosen = new Set();
  order = [];
  decision = null;
  variant = null;
  #info = null;
  #steps = [];
  #at = 0;
  #as = "spectator";
  #playing = false;
  #failed = "";
  #checks = null;

  began() {
    const [, , , as, at] = location.hash.slice(1).split("/");
    this.#as = as || "spectator";
    this.#load(Number(at) || 0);
    this.every(STEP_MS, () => this.#playing && this.#go(this.#at + 1));
    this.follow(document, "keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step && !event.target.closest("input, select")) this.#go(this.#at + step);
    });
  }

  get room() {
    return this.#steps[this.#at].room;
  }

  get match() {
    return this.room.match ?? this.room.finished ?? null;
  }

  async #load(at) {
    const id = this.getAttribute("match");
    try {
      const [info, { events }] = await Promise.all([ask(`/api/v1/matches/${id}`), ask(`/api/v1/matches/${id}/events?as=${this.#as}`)]);
      this.#info = info;
      this.variant = (await variants()).find((game) => game.id === info.variant) ?? null;
      this.#steps = steps(info, events, this.#as === "spectator" ? null : Number(this.#as));
      this.#go(Math.min(at, this.#steps.length - 1));
    } catch (error) {
      this.#failed = error.message;
    }
    this.redraw();
  }

  #go(at) {
    this.#at = Math.max(0, Math.min(at, this.#steps.length - 1));
    if (this.#at === this.#steps.length - 1) this.#playing = false;
    window.history.replaceState(null, "", `#/match/${this.getAttribute("match")}/${this.#as}/${this.#at}`);
    this.redraw();
  }

  draw() {
    if (this.#failed) return h("p", { class: "empty", role: "alert" }, this.#failed);
    if (!this.#steps.length) return h("p", { class: "loading" }, t("table.coming"));
    const step = this.#steps[this.#at];
    const before = this.match.view.stage === "ceremony";
    const { you } = this.match.view;
    document.title = `${gameName(this.#info.variant, this.variant?.name)} – ${t("review.title")} – Giog`;
    return [
      h("h1", { class: "small" }, t("review.of", { game: gameName(this.#info.variant, this.variant?.name), date: new Date(this.#info.ended_at).toLocaleString(document.documentElement.lang) })),
      playersOf(this.#info),
      h("div", { class: before ? "felt before" : "felt" },
        h("div", { class: `round of${others(this.room, this.match).length}` },
          seatsRound(this),
          h("div", { key: "middle", class: "middle" }, h("p", { class: "status", role: "status" }, eventTold(this.room, this.variant, step.event)), before && ceremony(this)),
          you != null && h("ol", { key: "own", class: "seats mine", "aria-label": t("table.own") }, seatCard(this, you)),
        ),
        handRack(this),
        this.#controls(),
        h("details", {}, h("summary", {}, t("panel.history")), history(this)),
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
      h("div", { class: "buttons" },
        h("label", {}, t("review.as"), " ", h("select", { onchange: ({ target }) => this.#look(target.value) },
          h("option", { value: "spectator", selected: this.#as === "spectator" }, t("review.spectator")),
          this.#info.players.map(({ seat }) => h("option", { value: String(seat), selected: this.#as === String(seat) }, nameAt(this.room, seat))))),
        h("a", { class: "button", href: `/api/v1/matches/${this.getAttribute("match")}/record`, download: "" }, t("score.record")),
        h("button", { onclick: () => this.#verify() }, t("verify.do")),
      ),
      this.#checks && this.#proof(),
    );
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
  return events.flatMap((event, i) => {
    room = heard(room, { type: "event", seq: i + 1, event });
    return SILENT.includes(event.do) ? [] : [{ event, room }];
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
