// <giog-question>: asks before something that cannot be taken back, or that concerns others.

import { h } from "../dom.js";
import { t } from "../texts.js";
import { openSheet, Sheet } from "./sheet.js";

class Question extends Sheet {
  /** What is asked. */
  text = "";
  /** The name of what is done then. */
  yes = "";
  /** @type {() => void} */
  act = () => {};
  /** Another way, beside it. @type {{ yes: string, act: () => void } | undefined} */
  other;

  heading() {
    return this.yes;
  }

  body() {
    const { other } = this;
    return [
      h("p", { key: "text" }, this.text),
      h(
        "div",
        { key: "buttons", class: "buttons" },
        // The safe answer has the focus.
        h("button", { key: "no", type: "button", autofocus: true, onclick: () => this.close() }, t("cancel")),
        other && h("button", { key: "other", type: "button", onclick: () => this.#do(other.act) }, other.yes),
        h("button", { key: "yes", type: "button", class: "main", onclick: () => this.#do(this.act) }, this.yes),
      ),
    ];
  }

  /** @param {() => void} act */
  #do(act) {
    this.close();
    act();
  }
}

customElements.define("giog-question", Question);

/**
 * Asks before something is done; `yes` is the name of the button that does it. There may be another way beside it.
 *
 * @param {string} text
 * @param {string} yes
 * @param {() => void} act
 * @param {{ yes: string, act: () => void }} [other]
 */
export const askFirst = (text, yes, act, other) => openSheet("giog-question", { text, yes, act, other });
