// <giog-ended>: shown when this browser's token has ended, or its person's data was deleted, until the person decides how to continue.
// After a login with a recovery code it shows the next code, until the person has written it down.

import { h, View } from "../dom.js";
import { session } from "../session.js";
import { t } from "../texts.js";
import { title } from "./attention.js";
import { refusalTold } from "./home.js";
import { laterTexts } from "./language.js";
import { codeForm, comeBack } from "./recovery.js";
import { openDevices } from "./devices.js";

await laterTexts();

class Ended extends View {
  #failed = "";

  prepare() {
    title(`${t(session.forgotten ? "forgotten.title" : "ended.title")} – Giog`);
  }

  draw() {
    if (session.forgotten) return this.#forgotten();
    return h(
      "section",
      { class: "hero stack" },
      h("h1", {}, t("ended.title")),
      h("p", { role: "alert" }, t("ended.why")),
      h(
        "div",
        { class: "buttons" },
        h("button", { class: "main", onclick: () => session.startAnew() }, t("ended.new")),
      ),
      h("p", {}, t("ended.back")),
      codeForm((code) => this.#back(code), t("recovery.code")),
      h("p", { class: "fault", role: "alert" }, this.#failed),
    );
  }

  #forgotten() {
    return h(
      "section",
      { class: "hero stack" },
      h("h1", {}, t("forgotten.title")),
      h("p", { role: "alert" }, t("forgotten.done")),
      h(
        "div",
        { class: "buttons" },
        h("button", { class: "main", onclick: () => session.startAnew() }, t("ended.new")),
      ),
    );
  }

  /** @param {string} code */
  async #back(code) {
    try {
      openDevices(await comeBack(code));
    } catch (refusal) {
      this.#failed = refusalTold(refusal);
      this.redraw();
    }
  }
}

customElements.define("giog-ended", Ended);
