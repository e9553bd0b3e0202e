// How the deal of a trick game went: what decided the order, and who took which stack.

/**
 * @import { Sign } from "../types/protocol.js"
 * @import { Shown } from "../types/page.js"
 */

import { h } from "../dom.js";
import { piecesInWords } from "../rules.js";
import { list, number, t } from "../texts.js";
import { nameAt } from "./told.js";

/**
 * What dice, throws and turned-up pieces have decided so far.
 *
 * @param {Pick<Shown, "room" | "match">} table
 */
export function facts(table) {
  const { room, match } = table;
  const { layout, thrown, throws, order } = match.view;
  const names = (/** @type {number[]} */ seats) => list(seats.map((seat) => nameAt(room, seat)));
  const signs = (/** @type {(Sign | null)[]} */ all) =>
    list(
      all.flatMap((sign, seat) =>
        sign ? [t("ceremony.sign", { name: nameAt(room, seat), sign: t(`sign.${sign}`) })] : [],
      ),
    );
  const last = thrown?.at(-1);
  const has = throws?.thrown.flatMap((done, seat) => (done ? [seat] : [])) ?? [];
  return h(
    "div",
    { class: "facts" },
    layout?.dice &&
      h(
        "p",
        { key: "dice" },
        t("ceremony.dice", {
          dice: list(layout.dice.map((n, seat) => t("ceremony.one_dice", { name: nameAt(room, seat), n }))),
        }),
      ),
    last && h("p", { key: "round" }, t("ceremony.throws", { n: last.round + 1, signs: signs(last.signs) })),
    has.length > 0 && h("p", { key: "has" }, t("ceremony.thrown", { names: names(has) })),
    order &&
      h("p", { key: "order" }, t("ceremony.order", { names: order.map((seat) => nameAt(room, seat)).join(" → ") })),
  );
}

/** How the deal went: what decided the order, and who took which stack. @param {Pick<Shown, "room" | "match">} table */
export function deal(table) {
  const { room, match } = table;
  const { stacks, hand_sizes, layout } = match.view;
  if (!stacks.some(({ taken_by }) => taken_by != null)) return null;
  const stackOf = (/** @type {{ up: string[], n: number }} */ { up, n }) =>
    h(
      "li",
      { key: n, title: String(n) },
      Array.from({ length: Math.max(up.length, layout?.heights[n - 1] ?? 1) }, (_, i) =>
        h("giog-piece", { key: i, code: up[i] ?? "back", plain: true }),
      ),
    );
  const takers = hand_sizes.map((_, seat) =>
    stacks.flatMap((stack, i) =>
      stack.taken_by === seat || stack.bottom_taken_by === seat ? [{ ...stack, n: i + 1 }] : [],
    ),
  );
  return h(
    "section",
    { key: "deal", class: "deal" },
    h("h3", {}, t("deal.title")),
    facts(table),
    h(
      "ul",
      { class: "takers" },
      takers.map((taken, seat) =>
        h(
          "li",
          { key: seat },
          h(
            "span",
            { class: "hidden" },
            t("deal.took", {
              n: taken.length,
              name: nameAt(room, seat),
              stacks: list(taken.map(({ n }) => number(n))),
            }),
            " ",
            taken.some(({ up }) => up.length) &&
              t("deal.up", { pieces: piecesInWords(taken.flatMap(({ up }) => up).join("")) }),
          ),
          h("span", { class: "name", "aria-hidden": "true" }, nameAt(room, seat)),
          h("ul", { class: "took", "aria-hidden": "true" }, taken.map(stackOf)),
        ),
      ),
    ),
  );
}
