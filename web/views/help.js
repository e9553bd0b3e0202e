// The help at a table of a trick game: the rules, hints, the meaning of the signs, and the keys. It is loaded when it is opened first.

/** @import { Game } from "../rules.js" */

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { openSettings, settings } from "../settings.js";
import { t } from "../texts.js";
import { backs, heap } from "./heaps.js";
import { keyList } from "./keylist.js";
import { laterTexts } from "./language.js";

await laterTexts();

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
