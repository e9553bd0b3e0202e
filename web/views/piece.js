// <giog-piece code="R">: a piece in the chosen set; with `plain` without sign and rank. It is only a picture: views that use it also say
// what it is.

import { pieceSvg } from "../pieces/pieces.js";
import { settings } from "../settings.js";
import { t } from "../texts.js";

class Piece extends HTMLElement {
  static observedAttributes = ["code"];
  #shown = "";

  connectedCallback() {
    this.setAttribute("aria-hidden", "true");
    settings.addEventListener("change", this);
    document.addEventListener("language", this);
    this.handleEvent();
  }

  disconnectedCallback() {
    settings.removeEventListener("change", this);
    document.removeEventListener("language", this);
  }

  attributeChangedCallback() {
    this.handleEvent();
  }

  handleEvent() {
    const code = this.getAttribute("code");
    const set = settings.get("set");
    const marked = settings.marked && !this.hasAttribute("plain");
    const shown = `${code} ${set} ${marked} ${document.documentElement.lang}`;
    if (!code || this.#shown === shown) return;
    this.#shown = shown;
    this.replaceChildren(
      pieceSvg(code, set, { word: code === "back" ? "" : t(`kind.short.${code.toUpperCase()}`), marked }),
    );
  }
}

customElements.define("giog-piece", Piece);
