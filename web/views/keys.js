// The keys at a table that read things aloud.

/**
 * @import { Shown } from "../types/page.js"
 */

import { meant } from "../keyboard.js";
import { piecesInWords, playInWords } from "../rules.js";
import { list, t } from "../texts.js";
import { hint } from "./coach.js";
import { statusTold } from "./status.js";
import { nameAt, trickTold } from "./told.js";

/** The text that each key reads. @type {{ [key: string]: ((table: Shown) => string) | undefined }} */
const READ = {
  h: ({ match }) => (match.view.hand ? t("read.hand", { pieces: piecesInWords(match.view.hand) }) : t("read.no_hand")),
  t: (table) => [statusTold(table), hint(table)].filter(Boolean).join(" "),
  s: ({ room, match }) =>
    list(match.view.captured.map((n, seat) => t("read.captured", { name: nameAt(room, seat), n }))),
  l: (table) => {
    const { room, variant, match } = table;
    const last = match.view.tricks.at(-1);
    if (!last) return t("history.none");
    const plays = last.plays.map((pieces, seat) =>
      t("read.play", { name: nameAt(room, seat), play: pieces ? playInWords(variant, pieces) : t("play.unseen") }),
    );
    return [...plays, trickTold(table, last)].join(" ");
  },
};

/**
 * The text that a key reads at a table or in a review; undefined for other keys.
 *
 * @param {Shown} table
 * @param {KeyboardEvent} event
 */
export function reading(table, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  return READ[meant(event).toLowerCase()]?.(table);
}

/** Whether a key is typed into an input. @param {KeyboardEvent} event */
export const typed = ({ target }) =>
  target instanceof Element && target.closest("input, select, textarea, dialog[open], [popover]") !== null;
