// A dialog that is created when it is needed, and removed when it is closed. It is beside the page, which stays active below it.

/** @import { Child } from "../dom.js" */

import { h, View } from "../dom.js";
import { icon } from "../icons.js";
import { showDialog } from "../layers.js";
import { t } from "../texts.js";
import { refusalTold } from "./home.js";

/** How many dialogs were made. */
let made = 0;

/** A dialog with `heading()` and `body()`, and a line for failures. */
export class Sheet extends View {
  #failed = "";
  /** The id of its title: several may be open at once. */
  #title = `sheet-title-${++made}`;

  draw() {
    return h(
      "dialog",
      {
        class: "sheet",
        closedby: this.stays ? "none" : "any",
        "aria-labelledby": this.#title,
        oncancel: (event) => this.stays && event.preventDefault(),
        onclose: () => this.remove(),
      },
      h(
        "div",
        { class: "panel-head" },
        h("h2", { id: this.#title }, this.heading()),
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

  /** Whether only its own controls can close it. */
  get stays() {
    return false;
  }

  /** The title of the dialog. @returns {string} */
  heading() {
    return "";
  }

  /** The contents of the dialog. @returns {Child} */
  body() {
    return null;
  }

  close() {
    this.querySelector("dialog")?.close();
  }

  /**
   * Does something; shows a message here if it is refused. Returns whether it succeeded.
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

/** Opens a dialog; `fields` are set before it is drawn. @param {string} tag @param {object} [fields] */
export function openSheet(tag, fields = {}) {
  const sheet = Object.assign(document.createElement(tag), fields);
  document.body.append(sheet);
  // The dialog draws itself before this runs.
  queueMicrotask(() => {
    const dialog = sheet.querySelector("dialog");
    if (dialog) showDialog(dialog);
  });
}
