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

  heading() {
    return this.yes;
  }

  body() {
    return [
      h("p", { key: "text" }, this.text),
      h(
        "div",
        { key: "buttons", class: "buttons" },
        // The safe answer has the focus.
        h("button", { key: "no", type: "button", autofocus: true, onclick: () => this.close() }, t("cancel")),
        h("button", { key: "yes", type: "button", class: "main", onclick: () => this.#do() }, this.yes),
      ),
    ];
  }

  #do() {
    this.close();
    this.act();
  }
}

customElements.define("giog-question", Question);

/**
 * Asks before something is done; `yes` is the name of the button that does it.
 *
 * @param {string} text
 * @param {string} yes
 * @param {() => void} act
 */
export const askFirst = (text, yes, act) => openSheet("giog-question", { text, yes, act });
