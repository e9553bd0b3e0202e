// <giog-lesson>, at `lesson` or `lesson/HAND`: the game in five hands, played on a usual table. The server is needed only for the
// description of the game; the referee of this page decides (practice.js).

/**
 * @import { Child } from "../dom.js"
 * @import { KnownRoom } from "../room.js"
 * @import { Action } from "../types/protocol.js"
 * @import { Known, Playing } from "../views/seated.js"
 * @import { Hand } from "./hands.js"
 */

import { h } from "../dom.js";
import { FIRST_GAME } from "../games/list.js";
import { MEI, AZIZ } from "../learn/parts.js";
import { icon } from "../icons.js";
import { go } from "../places.js";
import { ofTricks } from "../room.js";
import { pageFile } from "../root.js";
import { variants } from "../rules.js";
import { session } from "../session.js";
import { settings } from "../settings.js";
import { personName } from "../terms.js";
import { t } from "../texts.js";
import { title } from "../views/attention.js";
import { handActions, handRack } from "../views/hand.js";
import { fail } from "../views/home.js";
import { gather } from "../views/motion.js";
import { typed } from "../views/keys.js";
import { Reveal, TRICK_STAGES } from "../views/reveal.js";
import { Seated, focus } from "../views/seated.js";
import { round } from "../views/seats.js";
import { playNow } from "../views/solo.js";
import { caption } from "../views/status.js";
import { trickTold } from "../views/told.js";
import { explained } from "../views/word.js";
import "../views/piece.js";
import { HANDS } from "./hands.js";
import { Practice } from "./practice.js";
import { laterTexts } from "../views/language.js";

await laterTexts();

/** The piece that speaks, the same as the coach at a table. */
const SPEAKER = "A";
/** The player who leads if the reader does not. */
const WHO = { name: MEI };

class Lesson extends Seated {
  #at = 0;
  #attempt = 0;
  #practice = new Practice(first(), "lesson");
  /** The name of the first play in this hand, as `said` returns it. @type {string | null} */
  #laid = null;
  #busy = false;
  #reveal = new Reveal(this, () => this.redraw());

  get reveal() {
    return this.#reveal.hidden;
  }

  get revealed() {
    return this.#reveal.rooms?.after ?? null;
  }

  /** @returns {KnownRoom} */
  get room() {
    // It is known from the start.
    return /** @type {KnownRoom} */ (super.room);
  }

  /** @returns {KnownRoom} */
  get current() {
    return this.#practice.room([session.me ? personName(session.me.name) : t("seat.you"), MEI, AZIZ]);
  }

  get mayAsk() {
    return false;
  }

  /** The current hand; undefined after the last one. @returns {Hand | undefined} */
  get #hand() {
    return HANDS[this.#at];
  }

  began() {
    this.load(async () => (this.variant = (await variants()).find(({ id }) => id === FIRST_GAME) ?? null));
    this.follow(session, "change", () => this.redraw());
    this.follow(settings, "change", () => this.redraw());
    this.follow(document, "keydown", (event) => typed(event) || (this.acts(event) && event.preventDefault()));
    this.onEnd(() => this.#reveal.end());
    this.moved();
  }

  prepare() {
    title(`${t("lesson.title")} – Giog`);
  }

  /** Goes to the hand that the address names. */
  moved() {
    const at = HANDS.findIndex(({ id }) => id === this.here[1]);
    this.#begin(Math.max(0, at));
  }

  /** @param {number} at */
  #begin(at) {
    this.#reveal.end();
    this.#at = at;
    this.#laid = null;
    this.chosen = new Set();
    if (this.#hand) this.#practice = new Practice(this.#hand, `lesson-${this.#attempt++}`);
    else settings.set("lesson", true);
    this.tell(this.#hand ? this.#told() : t("lesson.end"));
    queueMicrotask(() => focus(this.querySelector('.held[tabindex="0"], .lesson-end .main')));
  }

  /** Lays pieces in this page, without a server. @param {Action} action */
  async act(action) {
    const hand = this.#hand;
    if (action.do !== "play" || !hand) return;
    this.#laid ??= hand.said[action.pieces] ?? hand.else;
    const before = this.current;
    this.#practice.lay(action.pieces);
    const { trick } = this.#practice;
    const after = this.current;
    const told = () => {
      if (!trick) return;
      gather(this, trick.winner);
      this.tell(trickTold(this, trick));
      this.#after();
    };
    this.#reveal.begin({ before: laidIn(before, after), after }, { stages: TRICK_STAGES, hold: 0, told });
    this.redraw();
  }

  /** After a trick: the text about it, and where the focus goes. */
  #after() {
    this.tell(this.#told());
    const { plays } = this.#practice;
    if (plays.length === 1) this.pick(plays[0] ?? "");
    this.redraw();
    queueMicrotask(() => focus(this.querySelector(".lesson-on .main") ?? this.querySelector('.held[tabindex="0"]')));
  }

  /** The current text. */
  #told() {
    const id = this.#hand?.id;
    if (!this.#laid) return t(`lesson.${id}.before`, WHO);
    return t(this.#practice.isDone ? `lesson.${id}.${this.#laid}` : `lesson.${id}.${this.#laid}.then`, WHO);
  }

  draw() {
    const sheet = h("link", { key: "style", rel: "stylesheet", href: pageFile("lesson/lesson.css") });
    const table = /** @type {Playing} */ (/** @type {Known} */ (this));
    return [
      sheet,
      this.#head(),
      this.#hand
        ? h(
            "div",
            { key: "board", class: "board" },
            h(
              "div",
              {
                key: "felt",
                onpointerdown: () => this.#reveal.end(),
                class: this.decision ? "felt playing mine" : "felt playing",
              },
              this.#desk(table),
            ),
          )
        : this.#end(),
      h(
        "div",
        { key: "log", class: "hidden", role: "log", "aria-live": "polite", "aria-label": t("lesson.title") },
        this.told.map(({ key, text }) => h("p", { key }, text)),
      ),
    ];
  }

  #head() {
    return h(
      "header",
      { key: "head", class: "head lesson-head" },
      h(
        "a",
        { class: "brand", href: "/", "aria-label": t("table.lobby") },
        h("giog-piece", { code: "K", plain: true }),
      ),
      h("h1", {}, t("lesson.title")),
      h(
        "ol",
        { class: "lesson-steps", "aria-label": t("lesson.steps") },
        HANDS.map(({ id }, i) =>
          h(
            "li",
            { key: id },
            h(
              "button",
              {
                class: i < this.#at ? "quiet past" : "quiet",
                "aria-current": i === this.#at ? "step" : null,
                "aria-label": t("lesson.step", { n: i + 1, what: t(`lesson.${id}`) }),
                title: t(`lesson.${id}`),
                onclick: () => this.#begin(i),
              },
              i < this.#at ? icon("pass") : i + 1,
            ),
          ),
        ),
      ),
      h("a", { class: "button quiet", href: `/learn/${FIRST_GAME}` }, t("lesson.rules")),
    );
  }

  /** @param {Playing} table @returns {Child} */
  #desk(table) {
    const asks = Boolean(this.decision);
    return h(
      "div",
      { key: "desk", class: "desk" },
      round(table, this.#middle(table)),
      asks || this.reveal ? handActions(table) : this.#onwards(),
      handRack(table),
    );
  }

  /** @param {Playing} table @returns {Child} */
  #middle(table) {
    const { trick } = this.#practice;
    if (this.reveal) return h("div", { key: "middle", class: "middle" }, caption(table, trick));
    return h(
      "div",
      { key: "middle", class: "middle" },
      trick && h("p", { key: "told", class: "told" }, trickTold(table, trick)),
      h(
        "div",
        { key: "said", class: "coach lesson-said", role: "note", "aria-label": t("lesson.title") },
        h("giog-piece", { code: SPEAKER, plain: true }),
        h("p", { class: "hint" }, explained(this.#told())),
      ),
    );
  }

  /** After a hand: buttons for the next one, and for the same again. @returns {Child} */
  #onwards() {
    const right = this.#laid === "right";
    const on = h(
      "button",
      { key: "on", class: right ? "main" : "quiet", onclick: () => this.#begin(this.#at + 1) },
      t(right ? "lesson.on" : "lesson.skip"),
    );
    const again = h(
      "button",
      { key: "again", class: right ? "quiet" : "main", onclick: () => this.#begin(this.#at) },
      t("lesson.again"),
    );
    return h(
      "div",
      { key: "actions", class: "actions lesson-on" },
      h("div", { class: "buttons" }, right ? [again, on] : [on, again]),
    );
  }

  /** @returns {Child} */
  #end() {
    const offline = session.connection.state !== "open";
    return h(
      "section",
      { key: "end", class: "lesson-end" },
      h("h2", {}, t("lesson.done")),
      h("p", {}, explained(t("lesson.end"))),
      h(
        "p",
        { class: "buttons" },
        h("a", { key: "rules", class: "button", href: `/learn/${FIRST_GAME}` }, t("lesson.rules")),
        h(
          "button",
          { key: "play", class: "main", disabled: this.#busy || offline, onclick: () => this.#play() },
          t("lesson.play"),
        ),
      ),
      offline && h("p", { key: "offline", class: "small", role: "status" }, t("lesson.offline")),
    );
  }

  /** Goes to a real table with bots. */
  async #play() {
    this.#busy = true;
    this.redraw();
    try {
      go(`/room/${await playNow()}`);
    } catch (refusal) {
      fail(this, refusal);
    }
    this.#busy = false;
    this.redraw();
  }
}

/** The first hand of the lesson. */
function first() {
  const [hand] = HANDS;
  if (!hand) throw new Error("the lesson has no hands");
  return hand;
}

/** The room before a trick was won, once all have laid in it. @param {KnownRoom} before @param {KnownRoom} after @returns {KnownRoom} */
function laidIn(before, after) {
  const [match, later] = [ofTricks(before.match), ofTricks(after.match)];
  if (!match || !later) return before;
  const { hand, hand_sizes } = later.view;
  return { ...before, match: { ...match, view: { ...match.view, hand, hand_sizes } } };
}

customElements.define("giog-lesson", Lesson);
