// The input for a person's name, which says at once if the name is too long, instead of cutting it.

import { h } from "../dom.js";
import { t } from "../texts.js";

/** The longest name, in characters as the server counts them (`MAX_NAME_CHARS`). */
const MOST = 24;

/** An input for a name. @param {Record<string, unknown>} props */
export const nameField = (props) =>
  h("input", {
    name: "name",
    autocomplete: "nickname",
    oninput: ({ currentTarget }) => measure(currentTarget),
    ...props,
  });

/** Says in the browser's own way that a name is too long; a form with such a name is not sent. @param {HTMLInputElement} input */
export function measure(input) {
  const have = [...input.value.trim()].length;
  input.setCustomValidity(have > MOST ? t("name.long", { most: MOST, have }) : "");
  if (have > MOST) input.reportValidity();
}
