// What the reviews of a match have in common (docs/REVIEW.md), whatever family its game is of: the seat, and how far the review is that the server makes.

/**
 * @import { Child } from "../dom.js"
 * @import { Review, ReviewedDecision, ReviewedMove, ReviewProgress, Seat } from "../types/protocol.js"
 */

/**
 * What was found until now, while a review is made: of a trick game, or on a board.
 *
 * @typedef {object} Found
 * @property {ReviewedDecision[]} decisions
 * @property {ReviewedMove[]} moves
 */

/**
 * What is reviewed: the match, the names of its players by seat, and the seat that is reviewed first.
 *
 * @typedef {object} Reviewed
 * @property {string} id
 * @property {string[]} names
 * @property {Seat} seat
 */

import { h, View } from "../dom.js";
import { ask } from "../rest.js";
import { styled } from "../root.js";
import { t } from "../texts.js";
import { laterTexts } from "./language.js";
import { points } from "./shares.js";

await Promise.all([styled("views/analysis.css"), laterTexts()]);

/** How soon a review that is being made is asked for again, in milliseconds. */
const AGAIN_MS = 1_000;
/** Beside a decision: the usual signs for what it is called, which its label says in words. */
export const SIGNS = { good: "", inaccuracy: "?!", mistake: "?", blunder: "??" };

/** Nothing was found until now. @returns {Found} */
const nothing = () => ({ decisions: [], moves: [] });

/** @template {Reviewed} Of */
export class Analysed extends View {
  /** @type {Of} */
  of = /** @type {Of} */ (/** @type {Reviewed} */ ({ id: "", names: [], seat: 0 }));
  /** The seat that is reviewed. @type {Seat} */
  seat = 0;
  /** The index of the decision that is shown. */
  at = 0;
  /** Whether somebody has chosen the decision that is shown. */
  chose = false;
  /** Whether hindsight is shown, too. */
  open = false;
  /** @type {Review | null} */
  #review = null;
  /** @type {ReviewProgress | null} */
  #progress = null;
  /** @type {Found} */
  #found = nothing();
  /** Identifies the last request, so that late answers are ignored. */
  #asked = {};

  began() {
    this.#look(this.of.seat);
  }

  /** The index of the decision that is shown first. @param {Review} _review @returns {number} */
  first(_review) {
    return 0;
  }

  /** What is shown of a review. @param {Review} _review @returns {Child} */
  made(_review) {
    return null;
  }

  /** What is shown of one that is being made: what was found of some decisions, and how many it will have. @param {Found} _found @param {number} _of @returns {Child} */
  begun(_found, _of) {
    return null;
  }

  /** Reviews a seat. @param {Seat} seat */
  #look(seat) {
    this.seat = seat;
    this.#review = this.#progress = null;
    this.#found = nothing();
    this.at = 0;
    this.chose = false;
    this.load(() => this.#get(seat));
  }

  /** Asks until the review is made. @param {Seat} seat */
  async #get(seat) {
    const asked = (this.#asked = {});
    for (;;) {
      const known = this.#known;
      const answer = await ask(`/matches/${this.of.id}/review?as=${seat}${known > 0 ? `&from=${known}` : ""}`);
      if (asked !== this.#asked || !this.isConnected) return;
      if ("engine" in answer) {
        this.#review = answer;
        if (!this.chose) this.at = Math.max(0, this.first(answer));
        return;
      }
      this.#progress = answer;
      this.#found.decisions.push(...(answer.decisions ?? []));
      this.#found.moves.push(...(answer.moves ?? []));
      this.redraw();
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      if (asked !== this.#asked || !this.isConnected) return;
    }
  }

  draw() {
    return h(
      "section",
      { class: "analysis", "aria-labelledby": "analysis" },
      h("h2", { id: "analysis" }, t("analysis.title")),
      h(
        "label",
        {},
        t("analysis.seat"),
        " ",
        h(
          "select",
          { onchange: ({ currentTarget }) => this.#look(Number(currentTarget.value)) },
          this.of.names.map((name, seat) =>
            h("option", { key: seat, value: String(seat), selected: seat === this.seat }, name),
          ),
        ),
      ),
      // What was found stays where it is when the rest comes, so that the focus stays in it.
      this.#review ? this.made(this.#review) : [this.#begun(), this.#making()],
    );
  }

  /** What switches hindsight on and off. @param {string} label @returns {Child} */
  hindsight(label) {
    return h(
      "label",
      { key: "open", class: "hindsight" },
      h("input", {
        type: "checkbox",
        checked: this.open,
        onchange: ({ currentTarget }) => {
          this.open = currentTarget.checked;
          this.redraw();
        },
      }),
      " ",
      label,
    );
  }

  /** Of how many decisions something was found until now. */
  get #known() {
    return this.#found.decisions.length + this.#found.moves.length;
  }

  /** What was found until now. @returns {Child} */
  #begun() {
    return this.#known > 0 && this.begun(this.#found, this.#progress?.of ?? 0);
  }

  /** How far the review is. */
  #making() {
    const { done, of, ahead } = this.#progress ?? { done: 0, of: 0, ahead: 0 };
    const told = ahead > 0 ? t("analysis.waits", { ahead }) : t("analysis.making", { done, of });
    // What comes one by one is not told to screen readers each time: its bar has it.
    const role = this.#known > 0 ? null : "status";
    return h(
      "div",
      { key: "making", class: "making" },
      h("p", { role }, told),
      h("progress", { "aria-label": t("analysis.title"), max: Math.max(of, 1), value: done }),
    );
  }
}

/** That only the first decisions of a long match were looked at, if so. @param {number} count @param {number | undefined} left @returns {Child} */
export const leftOutTold = (count, left) =>
  left ? h("p", { key: "left", class: "small" }, t("analysis.left", { n: count, left })) : null;

/** What all decisions lost together, and how many of them have which name. @param {Pick<ReviewedMove, "lost" | "verdict">[]} decisions @returns {Child} */
export function lostTold(decisions) {
  const count = (/** @type {string} */ verdict) => decisions.filter((decision) => decision.verdict === verdict).length;
  return h(
    "p",
    { key: "lost", class: "small" },
    t("analysis.lost", {
      lost: points(decisions.reduce((sum, { lost }) => sum + lost, 0)),
      inaccuracies: count("inaccuracy"),
      mistakes: count("mistake"),
      blunders: count("blunder"),
    }),
  );
}

/** That a worker outside the server computed a review, if one did. @param {Pick<Review, "worker">} review @returns {Child} */
export const workerTold = ({ worker }) =>
  worker && h("p", { key: "worker", class: "small" }, t("analysis.worker", { checked: worker.checked.length }));

/** That a decision is a worker's word alone, if it is. @param {Pick<Review, "worker">} review @param {number} action @returns {Child} */
export const uncheckedTold = ({ worker }, action) =>
  worker && !worker.checked.includes(action) && h("p", { key: "worker", class: "small" }, t("mistakes.worker"));
