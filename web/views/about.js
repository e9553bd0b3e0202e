// <giog-about>: information about this server, the operator's text, and the credits of the page.

/**
 * @import { ServerInfo } from "../types/protocol.js"
 */

import { h, View } from "../dom.js";
import { server } from "../rest.js";
import { pageFile } from "../root.js";
import { t } from "../texts.js";
import { title } from "./attention.js";
import { laterTexts } from "./language.js";

await laterTexts();

/** The licence of the font for the characters on pieces. */
const LICENCE = pageFile("pieces/LICENSE-font.txt");

class About extends View {
  /** @type {ServerInfo | null} */
  #server = null;

  began() {
    this.load(async () => (this.#server = await server()));
  }

  prepare() {
    title(`${t("about.title")} – Giog`);
  }

  draw() {
    const { name, version, notice, contact, security_contact } = this.#server ?? {};
    return h(
      "section",
      { class: "about-page" },
      h("h1", {}, t("about.title")),
      h("p", {}, t("about.what")),
      this.#server &&
        h("p", {}, name === "Giog" ? t("about.version", { version }) : t("about.server", { name, version })),
      notice && h("p", {}, t("announcement", { text: notice })),
      contact && h("p", {}, t("about.contact", { contact })),
      security_contact && h("p", {}, t("about.security", { contact: security_contact.replace(/^(mailto|tel):/, "") })),
      h(
        "ul",
        { class: "list" },
        h("li", {}, h("a", { href: "/learn" }, t("learn.title"))),
        h("li", {}, h("a", { href: "/api/docs" }, t("about.rest"))),
        h("li", {}, t("about.glyphs"), " ", h("a", { href: LICENCE, target: "_blank" }, t("about.licence"))),
      ),
      h("p", { class: "small" }, t("about.kept")),
    );
  }
}

customElements.define("giog-about", About);
