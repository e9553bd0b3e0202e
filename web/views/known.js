// What a seat could have known for certain at a decision of pieces that it did not see (docs/REVIEW.md).

/**
 * @import { Child } from "../dom.js"
 * @import { KnownHand, KnownPieces, Pieces } from "../types/protocol.js"
 */

import { h } from "../dom.js";
import { piecesInWords } from "../rules.js";
import { list, t } from "../texts.js";

/** The kinds of which others could have held some, and this hand none. @param {KnownPieces} known @param {KnownHand} hand */
const lacked = ({ held, perhaps }, { most }) =>
  [...new Set(held + (perhaps ?? ""))].filter((code) => !most.includes(code)).join("");

/** A fact: what it is, and its pieces, each time as plays. @param {string} key @param {string} told @param {Pieces[]} plays @returns {Child} */
const fact = (key, told, plays) =>
  h(
    "li",
    { key },
    h("span", {}, told),
    " ",
    plays.map((play, i) =>
      h(
        "span",
        { key: i, class: "row" },
        [...play].map((code, i) => h("giog-piece", { key: i, code })),
      ),
    ),
    h("span", { class: "hidden" }, list(plays.map(piecesInWords), "disjunction")),
  );

/** What could be known, as a list. @param {KnownPieces} known @param {string[]} names @returns {Child} */
export function knownTold(known, names) {
  const { held, perhaps, hands, leads, wins } = known;
  return h(
    "section",
    { key: "known", class: "known", "aria-labelledby": "known" },
    h("h4", { id: "known" }, t("known.title")),
    h("ul", {}, [
      held && fact("held", t("known.held"), [held]),
      perhaps && fact("perhaps", t("known.perhaps"), [perhaps]),
      hands.map((hand) => {
        const { seat, size, least } = hand;
        // A hand that is empty needs no words: all see it.
        if (size === 0) return null;
        const name = names[seat] ?? String(seat);
        if (least.length === size) return fact(`whole ${seat}`, t("known.whole", { name }), [least]);
        const none = lacked(known, hand);
        return [
          least && fact(`least ${seat}`, t("known.least", { name }), [least]),
          none && fact(`lacked ${seat}`, t("known.lacked", { name }), [none]),
        ];
      }),
      leads && fact("leads", t("known.leads"), leads),
      wins ? fact("wins", t("known.wins"), wins) : h("li", { key: "wins" }, t("known.wins.none")),
    ]),
  );
}
