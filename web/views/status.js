// The middle of the table: how the last trick went, whose decision is open, and what lies there.

/**
 * @import { Child } from "../dom.js"
 * @import { Shown } from "../types/page.js"
 * @import { Playing } from "./seated.js"
 */

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { later } from "../rest.js";
import { typeName } from "../rules.js";
import { known, t } from "../texts.js";
import { coach } from "./coach.js";
import { piles, trickLeft } from "./plays.js";
import { nameAt, namesAt, outcomeTold, pausedTold, trickTold } from "./told.js";

/** Draws what people choose before the first lead. */
export const ceremonies = later(() => import("./ceremony.js"));

/** The contents of the middle. @param {Playing} table @returns {Child} */
export function middle(table) {
  const { view } = table.match;
  const trick = trickLeft(table);
  if (table.reveal) return h("div", { key: "middle", class: "middle" }, caption(table, trick));
  const told = trick && !view.outcome && trickTold(table, trick);
  return h(
    "div",
    { key: "middle", class: "middle" },
    told && h("p", { key: `told${trick?.trick}`, class: "told" }, told),
    caption(table),
    asked(question(table), Boolean(told)),
    piles(table),
    coach(table, Boolean(told)),
    view.stage === "ceremony" && ceremonies.for(table)?.ceremony(table),
  );
}

/** What is asked: each sentence takes the place of the one before, which never moves. @param {string} text @param {boolean} next whether it follows what is told of a trick */
const asked = (text, next) => h("p", { key: `asked ${text}`, class: next ? "status next" : "status" }, text);

/**
 * The number of the trick, whether it is the last one, and the direction of play.
 *
 * @param {Shown} table
 * @param {{ trick: number, last?: boolean } | null} [trick]
 */
export function caption({ match, variant }, trick = match.view.trick) {
  if (!trick) return null;
  return h(
    "p",
    { key: `caption ${trick.trick}`, class: "caption" },
    h("span", {}, t("table.trick", { n: trick.trick + 1 })),
    trick.last && h("strong", { class: "last" }, t("table.last")),
    variant?.turn_order === "counter-clockwise" && h("span", {}, icon("counter"), " ", t("table.counter")),
  );
}

/** The whole state in words, for the key that reads it. @param {Shown} table */
export function statusTold(table) {
  const { match } = table;
  const trick = table.turning ? null : trickLeft(table);
  const told = trick && !match.view.outcome ? [trickTold(table, trick)] : [];
  return [...told, question(table)].filter(Boolean).join(" ");
}

/** Whose decision is open, in a sentence. @param {Shown} table */
export function question({ room, match, decision, variant }) {
  const { view } = match;
  if (view.outcome) return outcomeTold(room, view.outcome);
  const paused = pausedTold(room);
  if (paused !== null) return paused;
  if (decision?.must) {
    if (decision.do !== "play") return known(`ask.${decision.do}`) ?? t("ask.other");
    if (decision.lead) return t("ask.lead");
    const name = view.trick ? nameAt(room, view.trick.leader) : "";
    return t("ask.follow", { n: decision.count ?? 0, name, type: typeName(variant, decision.type) });
  }
  const waited = room.now?.deciding.map(({ seat }) => seat).filter((seat) => seat !== room.you) ?? [];
  const [first, ...more] = waited;
  if (first === undefined) return "";
  if (view.trick && !view.trick.laid.some(Boolean) && !more.length)
    return t("status.leads", { name: nameAt(room, first) });
  return t("status.waiting", { names: namesAt(room, waited) });
}
