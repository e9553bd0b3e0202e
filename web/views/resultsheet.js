// The result over the table that a match has left: a sheet that can be closed and opened again. The table below stays as it was.

/**
 * @import { Known } from "./seated.js"
 */

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { t } from "../texts.js";
import { gathering, onward } from "./gathering.js";

/** @param {Known} table @param {{ isOpen: boolean, open: (on: boolean) => void }} how */
export function resultSheet(table, { isOpen, open }) {
  if (!isOpen)
    return h(
      "div",
      { key: "bar", class: "result-bar buttons" },
      h("button", { key: "open", onclick: () => open(true) }, icon("score"), t("result.show")),
      onward(table),
    );
  return h(
    "section",
    { key: "sheet", class: "result-sheet", "aria-label": t("result.show") },
    h(
      "button",
      {
        key: "close",
        class: "quiet close",
        "aria-label": t("result.close"),
        title: t("result.close"),
        onclick: () => open(false),
      },
      icon("close"),
    ),
    gathering(table),
  );
}
