// A decision that this page does not know, as a newer server may ask for one. The page says so, and offers to reload, the default, and the
// actions that the decision lists, in the words of the protocol.

/**
 * @import { Room } from "../room.js"
 * @import { Action } from "../types/protocol.js"
 * @import { Known } from "./seated.js"
 */

/**
 * An action in any words.
 * @typedef {{ do: string, [field: string]: unknown }} AnyAction
 *
 * A decision in any words.
 * @typedef {{ do: string, default?: AnyAction | null, may?: AnyKind[], [field: string]: unknown }} AnyDecision
 *
 * @typedef {{ do: string, choices: unknown }} AnyKind a kind of action, and its arguments if it has any
 */

import { h } from "../dom.js";
import { t } from "../texts.js";
import { laterTexts } from "./language.js";
import { showsOf } from "./newer.js";

await laterTexts();

/**
 * What the page cannot show of the person's open decision: the default, if it is part of that, and the listed actions. Null if the page can
 * show everything, and if nobody waits for the person.
 *
 * @param {Pick<Room, "match" | "now">} room
 * @returns {{ proposed: AnyAction | null, listed: AnyAction[] } | null}
 */
export function unshown(room) {
  const shows = showsOf(room);
  if (!shows) return null;
  const { decisions, actions } = shows;
  // The types have only the words of this version.
  const asked = /** @type {AnyDecision} */ (/** @type {unknown} */ (room.now?.you?.decision));
  const proposed = asked.default ?? null;
  if (!decisions.includes(asked.do)) return { proposed, listed: listed(asked) };
  const may = (asked.may ?? []).filter((kind) => !actions.includes(kind.do));
  if (!may.length) return null;
  const isProposed = may.some((kind) => kind.do === proposed?.do);
  return { proposed: isProposed ? proposed : null, listed: listed({ do: asked.do, default: proposed, may }) };
}

/** The actions that a decision lists, as far as its default shows how they are written. @param {AnyDecision} decision @returns {AnyAction[]} */
function listed({ do: _, default: proposed = null, may = [], ...fields }) {
  const kinds = may.flatMap(({ do: kind, choices }) =>
    choices ? actions(kind === proposed?.do ? proposed : null, choices) : [{ do: kind }],
  );
  const others = Object.values(fields).map((choices) => actions(proposed, choices));
  return [...kinds, ...(others.find(({ length }) => length > 0) ?? [])];
}

/**
 * The actions for a list of choices, if the default is one of them: a choice has all fields of the action but `do`, or is the value of its
 * only field.
 *
 * @param {AnyAction | null} proposed
 * @param {unknown} choices
 * @returns {AnyAction[]}
 */
function actions(proposed, choices) {
  if (!proposed || !Array.isArray(choices)) return [];
  const { do: kind, ...fields } = proposed;
  if (has(choices, fields)) return choices.map((choice) => ({ ...choice, do: kind }));
  const [name, ...more] = Object.keys(fields);
  if (name === undefined || more.length > 0 || !has(choices, fields[name])) return [];
  return choices.map((choice) => ({ do: kind, [name]: choice }));
}

/** @param {unknown[]} choices @param {unknown} one */
const has = (choices, one) => choices.some((choice) => JSON.stringify(choice) === JSON.stringify(one));

/** @param {unknown} value */
const plain = (value) => (typeof value === "string" ? value : JSON.stringify(value));
/** An action in the words of the protocol. @param {AnyAction} action */
const worded = ({ do: kind, ...fields }) => [kind, ...Object.values(fields).map(plain)].join(" ");

/** That the page does not know the open decision, and what can be done about it; null if it does. @param {Known} table */
export function newer(table) {
  const found = unshown(table.room);
  if (!found) return null;
  const { proposed, listed } = found;
  const button = (/** @type {string | number} */ key, /** @type {AnyAction} */ one, text = worded(one)) => {
    // The types have only the actions of this version.
    const action = /** @type {Action} */ (/** @type {unknown} */ (one));
    return h("button", { key, disabled: table.asking, onclick: () => table.act(action) }, text);
  };
  return h(
    "section",
    { key: "newer", class: "newer", "aria-label": t("ask.other") },
    h("p", { role: "alert" }, t("newer.told")),
    h(
      "div",
      { class: "buttons" },
      h("button", { key: "reload", class: "main", onclick: () => location.reload() }, t("trouble.reload")),
      proposed && button("default", proposed, t("newer.default")),
      listed.map((action, i) => button(i, action)),
    ),
  );
}
