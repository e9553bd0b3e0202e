// The tricks that were played: each with everybody's play, who won it and why.

import { h } from "../dom.js";
import { piecesInWords, typeName } from "../rules.js";
import { t } from "../texts.js";
import { nameAt, trickTold } from "./told.js";

/** All tricks of the match, the last one first. */
export function history(table) {
  const tricks = table.match?.view.tricks ?? [];
  if (!tricks.length) return h("p", { class: "empty" }, t("history.none"));
  return h("ol", { class: "history", reversed: true }, tricks.toReversed().map((trick) => entry(table, trick)));
}

function entry(table, trick) {
  const { room, variant } = table;
  const count = trick.plays.find(Boolean)?.length ?? 1;
  return h("li", { key: trick.trick },
    h("p", {}, h("strong", {}, t("history.trick", { n: trick.trick + 1, type: typeName(variant, trick.type) })), " ", trickTold(room, variant, trick)),
    h("ul", { class: "plays" }, trick.plays.map((pieces, seat) =>
      h("li", { class: seat === trick.winner ? "winner" : "" },
        h("span", { class: "name" }, nameAt(room, seat), seat === trick.leader ? ` (${t("seat.leader")})` : ""),
        h("span", { class: "play", role: "img", "aria-label": pieces ? piecesInWords(pieces) : t("play.down", { n: count }) },
          (pieces ? [...pieces] : Array(count).fill("back")).map((code, i) => h("giog-piece", { key: code + i, code, class: "laid" }))),
      ))),
  );
}
