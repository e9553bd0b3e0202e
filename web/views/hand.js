// The person's hand on the rack, and what can be done with it.

/**
 * @import { Child, On } from "../dom.js"
 * @import { Icon } from "../icons.js"
 * @import { Game, Made } from "../rules.js"
 * @import { Match } from "../tricksmatch.js"
 * @import { Values } from "../texts.js"
 * @import { Shown } from "../types/page.js"
 * @import { Pieces } from "../types/protocol.js"
 * @import { Laying } from "./coach.js"
 * @import { Held } from "./rack.js"
 * @import { Playing } from "./seated.js"
 */

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { called, combined, isPowerless, pieceName, piecesInWords, warning, whyNot } from "../rules.js";
import { settings } from "../settings.js";
import { t } from "../texts.js";
import { isLaying, lights } from "./coach.js";
import { grab } from "./drag.js";
import { othersThink } from "./plays.js";
import { reserved } from "./reserved.js";
import { chosenPieces, plain } from "./rack.js";

/** Pieces per row of the rack on the narrowest screens. */
const ROW = 8;

/** The rack: a button for each piece; only one of them is in the tab order. @param {Playing} table */
export function handRack(table) {
  const { chosen, decision } = table;
  const held = table.held();
  if (!held) return null;
  const may = decision?.do === "play";
  const lit = lights(table);
  const at = held.some(({ key }) => key === table.at) ? table.at : held[0]?.key;
  const piece = (/** @type {Held} */ { code, key }) => {
    const light = lit.get(key);
    return h(
      "button",
      {
        key,
        class: ["held", light].filter(Boolean).join(" "),
        "data-key": key,
        tabindex: key === at ? 0 : -1,
        "aria-pressed": String(chosen.has(key)),
        "aria-disabled": may ? null : "true",
        title: pieceName(code),
        "aria-label": light ? t(`light.${light}`, { piece: pieceName(code) }) : pieceName(code),
        onclick: () => may && table.choose(key),
        onfocus: () => table.stand(key),
      },
      h("giog-piece", { code }),
      caption(code),
      light && h("span", { class: `light ${light}` }, icon(light)),
    );
  };
  return h(
    "div",
    {
      key: "rack",
      class: ["rack", may && "may", settings.marked && "labelled"].filter(Boolean).join(" "),
      role: "group",
      style: places(Math.max(held.length, table.rackSize)),
      "aria-label": t("hand.label", { n: held.length }),
      onkeydown: (event) => walk(table, event),
      onpointerdown: (event) => grab(table, event),
    },
    held.map(piece),
  );
}

/** The name of a piece, below it, for people who do not read the characters. @param {string} code */
const caption = (code) =>
  settings.marked && h("span", { class: "caption-name", "data-name": t(`kind.short.${code.toUpperCase()}`) });

/** Values for the style sheet: the most pieces, and of columns and rows on narrow screens. @param {number} count */
function places(count) {
  const rows = Math.max(1, Math.ceil(count / ROW));
  return { "--count": Math.max(1, count), "--columns": Math.max(1, Math.ceil(count / rows)), "--rows": rows };
}

/** The rack of a seat in a review, as large as `most` pieces need. @param {Shown} table @param {number} most */
export function shownRack({ match }, most) {
  const { hand } = match.view;
  if (hand == null) return null;
  return h(
    "div",
    {
      key: "rack",
      class: settings.marked ? "rack labelled" : "rack",
      role: "img",
      style: places(most),
      "aria-label": t("read.hand", { pieces: piecesInWords(hand) }),
    },
    plain(hand).map(({ code, key }) => h("span", { key, class: "held" }, h("giog-piece", { code }), caption(code))),
  );
}

/**
 * Arrow keys move along the rack; with Shift or Alt they move the piece. Space chooses, Enter lays.
 *
 * @param {Playing} table
 * @param {On<KeyboardEvent, HTMLElement>} event
 */
function walk(table, event) {
  const held = (table.held() ?? []).map(({ key }) => key);
  const from = held.indexOf(event.target.getAttribute("data-key") ?? "");
  const key = held[from];
  if (key === undefined || event.ctrlKey || event.metaKey) return;
  if (event.key === "Enter") {
    event.preventDefault();
    return table.confirm(key);
  }
  const along = document.documentElement.dir === "rtl" ? -1 : 1;
  /** @type {{ [key: string]: number }} */
  const ways = { ArrowRight: from + along, ArrowLeft: from - along, Home: 0, End: held.length - 1 };
  const to = ways[event.key];
  if (to === undefined) return;
  event.preventDefault();
  if (event.shiftKey || event.altKey) return table.arrange(key, to);
  const next = event.currentTarget.querySelector(`[data-key="${held[Math.max(0, Math.min(to, held.length - 1))]}"]`);
  if (next instanceof HTMLElement) next.focus();
}

/** The name of what is chosen; why it cannot be laid, or a warning; and the buttons. @param {Playing} table */
export function handActions(table) {
  const { chosen, decision, variant } = table;
  if (table.match.view.you == null) return null;
  if (decision?.do === "take_back") {
    return h(
      "div",
      { key: "actions", class: "actions back" },
      reserved(
        "said",
        { live: true },
        h("p", { class: "named" }, t("hand.laid", { pieces: piecesInWords(decision.pieces ?? "") })),
      ),
      othersThink(table) &&
        h(
          "div",
          { class: "buttons" },
          h(
            "button",
            { key: "back", class: "back", onclick: () => table.act({ do: "take_back" }) },
            icon("take_back"),
            t("hand.take_back"),
          ),
        ),
    );
  }
  if (!isLaying(table) || decision?.do !== "play") return h("div", { key: "actions", class: "actions" });
  const pieces = chosenPieces(table.held(), chosen);
  const refused = whyNot(variant, decision, pieces);
  const thought =
    refused ?? (pieces && (warning(decision, table.match.view.hand ?? "", pieces) ?? final(table, pieces)));
  return h(
    "div",
    { key: "actions", class: "actions" },
    reserved(
      "said",
      { live: true },
      h("p", { class: refused ? "named refused" : "named" }, namedChoice(table, pieces)),
      h("p", { class: refused ? "thought refused" : "thought" }, thought),
    ),
    h(
      "div",
      { class: "buttons" },
      tool("sort", t("hand.sort"), { onclick: () => table.sort() }),
      pieces
        ? tool("close", t("hand.clear"), { onclick: () => table.clear() })
        : table.mayAsk &&
            tool("suggest", t("hand.suggest"), { disabled: table.hinting, onclick: () => table.suggest() }),
      h(
        "button",
        { key: "lay", class: "main", disabled: !pieces || !!refused || table.asking, onclick: () => table.lay(pieces) },
        pieces ? t("hand.lay.n", { n: dueOf(decision, pieces) }) : t("hand.lay"),
      ),
    ),
  );
}

/** How many pieces the button speaks of: the number that is due, or to the leader the number that is chosen. @param {Laying["decision"]} decision @param {Pieces} pieces */
const dueOf = ({ lead, count }, pieces) => (lead ? pieces.length : (count ?? pieces.length));

/**
 * A button beside the one that lays; if there is little room, only its icon is shown.
 *
 * @param {Icon} sign
 * @param {string} text
 * @param {{ disabled?: boolean, onclick: () => void }} props
 */
const tool = (sign, text, props) =>
  h(
    "button",
    { key: sign, class: "quiet", "aria-label": text, title: text, ...props },
    icon(sign),
    h("span", { class: "label" }, text),
  );

/** @param {Laying} table @param {Pieces} pieces @returns {Child} */
function namedChoice({ variant, decision }, pieces) {
  if (!pieces) return decision.lead ? t("hand.choose.lead") : t("hand.choose", { n: decision.count ?? 0 });
  const made = combined(variant, pieces);
  const named = { pieces: piecesInWords(pieces) };
  if (!made) return pieces.length > 1 ? t("hand.named.nothing", named) : t("hand.named.one", named);
  return parts("hand.named", h("strong", {}, called(made.combination)), named);
}

/**
 * A text with an element in place of `{combination}`.
 *
 * @param {string} key
 * @param {Child} combination
 * @param {Values} values
 */
function parts(key, combination, values) {
  const [before, after] = t(key, values).split("{combination}");
  return [before, combination, after];
}

/** A warning before a play that cannot be undone, or cannot win. @param {Laying} table @param {Pieces} pieces */
function final({ room, match, variant, decision }, pieces) {
  const { you, hand_sizes, trick } = match.view;
  const made = combined(variant, pieces);
  const fits = made?.combination.type === decision.type && !isPowerless(variant, decision.trick, pieces);
  const loses = !decision.lead && pieces.length === decision.count && (!fits || (made && below(match, variant, made)));
  const last = you !== null && hand_sizes[you] === pieces.length;
  const ends = last && t(trick?.last ? "hand.forced" : "hand.makes_last");
  const others = room.now?.deciding.some(({ seat }) => seat !== you);
  const irrevocable = decision.lead
    ? variant?.simultaneous
      ? "hand.final.lead"
      : null
    : variant?.simultaneous && !others
      ? "hand.final.last"
      : null;
  return [loses && t("hand.cannot_win"), ends, irrevocable && t(irrevocable)].filter(Boolean).join(" ");
}

/**
 * If plays are face up: whether a play is lower than the best one.
 *
 * @param {Match} match
 * @param {Game | null} variant
 * @param {Made} made
 */
function below({ view: { trick } }, variant, made) {
  const { up, best } = trick?.in_turn ?? {};
  const top = best == null ? undefined : combined(variant, up?.[best] ?? "");
  return top !== undefined && made.level > top.level;
}

/** The dialog that asks for confirmation before a general is risked. @param {Pick<Playing, "risk" | "risked">} table */
export function riskDialog(table) {
  return h(
    "dialog",
    { key: "risk", class: "risk", "aria-labelledby": "risk-text" },
    h("p", { id: "risk-text" }, table.risk?.text),
    h(
      "div",
      { class: "buttons" },
      h("button", { onclick: () => table.risked(false) }, t("hand.keep")),
      h("button", { class: "main", onclick: () => table.risked(true) }, t("hand.lay_anyway")),
    ),
  );
}
