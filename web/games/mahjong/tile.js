// <giog-mahjong code="5p">: a tile of mahjong; without a code its back. It is only a picture: views that use it also say what it is. For
// people who do not read the characters, its number or letter is in a corner, if the settings say so. Tiles like the one that is looked at
// are lit.

import { settings } from "../../settings.js";
import { known, number } from "../../texts.js";
import { shapesOf } from "./faces.js";

const SVG = "http://www.w3.org/2000/svg";

/** Faces that were drawn before, to be copied. @type {Map<string, SVGElement>} */
const drawn = new Map();

/** @param {string} tile */
function face(tile) {
  const there = drawn.get(tile);
  if (there) return there;
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 60 80");
  for (const { d, fill, move } of shapesOf(tile)) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", d);
    path.setAttribute("fill", fill);
    path.setAttribute("fill-rule", "evenodd");
    if (move) path.setAttribute("transform", move);
    svg.append(path);
  }
  drawn.set(tile, svg);
  return svg;
}

/** The text in the corner: a number, or the letter of a wind or a dragon. @param {string} tile */
const corner = (tile) => known(`mj.corner.${tile}`) ?? number(Number(tile[0]));

/** The face of which all tiles on the page are lit; empty for none. */
let lit = "";
/** The tiles on the page. @type {Set<MahjongTile>} */
const tiles = new Set();

/** Lights all tiles with this face, and no others. @param {string} code */
export function light(code) {
  if (code === lit) return;
  lit = code;
  for (const tile of tiles) tile.glow();
}

class MahjongTile extends HTMLElement {
  static observedAttributes = ["code"];
  #shown = "";

  connectedCallback() {
    tiles.add(this);
    this.setAttribute("aria-hidden", "true");
    settings.addEventListener("change", this);
    document.addEventListener("language", this);
    this.handleEvent();
  }

  disconnectedCallback() {
    tiles.delete(this);
    settings.removeEventListener("change", this);
    document.removeEventListener("language", this);
  }

  attributeChangedCallback() {
    this.handleEvent();
  }

  /** Lights it if its face is the one that is lit. */
  glow() {
    const code = this.getAttribute("code");
    this.toggleAttribute("data-lit", Boolean(code) && code === lit);
  }

  handleEvent() {
    const code = this.getAttribute("code") ?? "";
    this.glow();
    const mark = code && settings.marked ? corner(code) : "";
    if (this.#shown === `${code}/${mark}` && this.firstChild) return;
    this.#shown = `${code}/${mark}`;
    if (mark) this.dataset.mark = mark;
    else delete this.dataset.mark;
    this.replaceChildren(...(code ? [face(code).cloneNode(true)] : []));
  }
}

customElements.define("giog-mahjong", MahjongTile);
