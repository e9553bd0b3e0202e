// Technical terms within a text: each is a button that shows its meaning.

/**
 * @import { Child, On } from "../dom.js"
 * @import { Word } from "../words.js"
 */

import { h, View } from "../dom.js";
import { rulesTexts } from "../learn/language.js";
import { partsOf, wordMeans, wordName } from "../words.js";

/** A text with buttons for its technical terms. @param {string} text @returns {Child} */
export function explained(text) {
  return partsOf(text).map((part) =>
    typeof part === "string"
      ? part
      : h(
          "button",
          { key: part.word, class: "word", type: "button", onclick: (event) => ask(event, part.word) },
          part.text,
        ),
  );
}

/** @param {On<MouseEvent, HTMLElement>} event @param {Word} word */
function ask({ currentTarget }, word) {
  const meaning = /** @type {Meaning} */ (
    document.querySelector("giog-meaning") ?? document.body.appendChild(document.createElement("giog-meaning"))
  );
  meaning.show(word, currentTarget);
}

/** The meaning of a term, shown beside it. It takes the focus, so that it is read aloud; Escape closes it and returns the focus. */
class Meaning extends View {
  /** @type {Word} */
  #word = "trick";

  /** @param {Word} word @param {HTMLElement} source the word that was asked about */
  show(word, source) {
    this.#word = word;
    this.className = "menu meaning";
    this.tabIndex = -1;
    this.autofocus = true;
    this.popover = "auto";
    this.setAttribute("role", "dialog");
    this.setAttribute("aria-label", wordName(word));
    this.redraw();
    this.load(rulesTexts);
    // If the browser supports it, it is placed beside its term.
    queueMicrotask(() =>
      /** @type {(options: { source: HTMLElement }) => void} */ (this.showPopover).call(this, { source }),
    );
  }

  draw() {
    return [h("strong", {}, wordName(this.#word)), h("p", {}, wordMeans(this.#word))];
  }
}

customElements.define("giog-meaning", Meaning);
