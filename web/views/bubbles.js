// Chat lines, shown beside their seats for a moment.

/**
 * @import { ChatLine, Seat } from "../types/protocol.js"
 * @import { Shown } from "../types/page.js"
 */

import { h } from "../dom.js";
import { t } from "../texts.js";

/** How long a line is shown at a seat, in milliseconds: enough to read two hundred characters. */
const SHOWN_MS = 7_000;

/** The text of a line; phrases are translated. @param {ChatLine} line */
export const lineTold = (line) => ("text" in line ? line.text : t(`phrase.${line.phrase}`));

/** The latest lines of the people at the table. */
export class Bubbles {
  /** @type {Map<Seat, { text: string, number: number, until: number }>} */
  #lines = new Map();
  #number = 0;

  /** @param {ChatLine} line */
  say(line) {
    if (line.seat != null) this.show(line.seat, lineTold(line));
  }

  /** Shows a text at a seat. @param {Seat} seat @param {string} text */
  show(seat, text) {
    this.#lines.set(seat, { text, number: this.#number++, until: performance.now() + SHOWN_MS });
  }

  /** The latest line at a seat. @param {Seat} seat */
  at(seat) {
    const line = this.#lines.get(seat);
    return line && line.until > performance.now() ? line : null;
  }
}

/**
 * The latest line at a seat; only visual, because the table's log has it for screen readers.
 *
 * @param {Pick<Shown, "bubbles">} table
 * @param {Seat} seat
 */
export function bubble({ bubbles }, seat) {
  const line = bubbles?.at(seat);
  return (
    line && h("span", { key: `bubble${line.number}`, class: "bubble", "aria-hidden": "true", dir: "auto" }, line.text)
  );
}
