// What quick play may choose besides the game. It is loaded when somebody narrows the lobby, which quick play follows.

import { h } from "../dom.js";
import { settings } from "../settings.js";
import { t } from "../texts.js";
import { laterTexts } from "./language.js";

await laterTexts();

/** The choice whether quick play may lead to declared bots. */
export const programs = () =>
  h(
    "label",
    { key: "programs", class: "check" },
    h("input", {
      type: "checkbox",
      checked: settings.get("programs"),
      onchange: ({ currentTarget }) => settings.set("programs", currentTarget.checked),
    }),
    t("home.quick.programs", { quick: t("home.quick") }),
  );
