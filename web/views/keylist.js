// The list of keys in the help of a table, which is not shown on devices that usually have no keyboard.

import { h } from "../dom.js";
import { t } from "../texts.js";

/** The keys with what each does, as lines of a list. @param {(readonly [keys: string, text: string])[]} keys */
export const keyList = (keys) =>
  h(
    "section",
    { key: "keys", class: "keyboard" },
    h("h3", {}, t("help.keys")),
    h(
      "dl",
      { class: "keys" },
      keys.map(([names, text]) => [h("dt", { key: `k${text}` }, h("kbd", {}, names)), h("dd", { key: text }, text)]),
    ),
  );
