// Lines that are kept free for texts, so that a text never moves what lies on the table.

/** @import { Child } from "../dom.js" */

import { h } from "../dom.js";

/**
 * Texts that change during a match, in a place that is always as high; what is longer lies over the table above it.
 *
 * @param {string} name the class that says how many lines there are
 * @param {Child[]} texts
 */
export const reserved = (name, ...texts) =>
  h("div", { key: name, class: `reserved ${name}` }, h("div", { class: "over" }, texts));
