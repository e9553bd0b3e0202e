// The keys at a table that read things aloud, and the panel with the list of keys.

/**
 * @import { Shown } from "../types/page.js"
 * @import { Game } from "../rules.js"
 */

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { meant } from "../keyboard.js";
import { piecesInWords, playInWords } from "../rules.js";
import { openSettings, settings } from "../settings.js";
import { list, t } from "../texts.js";
import { hint } from "./coach.js";
import { backs, heap } from "./heaps.js";
import { keyList } from "./keylist.js";
import { statusTold } from "./status.js";
import { nameAt, trickTold } from "./told.js";

/** The text that each key reads. @type {{ [key: string]: ((table: Shown) => string) | undefined }} */
const READ = {
  h: ({ match }) => (match.view.hand ? t("read.hand", { pieces: piecesInWords(match.view.hand) }) : t("read.no_hand")),
  t: (table) => [statusTold(table), hint(table)].filter(Boolean).join(" "),
  s: ({ room, match }) =>
    list(match.view.captured.map((n, seat) => t("read.captured", { name: nameAt(room, seat), n }))),
  l: (table) => {
    const { room, variant, match } = table;
    const last = match.view.tricks.at(-1);
    if (!last) return t("history.none");
    const plays = last.plays.map((pieces, seat) =>
      t("read.play", { name: nameAt(room, seat), play: pieces ? playInWords(variant, pieces) : t("play.unseen") }),
    );
    return [...plays, trickTold(table, last)].join(" ");
  },
};

/**
 * The text that a key reads at a table or in a review; undefined for other keys.
 *
 * @param {Shown} table
 * @param {KeyboardEvent} event
 */
export function reading(table, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  return READ[meant(event).toLowerCase()]?.(table);
}

/** Whether a key is typed into an input. @param {KeyboardEvent} event */
export const typed = ({ target }) =>
  target instanceof Element && target.closest("input, select, textarea, dialog[open], [popover]") !== null;

/** @type {Record<string, string>} */
const KEYS = {
  digits: "1 – 9, 0",
  suggest: "G",
  move: "← →",
  choose: "Space",
  lay: "Enter",
  arrange: "Shift + ← →",
  none: "Esc",
  hand: "H",
  trick: "T",
  score: "S",
  last: "L",
  help: "?",
};

/** The panel: the rules, hints, the meaning of the signs, and the keys. @param {{ variant: Game | null, ladder(): void }} table */
export function help(table) {
  const { variant } = table;
  return h(
    "div",
    { class: "help" },
    h(
      "p",
      { class: "buttons" },
      variant && h("a", { class: "button", href: `/learn/${variant.id}`, target: "_blank" }, t("help.rules")),
      h("button", { key: "ladder", onclick: () => table.ladder() }, t("ladder.title")),
      h("button", { onclick: openSettings }, t("settings.title")),
    ),
    h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        checked: settings.get("hints"),
        onchange: ({ currentTarget }) => settings.set("hints", currentTarget.checked),
      }),
      t("settings.hints"),
    ),
    h("h3", {}, t("help.signs")),
    h(
      "dl",
      {},
      h("dt", {}, backs(3)),
      h("dd", {}, t("help.hand")),
      h("dt", {}, heap(3)),
      h("dd", {}, t("help.captured")),
      settings.marked && [
        h("dt", { key: "rank-sign" }, h("span", { class: "mark order" }, 7)),
        h("dd", { key: "rank" }, t("help.rank")),
      ],
      variant?.turn_order === "priority" && [
        h("dt", { key: "order-sign" }, h("span", { class: "mark order" }, 1)),
        h("dd", { key: "order" }, t("help.order")),
      ],
      h("dt", {}, h("span", { class: "thinks" })),
      h("dd", {}, t("help.thinks")),
      h("dt", {}, h("span", { class: "light wins" }, icon("wins"))),
      h("dd", {}, t("help.wins")),
      h("dt", {}, h("span", { class: "light weak" }, icon("weak"))),
      h("dd", {}, t("help.weak")),
    ),
    keyList(Object.entries(KEYS).map(([name, keys]) => [keys, t(`key.${name}`)])),
    h("p", { class: "small" }, t("help.drag")),
  );
}
