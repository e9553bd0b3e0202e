// <giog-demo>: a two-second animation of the game: all lay face down, all turn up together, and the highest play takes the pieces. Visual
// only. Its button stops it; people who prefer reduced motion see one trick that is turned up.

/** @import { Description } from "../dom.js" */

import { h, View } from "../dom.js";
import { icon } from "../icons.js";
import { t } from "../texts.js";
import { face } from "./faces.js";
import { heap } from "./heaps.js";
import { calm } from "./motion.js";

/** The plays from the leader on, the winner, and the led combination. */
const TRICKS = [
  { plays: ["hh", "RR", "pp", "CA"], winner: 1, type: "pair" },
  { plays: ["R", "p", "e", "K"], winner: 3, type: "single" },
  { plays: ["RHC", "PPp", "kae", "rhc"], winner: 2, type: "noble triple" },
];
/** The stages, and how long each is shown, in milliseconds. */
const STAGES = /** @type {const} */ (["", "laid", "up", "won", "gone"]);
/** @type {Record<typeof STAGES[number], number>} */
const LASTS_MS = { "": 300, laid: 1100, up: 700, won: 1500, gone: 700 };
/** The players. */
const PEOPLE = ["mei", "aziz-4", "devi-1", "tan"];

class Demo extends View {
  #trick = 0;
  #stage = calm.matches ? STAGES.indexOf("won") : 0;
  #captured = PEOPLE.map(() => 0);
  #timer = 0;
  #runs = !calm.matches;

  began() {
    this.follow(calm, "change", () => calm.matches && this.#run(false));
    this.onEnd(() => clearTimeout(this.#timer));
    this.#run(this.#runs);
  }

  /** @param {boolean} on */
  #run(on) {
    this.#runs = on;
    clearTimeout(this.#timer);
    if (on) this.#timer = setTimeout(() => this.#next(), LASTS_MS[STAGES[this.#stage] ?? ""]);
    this.redraw();
  }

  #next() {
    this.#stage = (this.#stage + 1) % STAGES.length;
    const { plays, winner } = this.#shown;
    if (STAGES[this.#stage] === "gone")
      this.#captured = this.#captured.map((n, seat) => n + (seat === winner ? plays.join("").length : 0));
    if (this.#stage === 0) this.#trick++;
    // A new match, after all tricks were shown.
    if (this.#stage === 0 && this.#trick % TRICKS.length === 0) this.#captured = PEOPLE.map(() => 0);
    this.#run(true);
  }

  get #shown() {
    return /** @type {typeof TRICKS[number]} */ (TRICKS[this.#trick % TRICKS.length]);
  }

  draw() {
    const { type, winner } = this.#shown;
    const paused = t(this.#runs ? "review.pause" : "review.play");
    return [
      h(
        "div",
        { class: "demo", "data-stage": STAGES[this.#stage], "data-winner": winner, "aria-hidden": "true" },
        PEOPLE.map((player, seat) => this.#seat(player, seat)),
        h("span", { key: "type", class: "type" }, t(`combination.${type}`)),
      ),
      h(
        "button",
        { class: "quiet hold", "aria-label": paused, title: paused, onclick: () => this.#run(!this.#runs) },
        icon(this.#runs ? "pause" : "play"),
      ),
    ];
  }

  /** @param {string} player @param {number} seat @returns {Description} */
  #seat(player, seat) {
    const { plays, winner } = this.#shown;
    const up = this.#stage >= STAGES.indexOf("up");
    return h(
      "div",
      { key: seat, class: seat === winner ? "at winner" : "at", "data-at": seat },
      face({ player, name: "", tag: "" }, seat),
      heap(this.#captured[seat] ?? 0),
      h(
        "span",
        { key: this.#trick, class: "play" },
        [...(plays[seat] ?? "")].map((code, i) =>
          h(
            "span",
            { key: i, class: up ? "laid up" : "laid" },
            h("giog-piece", { class: "back", code: "back" }),
            h("giog-piece", { class: "front", code, plain: true }),
          ),
        ),
      ),
    );
  }
}

customElements.define("giog-demo", Demo);
