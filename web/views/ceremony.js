// The ceremony before the first lead: the stacks on the table, and what may be chosen among them. It is loaded where people choose.

/**
 * @import { Child } from "../dom.js"
 * @import { Layout, Sign } from "../types/protocol.js"
 * @import { Shown } from "../types/page.js"
 */

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { pieceName } from "../rules.js";
import { list, t } from "../texts.js";
import { facts } from "./deal.js";
import { laterTexts } from "./language.js";
import { nameAt } from "./told.js";

await laterTexts();

/** The layout with the possible choices highlighted, and the other answers to the decision. @param {Shown} table */
export function ceremony(table) {
  const { match, decision } = table;
  const { layout } = match.view;
  if (!layout) return null;
  return h(
    "section",
    { key: "ceremony", class: "ceremony", "aria-label": t("ceremony.label") },
    facts(table),
    stacks(table, layout),
    decision?.do === "throw" && buttons(decision.signs, (sign) => table.act?.({ do: "throw", sign }), signed),
    decision?.do === "end" &&
      buttons(
        decision.ends,
        (end) => table.act?.({ do: "end", end }),
        (end) => t(`end.${end}`),
      ),
    decision?.do === "order" && orders(table, decision.stacks),
  );
}

/** @param {Sign} sign @returns {Child} */
const signed = (sign) => [icon(sign), t(`sign.${sign}`)];

/**
 * @template {string} Choice
 * @param {Choice[]} choices
 * @param {(choice: Choice) => void} act
 * @param {(choice: Choice) => Child} name
 */
function buttons(choices, act, name) {
  return h(
    "div",
    { class: "buttons" },
    choices.map((choice) => h("button", { key: choice, class: "main", onclick: () => act(choice) }, name(choice))),
  );
}

/** @param {Shown} table @param {Layout} layout */
function stacks(table, layout) {
  const { match } = table;
  const { you } = match.view;
  if (layout.shape === "rows") {
    const seats = match.start.seats;
    const round = Array.from({ length: seats }, (_, i) => (i + 1 + (you ?? seats - 1)) % seats);
    return h(
      "div",
      { class: "layout rows" },
      round.map((seat) =>
        h(
          "div",
          {
            key: seat,
            class: "row",
            role: "group",
            "aria-label": t("ceremony.row", { name: nameAt(table.room, seat) }),
          },
          h("span", { class: "whose" }, nameAt(table.room, seat)),
          h(
            "div",
            { class: "stacks" },
            layout.rows.flatMap((whose, i) => (whose === seat ? [stack(table, layout, i)] : [])),
          ),
        ),
      ),
    );
  }
  const all = layout.heights.map((_, i) => stack(table, layout, i));
  return layout.shape === "circle"
    ? h("div", { class: "layout circle", style: { "--stacks": all.length } }, all)
    : h("div", { class: "layout row" }, h("div", { class: "stacks" }, all));
}

/** @param {Shown} table @param {Layout} layout @param {number} index */
function stack(table, layout, index) {
  const { match, decision, order } = table;
  const { up, taken_by } = match.view.stacks[index] ?? { up: [], taken_by: null };
  const height = layout.heights[index] ?? 0;
  const ordering = decision?.do === "order";
  const taking = decision?.do === "reveal" || decision?.do === "take" || decision?.do === "expose" ? decision : null;
  const may = !table.asking && (taking?.stacks.includes(index) || (ordering && !order.includes(index)));
  const name = up.length
    ? t("stack.up", { n: index + 1, pieces: up.map(pieceName).join(", ") })
    : t("stack.down", { n: index + 1, height });
  const place = order.indexOf(index);
  const taken = taken_by == null ? "" : t("stack.taken", { name: nameAt(table.room, taken_by) });
  const pieces = Array.from({ length: height }, (_, i) =>
    h("giog-piece", { key: i, code: up[up.length - height + i] ?? "back", style: { "--level": i } }),
  );
  return h(
    "button",
    {
      key: index,
      class: ["stack", may && "may", taken && "taken"].filter(Boolean).join(" "),
      disabled: !may,
      style: { "--place": index, "--height": height },
      "aria-label": list([name, taken].filter(Boolean)),
      title: name,
      onclick: () => (taking ? table.act?.({ do: taking.do, stack: index }) : table.place?.(index)),
    },
    pieces,
    taken_by != null && h("span", { class: "whose" }, nameAt(table.room, taken_by)),
    ordering && place >= 0 && h("span", { class: "place" }, place + 1),
  );
}

/**
 * Every order is legal: the usual ones can be chosen by name, any other by tapping stacks.
 *
 * @param {Shown} table
 * @param {number} n how many stacks
 */
function orders(table, n) {
  const up = Array.from({ length: n }, (_, i) => i);
  const down = up.toReversed();
  const skip = (/** @type {number[]} */ list) => [
    ...list.filter((_, i) => i % 2 === 0),
    ...list.filter((_, i) => i % 2 === 1),
  ];
  const ends = up.map((_, i) => (i % 2 === 0 ? i / 2 : n - 1 - (i - 1) / 2));
  const usual = { left: up, right: down, skip_left: skip(up), skip_right: skip(down), ends };
  const whole = table.order.length === n;
  return [
    h("p", {}, t("order.ask")),
    h(
      "div",
      { class: "buttons" },
      Object.entries(usual).map(([id, stacks]) =>
        h("button", { key: id, onclick: () => table.act?.({ do: "order", stacks }) }, t(`order.${id}`)),
      ),
      table.order.length > 0 &&
        h("button", { key: "again", class: "quiet", onclick: () => table.unplace?.() }, t("hand.clear")),
      whole &&
        h(
          "button",
          { key: "so", class: "main", onclick: () => table.act?.({ do: "order", stacks: table.order }) },
          t("order.so"),
        ),
    ),
  ];
}
