// The header of a table: its panels, the sounds, the settings, and the way out.

/**
 * @import { Panels } from "./panels.js"
 * @import { Seated } from "./seated.js"
 */

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { openSettings, settings } from "../settings.js";
import { gameName } from "../terms.js";
import { t } from "../texts.js";
import { PANELS, panelName } from "./panels.js";

/** @param {Seated} table @param {Panels} how */
export function tableHead(table, how) {
  const game = table.room?.state ? gameName(table.room.state.settings.variant, table.variant?.name) : "";
  const ending = table.room?.state?.seats.filter((at) => at.ending).length ?? 0;
  return h(
    "header",
    { class: "head table-head" },
    h("a", { class: "brand", href: "/", "aria-label": t("table.lobby") }, h("giog-piece", { code: "K", plain: true })),
    h("h1", { class: "hidden" }, game),
    h("p", { class: "title", "aria-hidden": "true" }, game),
    h(
      "nav",
      { "aria-label": t("table.panels") },
      PANELS.filter(([id]) => how.panels.includes(id)).map(([id, sign]) =>
        h(
          "button",
          {
            key: id,
            class: "quiet",
            "data-panel": id,
            "aria-pressed": String(table.panel === id),
            title: panelName(id, how),
            onclick: () => how.show(id),
            "aria-label": [panelName(id, how), id === "talk" && how.unread].filter(Boolean).join(" "),
          },
          icon(sign),
          id !== "help" && h("span", { class: "label" }, panelName(id, how)),
          id === "talk" && how.unread > 0 && h("span", { class: "count" }, how.unread),
        ),
      ),
      how.more,
      h(
        "button",
        {
          key: "sounds",
          class: "quiet",
          "aria-pressed": String(settings.get("sounds")),
          "aria-label": t("settings.sounds"),
          title: t("settings.sounds"),
          onclick: () => settings.set("sounds", !settings.get("sounds")),
        },
        icon(settings.get("sounds") ? "sound" : "silence"),
      ),
      how.isTricks &&
        h(
          "button",
          {
            key: "ladder",
            class: "quiet sign",
            "aria-label": t("ladder.title"),
            title: t("ladder.title"),
            onclick: () => table.ladder(),
          },
          icon("ladder"),
        ),
      h(
        "button",
        {
          key: "settings",
          class: "quiet roomy",
          "aria-label": t("settings.title"),
          title: t("settings.title"),
          onclick: openSettings,
        },
        icon("settings"),
      ),
      h(
        "button",
        {
          key: "leave",
          class: "quiet",
          "aria-label": [how.leaving, ending].filter(Boolean).join(" "),
          title: how.leaving,
          onclick: () => how.leave(),
        },
        icon("leave"),
        h("span", { class: "label" }, how.leaving),
        // How many agree to end the match.
        ending > 0 && h("span", { class: "count" }, ending),
      ),
    ),
  );
}
