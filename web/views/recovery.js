// Recovery codes: the form in which one is typed, and the view that shows a new one, once.

/**
 * @import { Child, On } from "../dom.js"
 */

import { h } from "../dom.js";
import { ask } from "../rest.js";
import { session } from "../session.js";
import { t } from "../texts.js";

/**
 * The form in which a person types their code; `use` is called with it.
 *
 * @param {(code: string) => unknown} use
 * @param {string} label
 * @returns {Child}
 */
export function codeForm(use, label) {
  const submit = (/** @type {On<SubmitEvent, HTMLFormElement>} */ event) => {
    event.preventDefault();
    use(String(new FormData(event.currentTarget).get("code")));
  };
  return h(
    "form",
    { key: "code-form", class: "column", onsubmit: submit },
    h(
      "label",
      {},
      label,
      h("input", {
        name: "code",
        class: "link",
        required: true,
        maxlength: 60,
        autocomplete: "off",
        autocapitalize: "characters",
        spellcheck: "false",
      }),
    ),
    h("button", { type: "submit" }, t("recovery.use")),
  );
}

/**
 * A new code, with instructions.
 *
 * @param {string} code
 * @param {() => unknown} done
 * @returns {Child}
 */
export function codeShown(code, done) {
  const copy = (/** @type {On<Event, HTMLElement>} */ { currentTarget }) => {
    const shown = currentTarget.closest(".stack")?.querySelector("input");
    shown?.select();
    // Pages without TLS cannot use the clipboard: then the selected text can be copied by hand.
    navigator.clipboard?.writeText(code).catch(() => {});
  };
  return h(
    "div",
    { key: "code-shown", class: "column" },
    h("p", { role: "status" }, t("recovery.new")),
    h("input", {
      class: "link code",
      readonly: true,
      "aria-label": t("recovery.code"),
      value: code,
      onfocus: ({ currentTarget }) => currentTarget.select(),
    }),
    h("p", { class: "small" }, t("recovery.keep")),
    h(
      "div",
      { class: "buttons" },
      h("button", { key: "copy", onclick: copy }, t("share.copy")),
      h("button", { key: "print", onclick: () => window.print() }, t("recovery.print")),
      h("button", { key: "done", class: "main", onclick: done }, t("recovery.done")),
    ),
  );
}

/** Logs in with a code: this browser gets that person's identity. Returns the next code. @param {string} code */
export async function comeBack(code) {
  const back = await ask("/guests/recovery", { method: "POST", body: { code } });
  await session.become(back);
  return back.recovery_code;
}
