// <giog-analysis>: what a seat could have won at each of its decisions in a finished match, as the server's review says (docs/REVIEW.md).

/**
 * @import { Child } from "../dom.js"
 * @import { MatchReview, ReviewedChoice, ReviewedDecision, ReviewProgress, Seat } from "../types/protocol.js"
 */

/**
 * What is reviewed: the match, the names of its players by seat, the seat that is reviewed first, the trick of the decision that is looked at first
 * (null for the one that lost most), and what shows the play of a seat in a
 * trick, the better line of a decision, and what plays on from it.
 *
 * @typedef {object} Reviewed
 * @property {string} id
 * @property {string[]} names
 * @property {Seat} seat
 * @property {number | null} trick
 * @property {(seat: Seat, trick: number) => void} show
 * @property {(seat: Seat, decision: ReviewedDecision) => void} better
 * @property {(seat: Seat, decision: ReviewedDecision) => void} again
 */

import { h, View } from "../dom.js";
import { piecesInWords } from "../rules.js";
import { ask } from "../rest.js";
import { styled } from "../root.js";
import { t } from "../texts.js";
import { kindCount, kindName } from "./kinds.js";
import { laterTexts } from "./language.js";
import { part, points } from "./shares.js";

await Promise.all([styled("views/analysis.css"), laterTexts()]);

/** How soon a review that is being made is asked for again, in milliseconds. */
const AGAIN_MS = 1_000;
/** Beside the column of a decision: the usual signs for what it is called, which its label says in words. */
const SIGNS = { good: "", inaccuracy: "?!", mistake: "?", blunder: "??" };

class Analysis extends View {
  /** @type {Reviewed} */
  of = { id: "", names: [], seat: 0, trick: null, show() {}, better() {}, again() {} };
  /** @type {Seat | null} */
  #seat = null;
  /** @type {MatchReview | null} */
  #review = null;
  /** @type {ReviewProgress | null} */
  #progress = null;
  /** The index of the decision that is shown. */
  #at = 0;
  /** Whether hindsight is shown, too. */
  #open = false;
  /** Identifies the last request, so that late answers are ignored. */
  #asked = {};
  /** Whether the decision that the address names was shown. */
  #looked = false;

  began() {
    this.#look(this.of.seat);
  }

  /** Reviews a seat. @param {Seat} seat */
  #look(seat) {
    this.#seat = seat;
    this.#review = this.#progress = null;
    this.#at = 0;
    this.load(() => this.#get(seat));
  }

  /** Asks until the review is made. @param {Seat} seat */
  async #get(seat) {
    const asked = (this.#asked = {});
    for (;;) {
      const answer = await ask(`/matches/${this.of.id}/review?as=${seat}`);
      if (asked !== this.#asked || !this.isConnected) return;
      if ("decisions" in answer) {
        this.#review = answer;
        const most = Math.max(...answer.decisions.map(({ lost }) => lost));
        const looked =
          seat === this.of.seat && !this.#looked
            ? answer.decisions.findIndex(({ trick }) => trick === this.of.trick)
            : -1;
        const worst = answer.decisions.findIndex(({ lost }) => lost === most);
        this.#at = Math.max(0, looked < 0 ? worst : looked);
        this.#looked = true;
        if (looked >= 0) requestAnimationFrame(() => this.querySelector("h3")?.focus());
        return;
      }
      this.#progress = answer;
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
            h("option", { key: seat, value: String(seat), selected: seat === this.#seat }, name),
          ),
        ),
      ),
      this.#review ? this.#made(this.#review) : this.#making(),
    );
  }

  /** How far the review is. */
  #making() {
    const { done, of, ahead } = this.#progress ?? { done: 0, of: 0, ahead: 0 };
    const told = ahead > 0 ? t("analysis.waits", { ahead }) : t("analysis.making", { done, of });
    return h(
      "div",
      { key: "making", class: "making" },
      h("p", { role: "status" }, told),
      h("progress", { "aria-label": t("analysis.title"), max: Math.max(of, 1), value: done }),
    );
  }

  /** @param {MatchReview} review @returns {Child} */
  #made(review) {
    const decision = review.decisions[this.#at];
    if (!decision) return h("p", { key: "none" }, t("analysis.none"));
    const count = (/** @type {string} */ verdict) =>
      review.decisions.filter((decision) => decision.verdict === verdict).length;
    const lost = review.decisions.reduce((sum, decision) => sum + decision.lost, 0);
    return [
      h("p", { key: "why", class: "small" }, t("analysis.why")),
      review.worker &&
        h("p", { key: "worker", class: "small" }, t("analysis.worker", { checked: review.worker.checked.length })),
      h(
        "ol",
        { key: "graph", class: "graph", "aria-label": t("analysis.graph") },
        review.decisions.map((decision, i) => this.#column(decision, i)),
      ),
      this.#detail(decision, review.worker),
      h(
        "label",
        { key: "open", class: "hindsight" },
        h("input", {
          type: "checkbox",
          checked: this.#open,
          onchange: ({ currentTarget }) => {
            this.#open = currentTarget.checked;
            this.redraw();
          },
        }),
        " ",
        t("analysis.open"),
      ),
      h(
        "p",
        { key: "sum" },
        t("analysis.sum", {
          result: points(review.result),
          fair: points(review.fair),
          skill: points(review.skill, "exceptZero"),
          luck: points(review.luck, "exceptZero"),
        }),
      ),
      h("p", { key: "skill", class: "small" }, t("analysis.sum.why")),
      h(
        "p",
        { key: "lost", class: "small" },
        t("analysis.lost", {
          lost: points(lost),
          inaccuracies: count("inaccuracy"),
          mistakes: count("mistake"),
          blunders: count("blunder"),
        }),
      ),
    ];
  }

  /** A decision in the graph: as high as the share of the choice. @param {ReviewedDecision} decision @param {number} i */
  #column(decision, i) {
    const { verdict, trick } = decision;
    const share = decision.choices.find(({ play }) => play === decision.laid)?.share ?? 0;
    const label = t("analysis.column", { n: trick + 1, verdict: t(`analysis.${verdict}`), share: points(share) });
    return h(
      "li",
      { key: i },
      h(
        "button",
        {
          class: verdict,
          title: label,
          "aria-label": label,
          "aria-current": i === this.#at ? "true" : null,
          onclick: () => this.#show(decision, i),
        },
        h("span", { class: "height", style: { "--share": part(share) } }, h("span", {}, SIGNS[verdict])),
        h("span", {}, trick + 1),
      ),
    );
  }

  /** Shows a decision, and its play above. @param {ReviewedDecision} decision @param {number} i */
  #show(decision, i) {
    this.#at = i;
    this.redraw();
    this.of.show(this.#seat ?? 0, decision.trick);
  }

  /** @param {ReviewedDecision} decision @param {MatchReview["worker"]} worker @returns {Child} */
  #detail(decision, worker) {
    const { trick, verdict, laid, lost, error, mistake } = decision;
    const values = { pieces: piecesInWords(laid), lost: points(lost), error: points(error) };
    return h(
      "div",
      { key: "decision", class: "looked" },
      h("h3", { tabindex: -1 }, t("analysis.at", { n: trick + 1, verdict: t(`analysis.${verdict}`) })),
      h(
        "p",
        { role: "status" },
        t(verdict === "good" ? "analysis.fine" : "analysis.loses", values),
        decision.by && decision.by !== "player" && ` ${t("analysis.by")}`,
        mistake && ` ${kindName(mistake.kind)}. ${kindCount(mistake)}`,
      ),
      worker &&
        !worker.checked.includes(decision.action) &&
        h("p", { key: "worker", class: "small" }, t("mistakes.worker")),
      decision.better &&
        h(
          "button",
          { key: "better", class: "better", onclick: () => this.of.better(this.#seat ?? 0, decision) },
          t("better.show", { pieces: piecesInWords(decision.better.play) }),
        ),
      " ",
      h("button", { key: "again", onclick: () => this.of.again(this.#seat ?? 0, decision) }, t("branch.do")),
      h(
        "ul",
        { class: "options" },
        decision.choices.map((choice, i) => this.#choice(decision, choice, decision.hindsight[i])),
      ),
    );
  }

  /** @param {ReviewedDecision} decision @param {ReviewedChoice} choice @param {ReviewedChoice | undefined} open */
  #choice({ laid }, { play, share, error }, open) {
    const told = (/** @type {string} */ key, /** @type {ReviewedChoice} */ { share, error }) =>
      h("span", {}, t(key, { share: points(share), error: points(error) }));
    return h(
      "li",
      { key: play, class: play === laid ? "own" : "" },
      h(
        "span",
        { class: "play" },
        [...play].map((code, i) => h("giog-piece", { key: i, code })),
        h("span", { class: "hidden" }, piecesInWords(play)),
      ),
      h("span", { class: "lengths" }, [
        h("span", { key: "bar", class: "length", style: { "--share": part(share) } }),
        this.#open && open && h("span", { key: "open", class: "length open", style: { "--share": part(open.share) } }),
      ]),
      h("span", { class: "numbers" }, [
        told("analysis.share", { play, share, error }),
        play === laid && h("strong", { key: "laid" }, t("analysis.laid")),
        this.#open && open && told("analysis.share.open", open),
      ]),
    );
  }
}

customElements.define("giog-analysis", Analysis);

/** The review of a match. @param {Reviewed} of */
export const analysis = (of) => h("giog-analysis", { key: "analysis", ".of": of });
