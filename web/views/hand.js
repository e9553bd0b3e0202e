// One's own hand on the rack, and what can be done with it.

import { h } from "../dom.js";
import { called, combined, pieceName, piecesInWords, warning, whyNot } from "../rules.js";
import { sorted } from "../room.js";
import { settings } from "../settings.js";
import { t } from "../texts.js";

/** Pieces in a row of the rack on the narrowest screens. */
const ROW = 8;

/** The pieces of a hand with keys that tell equal ones apart, in the order that was chosen. */
export function rack(hand) {
  const seen = new Map();
  const pieces = [...sorted(hand)].map((code) => {
    const n = seen.get(code) ?? 0;
    seen.set(code, n + 1);
    return { code, key: `${code}${n}` };
  });
  if (settings.get("order") === "colour") {
    const red = ({ code }) => code === code.toUpperCase();
    return [...pieces.filter(red), ...pieces.filter((piece) => !red(piece))];
  }
  return pieces;
}

/** The pieces that are chosen, as a text. */
export const chosenPieces = (hand, chosen) => sorted(rack(hand).filter(({ key }) => chosen.has(key)).map(({ code }) => code).join(""));

/** The rack: a button for each piece. */
export function handRack(table) {
  const { match, chosen, decision } = table;
  const { hand } = match.view;
  if (hand == null) return null;
  const may = decision?.do === "play";
  const rows = Math.ceil(hand.length / ROW);
  const style = { "--columns": Math.ceil(hand.length / Math.max(1, rows)) };
  return h("div", { class: "rack", role: "group", style, "aria-label": t("hand.label", { n: hand.length }), onkeydown: walk },
    rack(hand).map(({ code, key }) =>
      h("button", {
        key, class: "held", "aria-pressed": String(chosen.has(key)), "aria-label": pieceName(code), title: pieceName(code),
        disabled: !may, onclick: () => table.choose(key),
      }, h("giog-piece", { code })),
    ),
  );
}

/** Arrow keys go along the rack. */
function walk(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const along = document.documentElement.dir === "rtl" ? -step : step;
  const next = along > 0 ? event.target.nextElementSibling : event.target.previousElementSibling;
  next?.focus();
  event.preventDefault();
}

/** What is chosen, named; why it cannot be laid; and the buttons. */
export function handActions(table) {
  const { match, chosen, decision, variant } = table;
  const hand = match.view.hand ?? "";
  if (decision?.do === "take_back") {
    return h("div", { class: "actions" }, h("button", { onclick: () => table.act({ do: "take_back" }) }, t("hand.take_back")));
  }
  if (decision?.do !== "play") return h("div", { class: "actions" });
  const pieces = chosenPieces(hand, chosen);
  const refused = whyNot(variant, decision, pieces);
  const warned = !refused && warning(decision, pieces);
  return h("div", { class: "actions" },
    h("p", { class: refused ? "named refused" : "named", "aria-live": "polite" }, namedChoice(table, pieces, refused ?? warned)),
    h("div", { class: "buttons" },
      h("button", { class: "quiet", onclick: () => settings.set("order", settings.get("order") === "colour" ? "strength" : "colour") }, t("hand.sort")),
      pieces
        ? h("button", { key: "clear", class: "quiet", onclick: () => table.clear() }, t("hand.clear"))
        : h("button", { key: "suggest", class: "quiet", onclick: () => table.suggest() }, t("hand.suggest")),
      h("button", { key: "lay", class: "main", disabled: !pieces || !!refused, onclick: () => table.lay(pieces) }, t("hand.lay")),
    ),
  );
}

function namedChoice({ variant, decision }, pieces, more) {
  if (!pieces) return decision.lead ? t("hand.choose.lead") : t("hand.choose", { n: decision.count });
  const made = combined(variant, pieces);
  const fits = made && (decision.lead || made.combination.type === decision.type);
  const name = made ? called(made.combination) : pieces.length > 1 ? t("hand.nothing") : "";
  const wins = !decision.lead && decision.count === pieces.length && !fits ? t("hand.cannot_win") : "";
  return [name && h("strong", {}, name), name && ": ", piecesInWords(pieces), ". ", wins, more ? ` ${more}` : ""];
}

/** Asks before a general is risked; gives whether it is to be laid. */
export function riskDialog(table) {
  return h("dialog", { key: "risk", class: "risk", "aria-labelledby": "risk-text" },
    h("p", { id: "risk-text" }, table.risk?.text),
    h("div", { class: "buttons" },
      h("button", { onclick: () => table.risked(false) }, t("hand.keep")),
      h("button", { class: "main", onclick: () => table.risked(true) }, t("hand.lay_anyway")),
    ),
  );
}
