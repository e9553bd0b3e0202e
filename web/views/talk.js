// The chat of a table.

/**
 * @import { On } from "../dom.js"
 * @import { Said } from "../room.js"
 * @import { Phrase } from "../types/protocol.js"
 * @import { Known } from "./seated.js"
 */

import { h } from "../dom.js";
import { personOf } from "../room.js";
import { newKey } from "../session.js";
import { personName } from "../terms.js";
import { t } from "../texts.js";
import { lineTold } from "./bubbles.js";
import { personMenu } from "./people.js";

/** @type {Phrase[]} */
const PHRASES = [
  "hello",
  "good_luck",
  "well_played",
  "thanks",
  "sorry",
  "one_moment",
  "your_turn",
  "another_one",
  "yes",
  "no",
  "goodbye",
];
/** The longest line that the server accepts. */
const MOST = 200;

/** The chat lines, and the form for new ones. @param {Known} table */
export function talk(table) {
  const { room } = table;
  const { chat } = room.state.settings;
  if (chat === "off") return h("p", { class: "empty" }, t("chat.off"));
  const silenced = room.state.silenced && room.you == null;
  return h(
    "div",
    { class: "talk" },
    h(
      "div",
      { class: "lines", role: "log", tabindex: "0", "aria-label": t("chat.lines") },
      room.chat.map((line) => h("p", { key: line.number }, who(table, line), " ", lineTold(line))),
    ),
    room.match && h("p", { class: "small" }, t(room.you == null ? "chat.spectators" : "chat.players")),
    silenced && h("p", { class: "small" }, t("chat.silenced")),
    !silenced &&
      h(
        "div",
        { class: "phrases" },
        PHRASES.map((phrase) =>
          h(
            "button",
            { key: phrase, class: "quiet", onclick: () => table.ask("chat", { key: newKey(), phrase }) },
            t(`phrase.${phrase}`),
          ),
        ),
      ),
    !silenced &&
      chat === "free" &&
      h(
        "form",
        { class: "say", onsubmit: (event) => say(table, event) },
        h("label", { class: "hidden", for: "line" }, t("chat.say")),
        h("input", { id: "line", name: "line", maxlength: MOST, autocomplete: "off", placeholder: t("chat.say") }),
        h("button", { type: "submit" }, t("chat.send")),
      ),
  );
}

/** The author of a line; for others with a menu. @param {Known} table @param {Said} line */
function who(table, { from, seat, number }) {
  const { room } = table;
  if (from.player === room.me) return h("strong", {}, personName(from.name));
  return personMenu(table, from, {
    where: `line${number}`,
    seat: seat != null && personOf(room.state.seats[seat]?.occupant)?.player === from.player ? seat : null,
  });
}

/** @param {Known} table @param {On<SubmitEvent, HTMLFormElement>} event */
async function say(table, event) {
  event.preventDefault();
  const form = event.currentTarget;
  const line = () => String(new FormData(form).get("line")).trim();
  const text = line();
  if (!text || form.ariaBusy) return;
  form.ariaBusy = "true";
  if ((await table.ask("chat", { key: newKey(), text })) && line() === text) form.reset();
  form.ariaBusy = null;
}
