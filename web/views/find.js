// <giog-find>: looks for a player by name and tag, and goes to their page.

/** @import { On } from "../dom.js" */

import { h, View } from "../dom.js";
import { go } from "../places.js";
import { ask } from "../rest.js";
import { t } from "../texts.js";
import { brought } from "./home.js";
import { laterTexts } from "./language.js";

await laterTexts();

/** More than any name with its tag has, in characters. */
const MOST = 64;
/** A name and a tag. */
const WHOLE = ".*[^ ].*#[0-9]{4} *";

class Find extends View {
  #told = "";

  draw() {
    return h(
      "form",
      { class: "find", role: "search", "aria-label": t("find.title"), onsubmit: (event) => this.#find(event) },
      h(
        "label",
        { key: "who" },
        t("find.title"),
        h("input", {
          name: "name",
          type: "text",
          dir: "auto",
          required: true,
          maxlength: MOST,
          pattern: WHOLE,
          title: t("find.how"),
          placeholder: "Lin#0042",
          autocomplete: "off",
          spellcheck: "false",
        }),
      ),
      h("button", { key: "go", type: "submit" }, t("find.go")),
      h("p", { key: "told", class: "small", role: "status" }, this.#told),
    );
  }

  /** @param {On<SubmitEvent, HTMLFormElement>} event */
  #find(event) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name")).trim();
    this.#told = "";
    return brought(this, async () => {
      const { players } = await ask(`/players?name=${encodeURIComponent(name)}`);
      const [found] = players;
      if (found) return go(`/player/${found.player}`);
      this.#told = t("find.none");
      this.redraw();
    });
  }
}

customElements.define("giog-find", Find);
