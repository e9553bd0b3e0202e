// Parts of forms: a labelled control with an explanation, and lists of choices.

/** @import { Child } from "../dom.js" */

import { h } from "../dom.js";
import { duration } from "../terms.js";
import { t } from "../texts.js";

/**
 * A control with its label and explanation; `control` is called with the id of the explanation, if there is one.
 *
 * @param {string} key
 * @param {string} name
 * @param {string | undefined} why
 * @param {(described: string | undefined) => Child} control
 */
export function field(key, name, why, control) {
  const id = why ? `why-${key}` : undefined;
  return h("div", { class: "field", key }, h("label", {}, name, control(id)), why && h("small", { id }, why));
}

/** @param {number} from @param {number} to */
export const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
/** The offered times, and the current one. @param {number[]} ms @param {number} there */
export const times = (ms, there) =>
  [...new Set([...ms, there])]
    .sort((one, other) => one - other)
    .map((time) => /** @type {[number, string]} */ ([time, duration(time)]));
/** @param {string} key @param {string[]} ids */
export const words = (key, ids) => ids.map((id) => /** @type {[string, string]} */ ([id, t(`${key}.${id}`)]));
