// <giog-analysis>: what a seat could have won at each of its decisions in a finished match of a trick game, as the server's review says (docs/REVIEW.md).

/**
 * @import { Child } from "../dom.js"
 * @import { MatchReview, Review, ReviewedChoice, ReviewedDecision, Seat } from "../types/protocol.js"
 * @import { Found, Reviewed as OfMatch } from "./analysed.js"
 */

/**
 * What is reviewed, the trick of the decision that is looked at first (null for the one that lost most), and what shows the play of a seat in a trick,
 * the better line of a decision, and what plays on from it.
 *
 * @typedef {OfMatch & {
 *   trick: number | null,
 *   show(seat: Seat, trick: number): void,
 *   better(seat: Seat, decision: ReviewedDecision): void,
 *   again(seat: Seat, decision: ReviewedDecision): void,
 * }} Reviewed
 */

import { h } from "../dom.js";
import { piecesInWords } from "../rules.js";
import { t } from "../texts.js";
import { Analysed, lostTold, SIGNS, uncheckedTold, workerTold } from "./analysed.js";
import { kindCount, kindName } from "./kinds.js";
import { knownTold } from "./known.js";
import { part, points } from "./shares.js";

/** @extends {Analysed<Reviewed>} */
class Analysis extends Analysed {
  /** Whether the decision that the address names was shown. */
  #looked = false;

  /** The decision that the address names, or the one that lost most. @param {Review} review */
  first(review) {
    if (!("decisions" in review)) return 0;
    const { decisions } = review;
    const most = Math.max(...decisions.map(({ lost }) => lost));
    const isNamed = this.seat === this.of.seat && !this.#looked;
    const looked = isNamed ? decisions.findIndex(({ trick }) => trick === this.of.trick) : -1;
    this.#looked = true;
    if (looked >= 0) requestAnimationFrame(() => this.querySelector("h3")?.focus());
    return looked < 0 ? decisions.findIndex(({ lost }) => lost === most) : looked;
  }

  /** @param {Review} review */
  made(review) {
    return "decisions" in review && this.#made(review);
  }

  /** @param {MatchReview} review @returns {Child} */
  #made(review) {
    const shown = this.#decisions(review.decisions, review.decisions.length, review);
    if (!shown) return h("p", { key: "none" }, t("analysis.none"));
    return [
      ...shown,
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
      lostTold(review.decisions),
    ];
  }

  /** @param {Found} found @param {number} of */
  begun({ decisions }, of) {
    return this.#decisions(decisions, Math.max(of, decisions.length), {});
  }

  /** The graph of these of so many decisions, and one of them; null if it is none of them. @param {ReviewedDecision[]} decisions @param {number} of @param {Pick<MatchReview, "worker">} review */
  #decisions(decisions, of, review) {
    const decision = decisions[this.at];
    if (!decision) return null;
    return [
      h("p", { key: "why", class: "small" }, t("analysis.why")),
      workerTold(review),
      h(
        "ol",
        { key: "graph", class: "graph", "aria-label": t("analysis.graph"), style: { "--columns": String(of) } },
        decisions.map((decision, i) => this.#column(decision, i)),
      ),
      this.#detail(decision, review),
      this.hindsight(t("analysis.open")),
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
          "aria-current": i === this.at ? "true" : null,
          onclick: () => this.#show(decision, i),
        },
        h("span", { class: "height", style: { "--share": part(share) } }, h("span", {}, SIGNS[verdict])),
        h("span", {}, trick + 1),
      ),
    );
  }

  /** Shows a decision, and its play above. @param {ReviewedDecision} decision @param {number} i */
  #show(decision, i) {
    this.at = i;
    this.chose = true;
    this.redraw();
    this.of.show(this.seat, decision.trick);
  }

  /** @param {ReviewedDecision} decision @param {Pick<MatchReview, "worker">} review @returns {Child} */
  #detail(decision, review) {
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
      uncheckedTold(review, decision.action),
      decision.better &&
        h(
          "button",
          { key: "better", class: "better", onclick: () => this.of.better(this.seat, decision) },
          t("better.show", { pieces: piecesInWords(decision.better.play) }),
        ),
      " ",
      h("button", { key: "again", onclick: () => this.of.again(this.seat, decision) }, t("branch.do")),
      h(
        "ul",
        { class: "options" },
        decision.choices.map((choice, i) => this.#choice(decision, choice, decision.hindsight[i])),
      ),
      decision.known && knownTold(decision.known, this.of.names),
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
        this.open && open && h("span", { key: "open", class: "length open", style: { "--share": part(open.share) } }),
      ]),
      h("span", { class: "numbers" }, [
        told("analysis.share", { play, share, error }),
        play === laid && h("strong", { key: "laid" }, t("analysis.laid")),
        this.open && open && told("analysis.share.open", open),
      ]),
    );
  }
}

customElements.define("giog-analysis", Analysis);

/** The review of a match. @param {Reviewed} of */
export const analysis = (of) => h("giog-analysis", { key: "analysis", ".of": of });
