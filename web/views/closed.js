// Shown in place of a table that the person is not in (any more): the reason, and what they can do.

/**
 * @import { On } from "../dom.js"
 * @import { Table } from "./table.js"
 */

/** @typedef {{ code: string, message?: string }} Why a refusal, or the reason of a `left` as one */

import { h } from "../dom.js";
import { known, t } from "../texts.js";

/**
 * Why this table cannot be shown, from a refusal or the reason of a `left` message.
 *
 * @param {Table} table
 * @param {Why} refusal
 * @param {boolean} [tried] whether a password was given
 */
export function closed(table, refusal, tried) {
  const text = known(`error.${refusal.code}`) ?? refusal.message ?? refusal.code;
  const asks = refusal.code === "wrong_password" || refusal.code === "left_password";
  return [
    h(
      "header",
      { class: "head" },
      h("a", { class: "brand", href: "/" }, h("giog-piece", { code: "K" }), h("span", {}, "Giog")),
    ),
    h(
      "section",
      { class: "hero closed" },
      h("h1", {}, text),
      asks &&
        h(
          "form",
          { onsubmit: (event) => enter(table, event) },
          h("label", {}, t("room.password"), h("input", { name: "password", type: "password", autocomplete: "off" })),
          h("button", { class: "main", type: "submit" }, t("room.enter")),
        ),
      asks && h("p", { class: "fault", role: "alert" }, tried && t("room.password.wrong")),
      refusal.code === "no_spectators" &&
        h("button", { class: "main", onclick: () => table.enter({ sit: true }) }, t("room.take_seat")),
      refusal.code === "left_replaced" && h("button", { class: "main", onclick: () => table.enter() }, t("room.here")),
      h("p", {}, h("a", { class: "button", href: "/" }, t("table.lobby"))),
    ),
  ];
}

/** @param {Table} table @param {On<SubmitEvent, HTMLFormElement>} event */
function enter(table, event) {
  event.preventDefault();
  table.enter({ password: String(new FormData(event.currentTarget).get("password")) });
  event.currentTarget.reset();
}
