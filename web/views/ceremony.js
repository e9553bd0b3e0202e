// Before the first lead: the stacks as they lie on the table, and what may be chosen among them.

import { h } from "../dom.js";
import { pieceName } from "../rules.js";
import { t } from "../texts.js";
import { nameAt } from "./told.js";

/** The layout with what may be chosen lit, and the question's other answers. */
export function ceremony(table) {
  const { match, decision } = table;
  const { layout } = match.view;
  if (!layout) return null;
  return h("section", { class: "ceremony", "aria-label": t("ceremony.label") },
    layout.dice && h("p", {}, t("ceremony.dice", { dice: layout.dice.map((n, seat) => `${nameAt(table.room, seat)} ${n}`).join(", ") })),
    stacks(table),
    decision?.do === "throw" && buttons(decision.signs, (sign) => table.act({ do: "throw", sign }), (sign) => `${SIGNS[sign] ?? ""} ${t(`sign.${sign}`)}`),
    decision?.do === "end" && buttons(decision.ends, (end) => table.act({ do: "end", end }), (end) => t(`end.${end}`)),
    decision?.do === "order" && orders(table),
    decision && !KNOWN.includes(decision.do) && h("div", { class: "buttons" },
      h("button", { class: "main", onclick: () => table.act(decision.default) }, t("ceremony.default"))),
  );
}

const SIGNS = { rock: "✊", paper: "✋", scissors: "✌" };
const KNOWN = ["reveal", "take", "expose", "throw", "end", "order"];

function buttons(choices, act, name) {
  return h("div", { class: "buttons" }, choices.map((choice) => h("button", { key: choice, class: "main", onclick: () => act(choice) }, name(choice))));
}

function stacks(table) {
  const { match } = table;
  const { layout, you } = match.view;
  if (layout.shape === "rows") {
    const seats = match.start.seats;
    const round = Array.from({ length: seats }, (_, i) => (i + 1 + (you ?? seats - 1)) % seats);
    return h("div", { class: "layout rows" }, round.map((seat) =>
      h("div", { key: seat, class: "row", role: "group", "aria-label": t("ceremony.row", { name: nameAt(table.room, seat) }) },
        h("span", { class: "whose" }, nameAt(table.room, seat)),
        h("div", { class: "stacks" }, layout.rows.flatMap((whose, i) => (whose === seat ? [stack(table, i)] : []))),
      )));
  }
  const all = layout.heights.map((_, i) => stack(table, i));
  return layout.shape === "circle"
    ? h("div", { class: "layout circle", style: { "--stacks": all.length } }, all)
    : h("div", { class: "layout row" }, h("div", { class: "stacks" }, all));
}

function stack(table, index) {
  const { match, decision, order } = table;
  const { layout } = match.view;
  const { up, taken_by } = match.view.stacks[index];
  const height = layout.heights[index];
  const ordering = decision?.do === "order";
  const may = decision?.stacks?.includes?.(index) || (ordering && !order.includes(index));
  const name = up.length ? t("stack.up", { n: index + 1, pieces: up.map(pieceName).join(", ") }) : t("stack.down", { n: index + 1, height });
  const place = order.indexOf(index);
  const taken = taken_by == null ? "" : t("stack.taken", { name: nameAt(table.room, taken_by) });
  const pieces = Array.from({ length: height }, (_, i) => h("giog-piece", { key: i, code: up[up.length - height + i] ?? "back", style: { "--level": i } }));
  return h("button", {
    key: index, class: ["stack", may && "may", taken && "taken"].filter(Boolean).join(" "), disabled: !may,
    style: { "--place": index }, "aria-label": [name, taken].filter(Boolean).join(", "), title: name,
    onclick: () => (ordering ? table.place(index) : table.act({ do: decision.do, stack: index })),
  }, pieces, ordering && place >= 0 && h("span", { class: "place" }, place + 1));
}

/** Every order is legal: the usual ones by name, any other stack by stack. */
function orders(table) {
  const n = table.decision.stacks;
  const up = Array.from({ length: n }, (_, i) => i);
  const down = up.toReversed();
  const skip = (list) => [...list.filter((_, i) => i % 2 === 0), ...list.filter((_, i) => i % 2 === 1)];
  const ends = up.map((_, i) => (i % 2 === 0 ? i / 2 : n - 1 - (i - 1) / 2));
  const usual = { left: up, right: down, skip_left: skip(up), skip_right: skip(down), ends };
  const whole = table.order.length === n;
  return [
    h("p", {}, t("order.ask")),
    h("div", { class: "buttons" },
      Object.entries(usual).map(([id, stacks]) => h("button", { key: id, onclick: () => table.act({ do: "order", stacks }) }, t(`order.${id}`))),
      table.order.length > 0 && h("button", { key: "again", class: "quiet", onclick: () => table.unplace() }, t("hand.clear")),
      whole && h("button", { key: "so", class: "main", onclick: () => table.act({ do: "order", stacks: table.order }) }, t("order.so")),
    ),
  ];
}
