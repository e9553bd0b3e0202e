// A pause of a match while somebody is cut off: whoever is there agrees to it, sees how long it lasts, and ends it.

/**
 * @import { Child } from "../dom.js"
 * @import { Known } from "./seated.js"
 */

import { h } from "../dom.js";
import { cutOff } from "../room.js";
import { styled } from "../root.js";
import { clockText } from "../terms.js";
import { t } from "../texts.js";
import { laterTexts } from "./language.js";
import { namesAt } from "./told.js";

await Promise.all([styled("views/pause.css"), laterTexts()]);

/** What lies over the table in a pause, and before it while people agree; null if there is nothing to say. @param {Known} table */
export function pause(table) {
  const { room } = table;
  return room.state.paused ? lasting(table) : asking(table);
}

/** @param {Known} table */
function lasting(table) {
  const { you, now } = table.room;
  const ms = now?.pause_left_ms == null ? null : Math.max(0, now.pause_left_ms - (performance.now() - now.at));
  return banner(
    h("p", {}, ms === null ? t("told.paused") : t("pause.left", { time: clockText(ms) })),
    you != null && button("resume", t("pause.resume"), () => table.ask("resume_match", {})),
  );
}

/** @param {Known} table */
function asking(table) {
  const { room } = table;
  const { you, present, state } = room;
  const missing = cutOff(room);
  if (you == null || !missing.length) return null;
  const agreeing = state.seats.filter(({ agrees }) => agrees).map(({ seat }) => seat);
  const late = (present?.connected ?? []).filter((seat) => !agreeing.includes(seat));
  // Whoever has just lost their connection is waited for a moment longer.
  const says = agreeing.includes(you)
    ? t("pause.waits", { names: namesAt(room, late.length ? late : missing) })
    : agreeing.length
      ? t("pause.wanted", { names: namesAt(room, agreeing) })
      : t("pause.gone", { names: namesAt(room, missing) });
  const agrees = !agreeing.includes(you);
  return banner(
    h("p", {}, says),
    button("agree", t(agrees ? (agreeing.length ? "pause.agree" : "pause.ask") : "pause.not"), () =>
      table.ask("pause", { agrees }),
    ),
  );
}

/** @param {Child[]} parts */
const banner = (...parts) => h("div", { key: "pause", class: "pause", role: "status" }, parts);

/** @param {string} key @param {string} text @param {() => unknown} onclick */
const button = (key, text, onclick) => h("button", { key, class: "quiet", onclick }, text);
