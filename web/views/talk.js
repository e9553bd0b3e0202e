// The chat of a table.

/**
 * @import { On } from "../dom.js"
 * @import { Happened, Said } from "../room.js"
 * @import { Phrase } from "../types/protocol.js"
 * @import { Known } from "./seated.js"
 */

import { h } from "../dom.js";
import { personOf } from "../room.js";
import { newKey } from "../client/key.js";
import { personName } from "../terms.js";
import { t } from "../texts.js";
import { lineTold } from "./bubbles.js";
import { happenedTold } from "./happened.js";
import { linked } from "./linked.js";
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
/** A low screen, such as that of a phone with its keyboard: what is said in set phrases is folded away. */
const LOW = matchMedia("(max-height: 34em)");
/** So near its end a list of lines is at its end, in pixels. */
const END_PX = 24;
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
      {
        class: "lines",
        role: "log",
        tabindex: "0",
        "aria-label": t("chat.lines"),
        onscroll: ({ currentTarget }) => scrolled(currentTarget),
      },
      room.chat.map((line) => lineOf(table, line)),
    ),
    room.match && h("p", { class: "small" }, t(room.you == null ? "chat.spectators" : "chat.players")),
    silenced && h("p", { class: "small" }, t("chat.silenced")),
    !silenced &&
      chat === "free" &&
      h(
        "form",
        { key: "say", class: "say", onsubmit: (event) => say(table, event) },
        h("label", { class: "hidden", for: "line" }, t("chat.say")),
        h("input", {
          id: "line",
          name: "line",
          dir: "auto",
          maxlength: MOST,
          autocomplete: "off",
          placeholder: t("chat.say"),
        }),
        h("button", { type: "submit" }, t("chat.send")),
      ),
    !silenced &&
      h(
        "details",
        { key: "phrases", open: chat === "phrases" || !LOW.matches },
        h("summary", {}, t("chat.phrases")),
        h(
          "div",
          { class: "phrases" },
          PHRASES.map((phrase) =>
            h(
              "button",
              { key: phrase, class: "quiet", onclick: (event) => sayPhrase(table, event, phrase) },
              t(`phrase.${phrase}`),
            ),
          ),
        ),
      ),
  );
}

/** A line: what somebody said, in the direction of its text, or what happened. @param {Known} table @param {Said | Happened} line */
function lineOf(table, line) {
  const key = line.number;
  if ("happened" in line) {
    const told = happenedTold(table.room, line);
    return told && h("p", { key, class: "happened small" }, told);
  }
  return h(
    "p",
    { key, dir: "auto" },
    // Its direction is that of the text, not of the name.
    h("span", { key: "who", dir: "auto" }, who(table, line)),
    " ",
    linked(lineTold(line)).map((part) =>
      typeof part === "string" ? part : h("a", { key: part.href, href: part.href }, part.text),
    ),
  );
}

/** The lists of lines in which somebody reads what was said before. @type {WeakSet<Element>} */
const readAbove = new WeakSet();

/** @param {Element} lines */
function scrolled(lines) {
  if (lines.scrollHeight - lines.scrollTop - lines.clientHeight > END_PX) readAbove.add(lines);
  else readAbove.delete(lines);
}

/** Keeps the newest line in view, unless one reads above it; after `own`, in any case. @param {Element} view @param {boolean} [own] */
export function keepNewest(view, own = false) {
  const lines = view.querySelector(".lines");
  if (!lines) return;
  if (own) readAbove.delete(lines);
  if (!readAbove.has(lines)) lines.scrollTop = lines.scrollHeight;
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
  const isSaid = await table.ask("chat", { key: newKey(), text });
  if (isSaid && line() === text) form.reset();
  if (isSaid) keepNewest(table, true);
  form.ariaBusy = null;
}

/** @param {Known} table @param {On<MouseEvent, HTMLElement>} event @param {Phrase} phrase */
async function sayPhrase(table, { currentTarget }, phrase) {
  // On a low screen they make room for the lines again.
  const shown = currentTarget.closest("details");
  if (shown && LOW.matches) shown.open = false;
  if (await table.ask("chat", { key: newKey(), phrase })) keepNewest(table, true);
}
