// <giog-board-analysis>: what a seat could have won at each of its moves on a board, as the server's review says (docs/REVIEW.md).

/**
 * @import { Child } from "../dom.js"
 * @import { BoardChoice, BoardReview, Review, ReviewedMove, Seat } from "../types/protocol.js"
 * @import { PlyAt } from "../types/page.js"
 * @import { Found, Reviewed as OfMatch } from "../views/analysed.js"
 * @import { Step } from "../views/steps.js"
 */

/**
 * What is reviewed, the steps of its match, where its plies are, and what shows a step, plays a better line, and plays on from a move.
 *
 * @typedef {OfMatch & {
 *   steps(): Step[],
 *   plyAt(ply: number): PlyAt,
 *   show(step: number): void,
 *   better(seat: Seat, line: PlyAt & { plies: string[], play: string }): void,
 *   again(seat: Seat, move: ReviewedMove): void,
 * }} Reviewed `play` is the first of the `plies`, as it is written
 */

import { h } from "../dom.js";
import { styled } from "../root.js";
import { number, t } from "../texts.js";
import { Analysed, leftOutTold, lostTold, SIGNS, uncheckedTold, workerTold } from "../views/analysed.js";
import { part, points } from "../views/shares.js";
import { hasLine, linePlies } from "./line.js";
import { plyText } from "./plies.js";

await styled("boards/analysis.css");

/** The height of the graph, in its own units: a unit for each point. */
const HEIGHT = 100;

/** The share of what was played. @param {ReviewedMove} move */
const shareOf = ({ played, choices }) => choices.find(({ play }) => play === played)?.share ?? 0;

/** @extends {Analysed<Reviewed>} */
class BoardAnalysis extends Analysed {
  /** The move that lost most. @param {Review} review */
  first(review) {
    if (!("moves" in review)) return 0;
    const most = Math.max(...review.moves.map(({ lost }) => lost));
    return review.moves.findIndex(({ lost }) => lost === most);
  }

  /** @param {Review} review */
  made(review) {
    return "moves" in review && this.#made(review);
  }

  /** @param {BoardReview} review @returns {Child} */
  #made(review) {
    const { moves, accuracy, exact, left_out } = review;
    if (moves.length === 0) return h("p", { key: "none" }, t("analysis.none"));
    return [
      h("p", { key: "why", class: "small" }, t("analysis.board.why"), exact && ` ${t("analysis.board.exact")}`),
      workerTold(review),
      leftOutTold(moves.length, left_out),
      this.#looked(moves, moves.length, review),
      h("p", { key: "accuracy" }, t("analysis.board.accuracy", { accuracy: points(accuracy) })),
      lostTold(moves),
    ];
  }

  /** @param {Found} found @param {number} of */
  begun({ moves }, of) {
    return this.#looked(moves, Math.max(of, moves.length), {});
  }

  /** The graph of these of so many moves, and one of them. @param {ReviewedMove[]} moves @param {number} of @param {Pick<BoardReview, "worker">} review @returns {Child} */
  #looked(moves, of, review) {
    const move = moves[this.at];
    return move ? [this.#graph(moves, of, move), this.#named(moves), this.#detail(move, review)] : null;
  }

  /** The share after each of so many moves as a line, with signs at those that lost something; a slider over it leads to each. @param {ReviewedMove[]} moves @param {number} of @param {ReviewedMove} now */
  #graph(moves, of, now) {
    const last = Math.max(of - 1, 1);
    const steps = moves.map((move, i) => `${i} ${(HEIGHT - (shareOf(move) * HEIGHT) / 10_000).toFixed(1)}`);
    const place = (/** @type {ReviewedMove} */ move, /** @type {number} */ i) => ({
      "--at": `${((i * 100) / last).toFixed(2)}%`,
      "--share": part(shareOf(move)),
    });
    return h(
      "div",
      { key: "graph", class: "course" },
      h(
        "svg",
        { viewBox: `0 0 ${last} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
        h("path", { class: "area", d: `M0 ${HEIGHT}L${steps.join("L")}L${moves.length - 1} ${HEIGHT}Z` }),
        h("path", { class: "half", d: `M0 ${HEIGHT / 2}H${last}` }),
        h("path", { class: "line", d: `M${steps.join("L")}` }),
      ),
      h(
        "div",
        { class: "signs", "aria-hidden": "true" },
        moves.map(
          (move, i) =>
            move.verdict !== "good" &&
            h("span", { key: i, class: move.verdict, style: place(move, i) }, SIGNS[move.verdict]),
        ),
        h("span", { key: "now", class: "now", style: place(now, this.at) }),
      ),
      h("input", {
        type: "range",
        min: 0,
        max: of - 1,
        value: this.at,
        "aria-label": t("analysis.board.graph"),
        "aria-valuetext": this.#told(now),
        oninput: ({ currentTarget }) => {
          // Those after the last one are not looked at yet.
          const at = Math.min(Number(currentTarget.value), moves.length - 1);
          currentTarget.value = String(at);
          this.#show(moves, at);
        },
      }),
    );
  }

  /** The moves that lost something: a button for each. @param {ReviewedMove[]} moves @returns {Child} */
  #named(moves) {
    if (moves.every(({ verdict }) => verdict === "good")) return null;
    return h(
      "ol",
      { key: "named", class: "named", "aria-label": t("analysis.board.named") },
      moves.map(
        (move, i) =>
          move.verdict !== "good" &&
          h(
            "li",
            { key: i },
            h(
              "button",
              {
                class: move.verdict,
                title: this.#told(move),
                "aria-label": this.#told(move),
                "aria-current": i === this.at ? "true" : null,
                onclick: () => this.#show(moves, i),
              },
              `${number(this.of.plyAt(move.ply).number)}${SIGNS[move.verdict]}`,
            ),
          ),
      ),
    );
  }

  /** Shows a move, and the board after it above. @param {ReviewedMove[]} moves @param {number} i */
  #show(moves, i) {
    this.at = i;
    this.chose = true;
    this.redraw();
    const move = moves[i];
    if (move) this.of.show(this.of.plyAt(move.ply).step);
  }

  /** What was played, as the list of moves writes it. @param {ReviewedMove} move */
  #played({ ply, played }) {
    return plyText(this.of.steps()[this.of.plyAt(ply).step]?.event.do, played);
  }

  /** A move in words. @param {ReviewedMove} move */
  #told(move) {
    return t("analysis.board.move", {
      n: this.of.plyAt(move.ply).number,
      play: this.#played(move),
      verdict: t(`analysis.${move.verdict}`),
      share: points(shareOf(move)),
    });
  }

  /** @param {ReviewedMove} move @param {Pick<BoardReview, "worker">} review @returns {Child} */
  #detail(move, review) {
    const { verdict, played, lost, by, choices } = move;
    const steps = this.of.steps();
    const at = this.of.plyAt(move.ply);
    const [best] = choices;
    const lines = choices.map(({ play, line }) => linePlies(steps, at.step, [play, ...line]));
    const [play = ""] = lines[0] ?? [];
    const told = verdict === "good" ? "analysis.board.fine" : "analysis.board.loses";
    return h(
      "div",
      { key: "decision", class: "looked" },
      h("h3", {}, t("analysis.board.at", { n: at.number, verdict: t(`analysis.${verdict}`) })),
      h(
        "p",
        {},
        t(told, { play: this.#played(move), lost: points(lost) }),
        by && by !== "player" && ` ${t("analysis.by")}`,
      ),
      uncheckedTold(review, move.action),
      h(
        "div",
        { class: "buttons" },
        best &&
          (best.play !== played || best.line.length > 0) &&
          hasLine(steps, best) &&
          h(
            "button",
            {
              key: "better",
              onclick: () => this.of.better(this.seat, { ...at, plies: [best.play, ...best.line], play }),
            },
            t("better.show", { pieces: play }),
          ),
        h("button", { key: "again", onclick: () => this.of.again(this.seat, move) }, t("branch.do")),
      ),
      h(
        "ul",
        { class: "options" },
        choices.map((choice, i) => this.#choice(choice, choice.play === played, lines[i] ?? [])),
      ),
    );
  }

  /** @param {BoardChoice} choice @param {boolean} isPlayed @param {string[]} plies it and its line, as they are written */
  #choice({ play, share }, isPlayed, [text, ...line]) {
    return h(
      "li",
      { key: play, class: isPlayed ? "own" : "" },
      h("span", { class: "play" }, text),
      h("span", { class: "lengths" }, h("span", { class: "length", style: { "--share": part(share) } })),
      h(
        "span",
        { class: "numbers" },
        h("span", {}, points(share)),
        isPlayed && h("strong", { key: "played" }, t("analysis.board.played")),
      ),
      line.length > 0 && h("span", { key: "line", class: "plies", dir: "ltr" }, line.join(" ")),
    );
  }
}

customElements.define("giog-board-analysis", BoardAnalysis);

/** The review of a match. @param {Reviewed} of */
export const analysis = (of) => h("giog-board-analysis", { key: "analysis", ".of": of });
