// The result over the table that a match has left: a sheet that can be closed and opened again. The table below stays as it was.

/**
 * @import { Known } from "./seated.js"
 * @import { Table } from "./table.js"
 */

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { t } from "../texts.js";

/** @param {Table} view @param {Known} table @param {{ isOpen: boolean, open: (on: boolean) => void }} how */
export function resultSheet(view, table, { isOpen, open }) {
  if (!isOpen)
    return h(
      "div",
      { key: "bar", class: "result-bar buttons" },
      h("button", { key: "open", onclick: () => open(true) }, icon("score"), t("result.show")),
      view.next(table),
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
    view.between(table),
  );
}
