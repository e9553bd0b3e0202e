// <giog-piece code="R">: a piece as it looks in the chosen set. It is a picture only: whoever shows it says what it is.

import { pieceSvg } from "../pieces/pieces.js";
import { settings } from "../settings.js";
import { t } from "../texts.js";

class Piece extends HTMLElement {
  static observedAttributes = ["code"];
  #shown = "";

  connectedCallback() {
    this.setAttribute("aria-hidden", "true");
    settings.addEventListener("change", this);
    this.handleEvent();
  }

  disconnectedCallback() {
    settings.removeEventListener("change", this);
  }

  attributeChangedCallback() {
    this.handleEvent();
  }

  handleEvent() {
    const code = this.getAttribute("code");
    const set = settings.get("set");
    if (!code || this.#shown === code + set) return;
    this.#shown = code + set;
    this.replaceChildren(pieceSvg(code, set, code === "back" ? "" : t(`kind.${code.toUpperCase()}`)));
  }
}

customElements.define("giog-piece", Piece);
