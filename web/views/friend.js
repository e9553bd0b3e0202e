// <giog-friend>, at `#/friend/CODE`: makes friends of this browser's person and whoever sent the link, after asking.

import { h, View } from "../dom.js";
import { amend } from "../layers.js";
import { ask, TOKEN } from "../rest.js";
import { session } from "../session.js";
import { settings } from "../settings.js";
import { kept } from "../storage.js";
import { calledName } from "../terms.js";
import { t } from "../texts.js";
import { title } from "./attention.js";
import { refusalTold } from "./home.js";
import { laterTexts } from "./language.js";

await laterTexts();

class Friend extends View {
  #code = "";
  #failed = "";
  /** Who is a friend now. */
  #name = "";

  began() {
    [, this.#code = ""] = this.here;
    // Whoever looks at the browser's history is not to find it.
    amend("#/friend");
  }

  prepare() {
    title(`${t("friends.title")} – Giog`);
  }

  draw() {
    if (this.#failed || this.#name) {
      const failed = this.#failed && [h("h1", {}, t("move.failed")), h("p", { role: "alert" }, this.#failed)];
      return h(
        "section",
        { class: "hero" },
        failed || h("h1", {}, t("friends.agree.done", { name: this.#name })),
        h("a", { class: "button main", href: "/" }, t("table.lobby")),
      );
    }
    return h(
      "section",
      { class: "hero" },
      h("h1", {}, t("friend.ask")),
      h("p", {}, t("friend.what")),
      h(
        "div",
        { class: "buttons" },
        h("a", { class: "button", href: "/" }, t("cancel")),
        h("button", { class: "main", onclick: () => this.#agree() }, t("friend.yes")),
      ),
    );
  }

  async #agree() {
    try {
      if (!kept(TOKEN)) await session.greeted();
      const body = { code: this.#code };
      this.#name = calledName(await ask("/guests/me/friends", { method: "POST", body }));
      settings.set("friends", true);
    } catch (refusal) {
      this.#failed = refusalTold(refusal);
    }
    this.redraw();
  }
}

customElements.define("giog-friend", Friend);
