// One's own hand on the rack, and what can be done with it.

import { h } from "../dom.js";
import { called, combined, pieceName, piecesInWords, suitOf, warning, whyNot } from "../rules.js";
import { t } from "../texts.js";
import { lights } from "./coach.js";
import { grab } from "./drag.js";
import { chosenPieces, plain } from "./rack.js";

/** Pieces in a row of the rack on the narrowest screens. */
const ROW = 8;

/** The rack: a button for each piece, one of them in the order of tabs. */
export function handRack(table) {
  const { chosen, decision } = table;
  const held = table.held();
  if (!held) return null;
  const may = decision?.do === "play";
  const lit = lights(table);
  const at = held.some(({ key }) => key === table.at) ? table.at : held[0]?.key;
  const rows = Math.max(1, Math.ceil(held.length / ROW));
  const piece = ({ code, key }) => {
    const light = lit.get(key);
    return h("button", {
      key, class: ["held", light].filter(Boolean).join(" "), "data-key": key, tabindex: key === at ? 0 : -1,
      "aria-pressed": String(chosen.has(key)), "aria-disabled": may ? null : "true", title: pieceName(code),
      "aria-label": light ? t(`light.${light}`, { piece: pieceName(code) }) : pieceName(code),
      onclick: () => may && table.choose(key), onfocus: () => table.stand(key),
    }, h("giog-piece", { code }));
  };
  return h("div", {
    key: "rack", class: may ? "rack may" : "rack", role: "group", style: { "--columns": Math.ceil(held.length / rows) },
    "aria-label": t("hand.label", { n: held.length }), onkeydown: (event) => walk(table, event), onpointerdown: (event) => grab(table, event),
  }, held.map(piece));
}

/** The rack of a seat whose match is looked at again. */
export function shownRack({ match }) {
  const { hand } = match.view;
  if (hand == null) return null;
  const rows = Math.max(1, Math.ceil(hand.length / ROW));
  return h("div", { key: "rack", class: "rack", role: "img", style: { "--columns": Math.ceil(hand.length / rows) }, "aria-label": t("read.hand", { pieces: piecesInWords(hand) }) },
    plain(hand).map(({ code, key }) => h("span", { key, class: "held" }, h("giog-piece", { code }))));
}

/** Arrow keys go along the rack; with Shift or Alt they take the piece along. Space chooses, Enter lays. */
function walk(table, event) {
  const held = table.held().map(({ key }) => key);
  const from = held.indexOf(event.target.dataset.key);
  if (from < 0 || event.ctrlKey || event.metaKey) return;
  if (event.key === "Enter") {
    event.preventDefault();
    return table.enter(held[from]);
  }
  const along = document.documentElement.dir === "rtl" ? -1 : 1;
  const to = { ArrowRight: from + along, ArrowLeft: from - along, Home: 0, End: held.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  if (event.shiftKey || event.altKey) return table.arrange(held[from], to);
  event.currentTarget.querySelector(`[data-key="${held[Math.max(0, Math.min(to, held.length - 1))]}"]`).focus();
}

/** What is chosen, named; why it cannot be laid, or what to think of first; and the buttons. */
export function handActions(table) {
  const { chosen, decision, variant } = table;
  if (decision?.do === "take_back") {
    return h("div", { key: "actions", class: "actions back" },
      h("p", { class: "named" }, t("hand.laid", { pieces: piecesInWords(decision.pieces ?? "") })),
      h("div", { class: "buttons" }, h("button", { key: "back", class: "back", onclick: () => table.act({ do: "take_back" }) }, `↩ ${t("hand.take_back")}`)));
  }
  if (decision?.do !== "play") return h("div", { key: "actions", class: "actions" });
  const pieces = chosenPieces(table.held(), chosen);
  const refused = whyNot(variant, decision, pieces);
  const thought = refused ?? (pieces && (warning(decision, pieces) ?? final(table, pieces)));
  return h("div", { key: "actions", class: "actions" },
    h("p", { class: refused ? "named refused" : "named", "aria-live": "polite" }, namedChoice(table, pieces)),
    h("p", { class: refused ? "thought refused" : "thought", "aria-live": "polite" }, thought),
    h("div", { class: "buttons" },
      h("button", { key: "sort", class: "quiet", onclick: () => table.sort() }, t("hand.sort")),
      pieces
        ? h("button", { key: "clear", class: "quiet", onclick: () => table.clear() }, t("hand.clear"))
        : h("button", { key: "suggest", class: "quiet", onclick: () => table.suggest() }, t("hand.suggest")),
      h("button", { key: "lay", class: "main", disabled: !pieces || !!refused || table.asking, onclick: () => table.lay(pieces) },
        pieces ? t("hand.lay.n", { n: pieces.length }) : t("hand.lay")),
    ),
  );
}

function namedChoice({ variant, decision }, pieces) {
  if (!pieces) return decision.lead ? t("hand.choose.lead") : t("hand.choose", { n: decision.count });
  const made = combined(variant, pieces);
  const named = { pieces: piecesInWords(pieces), combination: made && h("strong", {}, called(made.combination)) };
  if (!made) return pieces.length > 1 ? t("hand.named.nothing", named) : t("hand.named.one", named);
  return parts("hand.named", named);
}

/** A text in whose place of `{combination}` an element stands. */
function parts(key, { combination, ...values }) {
  const [before, after] = t(key, values).split("{combination}");
  return [before, combination, after];
}

/** What cannot be undone, or cannot win, before it is laid. */
function final({ room, match, variant, decision }, pieces) {
  const made = combined(variant, pieces);
  const fits = made && (decision.lead || made.combination.type === decision.type);
  const loses = !decision.lead && pieces.length === decision.count && (!fits || suitLost({ match, variant }, made));
  const last = match.view.hand_sizes[match.view.you] === pieces.length;
  const others = room.now.deciding.some(({ seat }) => seat !== match.view.you);
  const irrevocable = decision.lead ? (variant?.simultaneous ? "hand.final.lead" : null)
    : variant?.simultaneous && !others ? "hand.final.last" : null;
  return [loses && t("hand.cannot_win"), last && !match.view.trick?.last && t("hand.makes_last"), irrevocable && t(irrevocable)]
    .filter(Boolean).join(" ");
}

/** Where the lead lies face up: whether a play is of another suit. */
function suitLost({ match, variant }, made) {
  const { up } = match.view.trick?.in_turn ?? {};
  const led = up && combined(variant, up[match.view.trick.leader] ?? "");
  return Boolean(led) && suitOf(led) !== suitOf(made);
}

/** Asks before a general is risked. */
export function riskDialog(table) {
  return h("dialog", { key: "risk", class: "risk", "aria-labelledby": "risk-text" },
    h("p", { id: "risk-text" }, table.risk?.text),
    h("div", { class: "buttons" },
      h("button", { onclick: () => table.risked(false) }, t("hand.keep")),
      h("button", { class: "main", onclick: () => table.risked(true) }, t("hand.lay_anyway")),
    ),
  );
}
