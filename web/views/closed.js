// Shown in place of a table that the person is not in (any more): the reason, and what they can do.

/**
 * @import { On } from "../dom.js"
 * @import { Table } from "./table.js"
 */

/** @typedef {{ code: string, message?: string }} Why a refusal, or the reason of a `left` as one */

import { before } from "../again.js";
import { h } from "../dom.js";
import { go } from "../places.js";
import { session } from "../session.js";
import { gameName } from "../terms.js";
import { known, t } from "../texts.js";
import { brought } from "./home.js";
import { laterTexts } from "./language.js";

await laterTexts();

/** Reasons for which there is no such table any more. */
const GONE = ["no_such_room", "left_closed", "left_failed"];

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
      GONE.includes(refusal.code) && again(table),
      h("p", {}, h("a", { class: "button", href: "/" }, t("table.lobby"))),
    ),
  ];
}

/** The offer to set the table up again as it was, if that is known. @param {Table} table */
function again(table) {
  const was = before(table.id_);
  if (!was) return null;
  const { variant, seats, access } = was.settings;
  const what = [variant && gameName(variant), seats && t("create.players", { n: seats })].filter(Boolean).join(" · ");
  return h(
    "form",
    { key: "again", class: "again", onsubmit: (event) => setUp(table, event) },
    h("p", {}, what),
    access === "password" &&
      h(
        "label",
        {},
        t("room.password"),
        h("input", { name: "password", autocomplete: "off", required: true, value: session.password(table.id_) ?? "" }),
      ),
    h("button", { class: "main", type: "submit" }, t("closed.again")),
    h("p", { class: "small" }, t("closed.again.why")),
  );
}

/** @param {Table} table @param {On<SubmitEvent, HTMLFormElement>} event */
async function setUp(table, event) {
  event.preventDefault();
  const was = before(table.id_);
  const button = event.currentTarget.querySelector("button");
  const password = new FormData(event.currentTarget).get("password");
  if (!was || !button) return;
  button.disabled = true;
  await brought(table, async () => {
    const room = await session.create({ ...was.settings, ...(password && { password: String(password) }) });
    await brought(table, () => session.addBots(room, was.bots));
    go(`/room/${room}`);
  });
  button.disabled = false;
}

/** @param {Table} table @param {On<SubmitEvent, HTMLFormElement>} event */
function enter(table, event) {
  event.preventDefault();
  table.enter({ password: String(new FormData(event.currentTarget).get("password")) });
  event.currentTarget.reset();
}
