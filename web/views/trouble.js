// Shown in place of a view that cannot be shown: the reason, and what the person can do.

/** @import { Trouble } from "../dom.js" */

import { h } from "../dom.js";
import { Refusal } from "../client/refusal.js";
import { t } from "../texts.js";
import { refusalTold } from "./home.js";

/** @param {Trouble} trouble */
export function trouble({ error, again }) {
  const told = error instanceof Refusal ? refusalTold(error) : t("trouble.fault");
  return h(
    "section",
    { key: "trouble", class: "hero closed", role: "alert" },
    h("h1", {}, t("trouble.title")),
    h("p", {}, told),
    h(
      "p",
      { class: "choices" },
      h("button", { class: "main", onclick: again }, t("trouble.again")),
      h("button", { onclick: () => location.reload() }, t("trouble.reload")),
      h("a", { class: "button", href: "/" }, t("table.lobby")),
    ),
  );
}
