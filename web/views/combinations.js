// <giog-combinations>: a dialog with the combinations of a game from high to low; those in the person's hand are marked.

/**
 * @import { Child } from "../dom.js"
 * @import { CombinationInfo, Pieces } from "../types/protocol.js"
 * @import { Seated } from "./seated.js"
 */

import { h } from "../dom.js";
import { called, combinationsIn, piecesInWords } from "../rules.js";
import { session } from "../session.js";
import { t } from "../texts.js";
import { laterTexts } from "./language.js";
import { openSheet, Sheet } from "./sheet.js";
import "./piece.js";

await laterTexts();

/** The highest levels of a type that are always shown; of lower ones only those in the hand. */
const SHOWN = 6;

class Combinations extends Sheet {
  /** The table whose game and hand are shown. @type {Seated | null} */
  table = null;

  began() {
    this.follow(session, "change", () => this.redraw());
  }

  heading() {
    return t("ladder.title");
  }

  body() {
    const { variant = null, match } = this.table ?? {};
    if (!variant) return h("p", { key: "coming" }, t("table.coming"));
    const hand = match?.view.hand ?? "";
    const own = new Set(combinationsIn(variant, hand).map(({ pieces }) => pieces));
    return [
      h("p", { key: "how", class: "small" }, t(hand ? "ladder.how" : "ladder.how.no_hand")),
      variant.combinations.map((combination) => type(combination, own)),
    ];
  }
}

/** One type with its levels. @param {CombinationInfo} combination @param {Set<Pieces>} own @returns {Child} */
function type(combination, own) {
  const steps = combination.ranking.map((equal) => ({
    pieces: equal.find((pieces) => own.has(pieces)) ?? equal[0] ?? "",
    more: equal.length > 1,
  }));
  const shown = steps.map(({ pieces }, i) => i < SHOWN || own.has(pieces));
  return h(
    "figure",
    { key: combination.type, class: "combinations" },
    h("figcaption", {}, called(combination)),
    h(
      "ol",
      {},
      steps.map(({ pieces, more }, i) =>
        shown[i]
          ? h(
              "li",
              { key: pieces, class: own.has(pieces) ? "own" : "" },
              picture(pieces, own.has(pieces)),
              more && " = …",
            )
          : shown[i - 1] && h("li", { key: `after${i}`, "aria-hidden": "true" }, "…"),
      ),
    ),
  );
}

/** @param {Pieces} pieces @param {boolean} isOwn */
function picture(pieces, isOwn) {
  const words = piecesInWords(pieces);
  return h(
    "span",
    { class: "combination-pieces", role: "img", "aria-label": isOwn ? t("ladder.own", { pieces: words }) : words },
    [...pieces].map((code, i) => h("giog-piece", { key: i, code })),
  );
}

/** Opens the combinations of a table's game. @param {Seated} table */
export const openCombinations = (table) => openSheet("giog-combinations", { table });

customElements.define("giog-combinations", Combinations);
