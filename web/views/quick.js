// What quick play may choose besides the game. It is loaded when somebody narrows the lobby, which quick play follows.

import { h } from "../dom.js";
import { session } from "../session.js";
import { settings } from "../settings.js";
import { t } from "../texts.js";
import { whoElse } from "./dan.js";
import { laterTexts } from "./language.js";

await laterTexts();

/** The choices whether quick play is rated, which is explained, and whether it may lead to declared bots. */
export const quickChoices = () => [
  h(
    "div",
    { key: "rated", class: "field" },
    choice("rated"),
    h("p", { id: "rated-what", class: "small" }, t("rated.what"), " ", whoElse(session.me?.limits.rated_bots_ms)),
  ),
  // Other people's programs play no rated matches.
  !settings.get("rated") && choice("programs"),
];

/** @param {"rated" | "programs"} name */
const choice = (name) =>
  h(
    "label",
    { key: name, class: "check" },
    h("input", {
      type: "checkbox",
      checked: settings.get(name),
      "aria-describedby": name === "rated" && "rated-what",
      onchange: ({ currentTarget }) => settings.set(name, currentTarget.checked),
    }),
    t(`home.quick.${name}`, { quick: t("home.quick") }),
  );
