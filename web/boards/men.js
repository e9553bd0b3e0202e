// Drawings of the pieces of all boards: those of Chinese chess as everywhere on the page, armies of seven states, stones.
//
// States differ in colour, shape of their pieces, and text. Characters are outlines; people who have chosen letters get these.

/**
 * @import { Child } from "../dom.js"
 * @import { BoardVariant } from "../types/protocol.js"
 */

import { h } from "../dom.js";
import { boardGame } from "../games/boards.js";
import { EM, GLYPHS } from "../pieces/glyphs.js";
import { settings } from "../settings.js";
import { BOARD_GLYPHS } from "./glyphs.js";

/** The characters of seven kingdoms (docs/BOARDS.md). @type {Record<string, string>} */
const CHARACTERS = {
  G: "將",
  D: "偏",
  A: "裨",
  E: "行",
  C: "砲",
  B: "弓",
  X: "弩",
  K: "刀",
  S: "劍",
  H: "騎",
};

/**
 * The corners of a regular polygon around the middle of a square of 100 units; `turned` is the angle of the first one.
 *
 * @param {number} n
 * @param {number} turned
 */
function polygon(n, turned, radius = 50) {
  const corners = Array.from({ length: n }, (_, i) => {
    const angle = ((turned + (i * 360) / n) * Math.PI) / 180;
    return `${(50 + radius * Math.sin(angle)).toFixed(1)} ${(50 - radius * Math.cos(angle)).toFixed(1)}`;
  });
  return `M${corners.join("L")}Z`;
}

const DISC = "M50 2a48 48 0 1 0 .1 0z";

/** A cross with short arms. */
const CROSS = "M22 4H78V22H96V78H78V96H22V78H4V22H22Z";

/** The look of each state's pieces: background, ink, shape. @type {Record<string, [string, string, string]>} */
const LOOKS = {
  w: ["#fbf8f0", "#1d1a17", DISC],
  r: ["#b3201b", "#fff6e8", "M8 8H92V92H8Z"],
  o: ["#f0932b", "#1d1208", polygon(4, 0, 54)],
  b: ["#1f3f8f", "#fff6e8", polygon(6, 0, 51)],
  g: ["#1f6b3a", "#fff6e8", polygon(8, 22.5, 52)],
  p: ["#7a3b96", "#fff6e8", polygon(5, 36, 55)],
  k: ["#24211e", "#fff6e8", CROSS],
  "*": ["#f3d04a", "#3a2408", DISC],
};

/** @param {string} character @param {string} ink @param {number} size height of the em on a square of 100 */
function glyph(character, ink, size) {
  const d = GLYPHS[character] ?? BOARD_GLYPHS[character] ?? "";
  return h("path", {
    d,
    fill: ink,
    stroke: ink,
    "stroke-width": 8,
    transform: `translate(50 50) scale(${size / EM})`,
  });
}

/** @param {Child[]} children */
const drawing = (...children) =>
  h("svg", { class: "piece", viewBox: "0 0 100 100", "aria-hidden": "true", focusable: "false" }, ...children);

/** A piece of a state, or of Zhou. @param {string} code */
function army(code) {
  const [letter = "", kind = ""] = code;
  const [ground, ink, shape] = LOOKS[letter] ?? ["#fff", "#000", DISC];
  const character = code === "*" ? "周" : settings.get("set") === "letters" ? kind : (CHARACTERS[kind] ?? kind);
  const edge = h("path", { d: shape, fill: ground, stroke: "#1a1006", "stroke-width": 3, "stroke-linejoin": "round" });
  return drawing(edge, glyph(character, ink, 64));
}

/** The flag of a state in a list: a piece with the state's name on it. @param {string} letter @param {string} character */
export function flag(letter, character) {
  const [ground, ink, shape] = LOOKS[letter] ?? ["#fff", "#000", DISC];
  return drawing(
    h("path", { d: shape, fill: ground, stroke: "#1a1006", "stroke-width": 3, "stroke-linejoin": "round" }),
    glyph(character, ink, 62),
  );
}

/** A stone by its code. @param {string} code */
function stone(code) {
  const dark = code === "x";
  return drawing(
    h("path", { d: DISC, class: dark ? "stone dark" : "stone light" }),
    h("path", { d: "M50 18a32 32 0 1 0 .1 0z", class: dark ? "stone-ring dark" : "stone-ring light" }),
  );
}

/** The pieces that are not those of Chinese chess. */
const DRAWN = { army, stone };

/**
 * A piece of this game, by its code.
 *
 * @param {BoardVariant} variant
 * @param {string} code
 * @returns {Child}
 */
export function man(variant, code) {
  const { men } = boardGame(variant);
  return men ? DRAWN[men](code) : h("giog-piece", { code: code === "?" ? "back" : code });
}

/** The river of Chinese chess, written across the middle. @param {number} y */
export function river(y) {
  const at = (/** @type {string} */ character, /** @type {number} */ x) =>
    h("path", {
      d: GLYPHS[character] ?? BOARD_GLYPHS[character] ?? "",
      class: "river",
      transform: `translate(${x} ${y}) scale(${0.55 / EM})`,
    });
  return [at("楚", 1.35), at("河", 2.35), at("漢", 5.65), at("界", 6.65)];
}
