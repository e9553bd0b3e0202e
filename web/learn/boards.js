// Boards and pieces on the pages with rules of games on boards; loaded with the first such page.

/**
 * @import { BoardVariant } from "../types/protocol.js"
 * @import { Diagram } from "./parts.js"
 */

import "../boards/board.js";
import { man } from "../boards/men.js";
import { boardGame } from "../games/boards.js";
import { h } from "../dom.js";
import { t } from "../texts.js";

/** @param {Diagram} diagram @param {string} [text] what is said of it */
export function diagram({ variant, text: position, marks }, text) {
  const { large = false } = boardGame(variant);
  const look = ["learn-board", text && "beside", large && "large"];
  const shown = { variant, text: position, marks, zooms: large, label: t("board.label") };
  return h(
    "figure",
    { class: look.filter(Boolean).join(" ") },
    h("giog-board", { ".shown": shown }),
    text && h("figcaption", {}, t(text)),
  );
}

/** Pieces of armies with their names. @param {BoardVariant} variant @param {string[]} codes */
export const men = (variant, codes) =>
  h(
    "ul",
    { class: "learn-men" },
    codes.map((code) =>
      h(
        "li",
        { key: code },
        h("span", { class: "learn-man", "aria-hidden": "true" }, man(variant, code)),
        t(`kingdom.${code[1]}`),
      ),
    ),
  );
