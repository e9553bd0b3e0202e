// The panels of a table, beside it or on top of it: which there are, and what each shows.

/**
 * @import { Child } from "../dom.js"
 * @import { Icon } from "../icons.js"
 * @import { FamilyPlay, Shown } from "../types/page.js"
 * @import { Known } from "./seated.js"
 */

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { later } from "../rest.js";
import { t } from "../texts.js";
import { companies } from "./gathering.js";
import { history } from "./history.js";

/** Draws the help. */
const helps = later(() => import("./help.js"));

/** @typedef {"history" | "series" | "talk" | "help"} Panel */

/** The panels in their order, with their icons. @type {[Panel, Icon][]} */
export const PANELS = [
  ["history", "tricks"],
  ["series", "score"],
  ["talk", "talk"],
  ["help", "help"],
];

/**
 * What the header and the panels need to know of a table.
 *
 * @typedef {object} Panels
 * @property {readonly Panel[]} panels those that there are
 * @property {Child[]} more further buttons
 * @property {string} leaving what leaving is called
 * @property {boolean} isTricks whether the game is a trick game
 * @property {FamilyPlay | null} family the view of another game, once it is loaded
 * @property {Shown | null} tricks the match of a trick game
 * @property {number} unread how many lines of the chat were not seen
 * @property {(panel: Panel) => void} show opens a panel, or closes it
 * @property {() => void} leave leaves the table
 */

/** The name of a panel in this game. @param {Panel} panel @param {Panels} how */
export function panelName(panel, { family }) {
  return (panel === "history" && family?.historyName) || t(`panel.${panel}`);
}

/** An open panel. @param {Known} table @param {Panel} panel @param {Panels} how @returns {Child} */
export function panel(table, panel, how) {
  const name = panelName(panel, how);
  return h(
    "aside",
    { key: "panel", class: "panel", "aria-label": name },
    h(
      "div",
      { class: "panel-head" },
      h("h2", {}, name),
      h("button", { class: "quiet", "aria-label": t("close"), onclick: () => how.show(panel) }, icon("close")),
    ),
    how.family?.panel(panel) || contents(table, panel, how),
  );
}

/** What is in a panel. @param {Known} table @param {Panel} panel @param {Panels} how @returns {Child} */
function contents(table, panel, { tricks }) {
  if (panel === "history") return history(tricks ?? table);
  if (panel === "help") return helps.for(table)?.help(table);
  return companies.for(table)?.[panel](table);
}
