// What people say, for a moment beside their seat.

/**
 * @import { ChatLine, Seat } from "../types/protocol.js"
 * @import { Shown } from "../types/page.js"
 */

import { h } from "../dom.js";
import { t } from "../texts.js";

/** How long a line stands at a seat: time to read two hundred characters. */
const SHOWN_MS = 7_000;

/** What a line says: a set phrase is said in the reader's language. @param {ChatLine} line */
export const lineTold = (line) => ("text" in line ? line.text : t(`phrase.${line.phrase}`));

/** The latest lines of those at the table. */
export class Bubbles {
  /** @type {Map<Seat, { text: string, number: number, until: number }>} */
  #lines = new Map();
  #number = 0;

  /** @param {ChatLine} line */
  say(line) {
    if (line.seat != null)
      this.#lines.set(line.seat, { text: lineTold(line), number: this.#number++, until: performance.now() + SHOWN_MS });
  }

  /** What was said at a seat just now. @param {Seat} seat */
  at(seat) {
    const line = this.#lines.get(seat);
    return line && line.until > performance.now() ? line : null;
  }
}

/** What somebody at a seat has just said; for the eye, as the table tells it in its log. @param {Pick<Shown, "bubbles">} table @param {Seat} seat */
export function bubble({ bubbles }, seat) {
  const line = bubbles?.at(seat);
  return line && h("span", { key: `bubble${line.number}`, class: "bubble", "aria-hidden": "true" }, line.text);
}
