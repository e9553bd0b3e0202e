// The results of the checks of a record, line by line; and the server's public keys.

/**
 * @import { Child } from "../dom.js"
 */

/** @typedef {Awaited<ReturnType<(typeof import("../verify.js"))["verify"]>>} Checks */

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { ask } from "../rest.js";
import { t } from "../texts.js";

/** @param {Checks} checks @param {string} [note] what is to be known of the checks of this game @returns {Child} */
export function proof(checks, note = "") {
  const kept = checks.some(({ name }) => name.startsWith("receipt"));
  const whole = checks.some(({ result }) => result === "fail")
    ? "fail"
    : checks.every(({ result }) => result === "pass")
      ? "pass"
      : "unknown";
  return h(
    "section",
    { class: "proof", role: "status" },
    h("p", { class: whole }, h("strong", {}, t(`verify.${whole}`))),
    h(
      "ul",
      {},
      checks.map(({ name, result }) =>
        h(
          "li",
          { key: name, class: result },
          icon(result),
          h("span", {}, h("span", { class: "hidden" }, t(`verify.came.${result}`), " "), t(`verify.${name}`)),
        ),
      ),
    ),
    note && h("p", { key: "note", class: "small" }, note),
    h("p", { class: "small" }, kept ? t("verify.with_receipt") : t("verify.no_receipt"), " ", t("verify.whose")),
  );
}

/** The keys that the server publishes as its own; null if it does not tell. */
export async function publishedKeys() {
  try {
    const { keys } = await ask("/keys");
    return keys.map(({ public_key }) => public_key);
  } catch {
    return null;
  }
}
