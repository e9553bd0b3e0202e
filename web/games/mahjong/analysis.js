// <giog-mahjong-analysis>: what each choice of a seat would have left in a finished match of mahjong, as the server's review says (docs/REVIEW.md).

/**
 * @import { Child } from "../../dom.js"
 * @import { MahjongReview, Review, ReviewedHand, ReviewedTurn, Seat, TurnChoice } from "../../types/protocol.js"
 * @import { Reviewed as OfMatch } from "../../views/analysed.js"
 */

/**
 * What is reviewed, and what shows a decision, and plays on from it.
 *
 * @typedef {OfMatch & {
 *   show(deal: number, turn: ReviewedTurn): void,
 *   again(seat: Seat, turn: ReviewedTurn): void,
 * }} Reviewed
 */

import { h } from "../../dom.js";
import { styled } from "../../root.js";
import { known, list, number, t } from "../../texts.js";
import { Analysed, leftOutTold, uncheckedTold, workerTold } from "../../views/analysed.js";
import { part, points } from "../../views/shares.js";
import "./tile.js";
import { tilesOf } from "./tiles.js";
import { claimTold, faanTold, tilesTold, tileTold } from "./words.js";

await styled("games/mahjong/analysis.css");

/** The graph is as high as a hand that is so many tiles from ready; hardly any is farther. */
const FARTHEST = 7;
/** The bar of a danger is as long as its place from this many of a hundred on. */
const MOST_DANGER = 25;

/** @extends {Analysed<Reviewed>} */
class MahjongAnalysis extends Analysed {
  /** The index of the hand that is shown. */
  #hand = 0;

  /** The first mistake of a hand, of the first hand that has one. @param {Review} review */
  first(review) {
    if (!("hands" in review)) return 0;
    const at = (/** @type {ReviewedHand} */ { turns }) => turns.findIndex(({ mistake }) => mistake);
    this.#hand = Math.max(
      0,
      review.hands.findIndex((hand) => at(hand) >= 0),
    );
    const hand = review.hands[this.#hand];
    return hand ? at(hand) : 0;
  }

  /** @param {Review} review */
  made(review) {
    return "hands" in review && this.#made(review);
  }

  /** @param {MahjongReview} review @returns {Child} */
  #made(review) {
    const hand = review.hands[this.#hand];
    const turn = hand?.turns[this.at];
    if (!hand || !turn) return h("p", { key: "none" }, t("analysis.none"));
    const mistakes = review.hands.flatMap(({ turns }) => turns.flatMap(({ mistake }) => mistake ?? []));
    const count = (/** @type {string} */ of) => mistakes.filter(({ kind }) => kind === of).length;
    return [
      h("p", { key: "why", class: "small" }, t("mj.review.why")),
      workerTold(review),
      leftOutTold(review.hands.flatMap(({ turns }) => turns).length, review.left_out),
      review.hands.length > 1 && this.#hands(review.hands),
      h(
        "ol",
        { key: "graph", class: "graph mj-far", "aria-label": t("mj.review.graph") },
        hand.turns.map((turn, i) => this.#column(hand, turn, i)),
      ),
      this.#detail(turn, review),
      this.hindsight(t("mj.review.open")),
      h("p", { key: "sum", class: "small" }, t("mj.review.sum", { farther: count("farther"), fewer: count("fewer") })),
    ];
  }

  /** @param {ReviewedHand[]} hands */
  #hands(hands) {
    return h(
      "label",
      { key: "hands" },
      t("mj.history.hand"),
      " ",
      h(
        "select",
        {
          onchange: ({ currentTarget }) => {
            this.#hand = Number(currentTarget.value);
            const hand = hands[this.#hand];
            if (hand) this.#show(hand, 0);
          },
        },
        hands.map(({ deal, turns }, i) => {
          const mistakes = turns.filter(({ mistake }) => mistake).length;
          const told = [number(deal + 1), mistakes > 0 && t("mj.review.mistakes", { n: mistakes })];
          return h(
            "option",
            { key: deal, value: String(i), selected: i === this.#hand },
            told.filter(Boolean).join(" – "),
          );
        }),
      ),
    );
  }

  /** A decision in the graph: as high as the hand is far from ready. @param {ReviewedHand} hand @param {ReviewedTurn} turn @param {number} i */
  #column(hand, turn, i) {
    const choice = turn.choices[turn.chosen];
    if (!choice) return null;
    const told = [actionTold(choice), farTold(choice), turn.mistake && mistakeTold(turn)];
    const label = t("mj.review.column", { n: i + 1, what: list(told.flatMap((one) => one || [])) });
    const far = isWin(choice) ? 0 : (choice.to_ready ?? FARTHEST);
    return h(
      "li",
      { key: i },
      h(
        "button",
        {
          class: [turn.mistake && "mistake", turn.pending && "claimed"].filter(Boolean).join(" "),
          title: label,
          "aria-label": label,
          "aria-current": i === this.at ? "true" : null,
          onclick: () => this.#show(hand, i),
        },
        h(
          "span",
          { class: "height", style: { "--share": `${Math.min(100, (far * 100) / FARTHEST).toFixed(1)}%` } },
          h("span", {}, turn.mistake ? "?" : ""),
        ),
        h("span", {}, isWin(choice) || (choice.to_ready ?? null) !== null ? number(far) : "–"),
      ),
    );
  }

  /** Shows a decision, and the table at it above. @param {ReviewedHand} hand @param {number} i */
  #show(hand, i) {
    this.at = i;
    this.redraw();
    const turn = hand.turns[i];
    if (turn) this.of.show(hand.deal, turn);
  }

  /** @param {ReviewedTurn} turn @param {MahjongReview} review @returns {Child} */
  #detail(turn, review) {
    const chosen = turn.choices[turn.chosen];
    if (!chosen) return null;
    const { pending, by } = turn;
    const name = pending && (this.of.names[pending.seat] ?? "");
    const told = pending?.type === "kong" ? "mj.ask.rob" : "mj.ask.claim";
    return h(
      "div",
      { key: "decision", class: "looked" },
      h("h3", {}, t("mj.review.column", { n: this.at + 1, what: actionTold(chosen) })),
      h(
        "div",
        { role: "status" },
        pending && h("p", { key: "pending" }, t(told, { name: name ?? "", tile: tileTold(pending.tile) })),
        h(
          "p",
          { key: "found" },
          turn.mistake ? mistakeTold(turn) : t("mj.review.fine"),
          by && by !== "player" && ` ${t("analysis.by")}`,
        ),
      ),
      uncheckedTold(review, turn.action),
      h(
        "div",
        { class: "buttons" },
        h("button", { key: "again", onclick: () => this.of.again(this.seat, turn) }, t("branch.do")),
      ),
      h(
        "ul",
        { class: "options mj-options" },
        turn.choices.map((choice, i) => choiceShown(choice, i === turn.chosen, i)),
      ),
      this.open && h("p", { key: "waited", class: "mj-waited" }, this.#waited(turn)),
    );
  }

  /** Who really waited for which tiles. @param {ReviewedTurn} turn */
  #waited({ waited }) {
    if (!waited?.length) return t("mj.review.nobody");
    const told = waited.map(({ seat, tiles }) =>
      t("mj.review.waited", { name: this.of.names[seat] ?? "", tiles: tilesTold(tilesOf(tiles)) }),
    );
    return told.join(" ");
  }
}

/** The text of the action of a choice. @param {TurnChoice} choice */
function actionTold(choice) {
  switch (choice.do) {
    case "discard":
      return tileTold(choice.tile);
    case "kong":
      return `${t("mj.do.kong")} ${tileTold(choice.tile)}`;
    case "claim": {
      const what = claimTold(choice);
      return choice.claim === "chow" ? t("mj.set", { what, tiles: tilesTold(tilesOf(choice.tiles)) }) : what;
    }
    default:
      return t("mj.do.win");
  }
}

/** Whether a choice wins. @param {Pick<TurnChoice, "do"> & { claim?: string }} choice */
const isWin = (choice) => choice.do === "win" || (choice.do === "claim" && choice.claim === "win");

/** How far a choice leaves the hand. @param {TurnChoice} choice */
function farTold({ to_ready, faan, ...choice }) {
  if (faan !== undefined && faan !== null) return faanTold(faan);
  if (isWin(choice)) return "";
  if (to_ready === null || to_ready === undefined) return t("mj.review.never");
  return to_ready === 0 ? t("mj.review.ready") : t("mj.review.far", { n: to_ready });
}

/** What was certainly worse. @param {ReviewedTurn} turn */
function mistakeTold({ mistake, choices }) {
  const better = mistake && choices[mistake.better];
  if (!mistake || !better) return "";
  const values = { n: mistake.count, what: actionTold(better) };
  return t(`mj.review.${mistake.kind}`, values);
}

/** A type of hand. @param {string} type */
const typeTold = (type) => known(`mj.item.${type.replaceAll("_", "-")}`) ?? t("mj.review.valued");

/** @param {TurnChoice} choice @param {boolean} isChosen @param {number} key */
function choiceShown(choice, isChosen, key) {
  const { left = [], toward = [], danger } = choice;
  // A claim has its two tiles here, and not those that help.
  const helps = helpsOf(choice);
  const sum = left.reduce((sum, count) => sum + count, 0);
  const own = choice.do === "discard" || choice.do === "kong" ? [choice.tile] : [];
  return h(
    "li",
    { key, class: isChosen ? "own" : "" },
    h(
      "span",
      { class: "play" },
      own.map((code, i) => h("giog-mahjong", { key: i, code })),
      h("span", { key: "told", class: choice.do === "discard" ? "hidden" : "" }, actionTold(choice)),
    ),
    h(
      "span",
      { class: "mj-left" },
      h("strong", {}, farTold(choice)),
      helps.length > 0 && h("span", { key: "sum" }, t("mj.coach.help", { n: sum })),
      isChosen && h("strong", { key: "chosen", class: "chosen" }, t("mj.review.chosen")),
      toward.length > 0 && h("span", { key: "toward", class: "small" }, list(toward.map(typeTold))),
      helps.length > 0 &&
        h(
          "ul",
          { key: "helps", class: "mj-helps", "aria-label": t("mj.coach.help", { n: sum }) },
          helps.map((code, i) => helpShown(choice, code, i)),
        ),
    ),
    danger !== undefined &&
      danger !== null &&
      h(
        "span",
        { key: "danger", class: "mj-danger" },
        h("span", { class: "length", style: { "--share": part((danger * 100) / MOST_DANGER) } }),
        h("span", {}, t("mj.review.danger", { danger: points(danger) })),
      ),
  );
}

/** The tiles that help. @param {TurnChoice} choice */
const helpsOf = ({ helps }) => tilesOf(helps ?? "");

/** A tile that helps, with how many of it are left, and what a win with it is worth. @param {TurnChoice} choice @param {string} code @param {number} i */
function helpShown({ left = [], discarded = [], drawn = [] }, code, i) {
  const count = left[i] ?? 0;
  const worth = [discarded[i], drawn[i]].filter((faan) => faan !== null && faan !== undefined);
  const faan = [...new Set(worth)].map((faan) => faanTold(faan ?? 0));
  const alone = drawn.length > 0 && (discarded[i] === null || discarded[i] === undefined) && t("mj.review.alone");
  return h(
    "li",
    { key: code },
    h("giog-mahjong", { code }),
    h("span", { class: "hidden" }, t("mj.review.left", { tile: tileTold(code), left: count })),
    h("span", { "aria-hidden": "true" }, `×${number(count)}`),
    faan.length > 0 && h("span", { key: "faan", class: "small" }, list(faan, "disjunction")),
    faan.length > 0 && alone && h("span", { key: "alone", class: "small" }, alone),
  );
}

customElements.define("giog-mahjong-analysis", MahjongAnalysis);

/** The review of a match. @param {Reviewed} of */
export const analysis = (of) => h("giog-mahjong-analysis", { key: "analysis", ".of": of });
