// <giog-move>, at `move/CODE`: logs this browser in as the person who comes from another device, after asking.

/**
 * @import { HandedOver } from "../types/protocol.js"
 */

import { h, View } from "../dom.js";
import { amend } from "../layers.js";
import { go } from "../places.js";
import { ask, end } from "../rest.js";
import { session } from "../session.js";
import { personName } from "../terms.js";
import { t } from "../texts.js";
import { title } from "./attention.js";
import { refusalTold } from "./home.js";
import { laterTexts } from "./language.js";

await laterTexts();

class Move extends View {
  /** @type {HandedOver | null} */
  #who = null;
  #failed = "";
  /** Whether this browser takes over that identity. */
  #went = false;

  began() {
    this.follow(session, "change", () => this.redraw());
    const [, code = ""] = this.here;
    // A code can be used only once, so it is removed from the browser's history.
    amend("#/move");
    this.#take(code);
  }

  prepare() {
    title(`${t("move.title")} – Giog`);
  }

  /** @param {string} code */
  async #take(code) {
    try {
      const who = await ask("/guests/handover", { method: "POST", body: { code } });
      this.#who = who;
      this.onEnd(() => this.#went || giveBack(who));
    } catch (refusal) {
      this.#failed = refusalTold(refusal);
    }
    this.redraw();
  }

  draw() {
    const { me, connection } = session;
    if (this.#failed) return this.#page(t("move.failed"), this.#failed);
    // If the server accepts no new guests, this browser has no identity yet.
    if (!this.#who || (!me && !connection.closed)) return h("p", { class: "loading" }, t("table.coming"));
    const name = `${personName(this.#who.name)}#${this.#who.tag}`;
    if (this.#who.player === me?.player) return this.#page(t("move.same", { name }));
    return h(
      "section",
      { class: "hero" },
      h("h1", {}, t("move.ask", { name })),
      me && h("p", {}, t("move.instead", { name: personName(me.name) })),
      h(
        "div",
        { class: "buttons" },
        h("a", { class: "button", href: "/" }, me ? t("move.no", { name: personName(me.name) }) : t("cancel")),
        h("button", { class: "main", onclick: () => this.#go() }, t("move.yes", { name })),
      ),
    );
  }

  /** @param {string} title @param {string} [text] */
  #page(title, text) {
    return h(
      "section",
      { class: "hero" },
      h("h1", {}, title),
      text && h("p", { role: "alert" }, text),
      h("a", { class: "button main", href: "/" }, t("table.lobby")),
    );
  }

  /** Takes over the identity, and goes to the person's table. */
  async #go() {
    this.#went = true;
    if (this.#who) await session.become(this.#who);
    const [room] = session.seated;
    go(room ? `/room/${room}` : "/");
  }
}

/** Ends a token that is not used after all, so that no unused device is listed. @param {HandedOver} who */
function giveBack({ device, token }) {
  end(`/guests/me/devices/${device}`, token).catch(() => {});
}

customElements.define("giog-move", Move);
