// A dialog that is made when it is wanted, and gone when it is closed. It stands beside the page, which goes on below it.

/** @import { Child } from "../dom.js" */

import { h, View } from "../dom.js";
import { icon } from "../icons.js";
import { t } from "../texts.js";
import { refusalTold } from "./home.js";

/** A dialog with `heading()` and `body()`, and a line for what failed. */
export class Sheet extends View {
  #failed = "";

  draw() {
    return h(
      "dialog",
      {
        class: "sheet",
        closedby: this.stays ? "none" : "any",
        "aria-labelledby": "sheet-title",
        oncancel: (event) => this.stays && event.preventDefault(),
        onclose: () => this.remove(),
      },
      h(
        "div",
        { class: "panel-head" },
        h("h2", { id: "sheet-title" }, this.heading()),
        !this.stays &&
          h(
            "button",
            { class: "quiet", type: "button", "aria-label": t("close"), onclick: () => this.close() },
            icon("close"),
          ),
      ),
      this.body(),
      h("p", { class: "fault", role: "alert" }, this.#failed),
    );
  }

  /** Whether nothing closes it but what it shows. */
  get stays() {
    return false;
  }

  /** What it is about. @returns {string} */
  heading() {
    return "";
  }

  /** What it shows. @returns {Child} */
  body() {
    return null;
  }

  close() {
    this.querySelector("dialog")?.close();
  }

  /**
   * Does something; says so here where it is refused. Gives whether it was done.
   *
   * @param {() => Promise<unknown>} act
   */
  async attempt(act) {
    this.#failed = "";
    try {
      await act();
      return true;
    } catch (refusal) {
      this.#failed = refusalTold(refusal);
      return false;
    } finally {
      this.redraw();
    }
  }
}

/** Shows a dialog; `fields` are put on it before it is drawn. @param {string} tag @param {object} [fields] */
export function openSheet(tag, fields = {}) {
  const sheet = Object.assign(document.createElement(tag), fields);
  document.body.append(sheet);
  // It draws itself before this.
  queueMicrotask(() => sheet.querySelector("dialog")?.showModal());
}
