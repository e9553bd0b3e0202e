// Lines that are kept free for texts, so that a text never moves what lies on the table.

/** @import { Child, Description } from "../dom.js" */

import { h } from "../dom.js";

/**
 * Texts that change during a match, in a place that is always as high; what is longer lies over the table above it. A text takes the place of
 * the one before, which never moves; what holds a button stays the same element, which may have the focus. Texts without a role of their own
 * are read to screen readers if the place is `live`.
 *
 * @param {string} name the class that says how many lines there are
 * @param {{ live?: boolean }} how
 * @param {Child[]} texts
 */
export function reserved(name, { live = false }, ...texts) {
  const key = textOf(h("div", {}, texts)) ?? "asks";
  return h(
    "div",
    { key: name, class: `reserved ${name}`, "aria-live": live ? "polite" : null },
    h("div", { key, class: "over" }, texts),
  );
}

/** All that is said; null if it holds something to press. @param {Description | string | number} child @returns {string | null} */
function textOf(child) {
  if (typeof child !== "object") return String(child);
  if (child.tag === "button") return null;
  const parts = child.children.map(textOf);
  return parts.includes(null) ? null : parts.join("\n");
}
