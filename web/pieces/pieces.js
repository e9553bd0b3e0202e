// Draws the pieces: discs with a character, as SVG that needs no installed font and no style sheet.
//
// Red and black are told apart without colour: between its two rings a red piece is open, a black one filled. That holds
// for every set, for colour-blind players and on paper.
//
// Colours are custom properties with defaults (pieces.css sets them for light and dark); they reach into shadow trees.
// A piece is decoration (`aria-hidden`): who shows it gives it a name, `t("piece.K")` as a rule.

import { EM, GLYPHS } from "./glyphs.js";

/** @typedef {"traditional" | "one" | "green" | "letters"} PieceSet */

/** All pieces, in strength order. */
export const CODES = [..."KkAaEeRrHhCcPp"];

/** The sets that can be chosen, and the keys of their names. @type {{id: PieceSet, text: string}[]} */
export const SETS = [
  { id: "traditional", text: "set.traditional" },
  { id: "one", text: "set.one" },
  { id: "green", text: "set.green" },
  { id: "letters", text: "set.letters" },
];

const SVG = "http://www.w3.org/2000/svg";

/** docs/RULES.md §1. */
const CHARACTERS = /** @type {Record<string, string>} */ ({
  K: "帥", A: "仕", E: "相", R: "俥", H: "傌", C: "炮", P: "兵",
  k: "將", a: "士", e: "象", r: "車", h: "馬", c: "砲", p: "卒",
});

/** The set `one`: both colours have the character that the commonest plain sets give to both. */
const SHARED = /** @type {Record<string, string>} */ ({ K: "將", A: "士", E: "象", R: "車", H: "馬", C: "炮", P: "兵" });

/** @type {Record<"red" | "black" | "green", string>} */
const INK = {
  red: "var(--piece-red, #b3201b)",
  black: "var(--piece-black, #1d1a17)",
  green: "var(--piece-green, #12603a)",
};
const FACE = "var(--piece-face, #f8ebcd)";
const RIM = "var(--piece-rim, #a8743c)";
const EDGE = "var(--piece-edge, #5b3a1c)";
const BACK = "var(--piece-back, #c08a4e)";
const BACK_INK = "var(--piece-back-ink, #8a5a2b)";

/** Height of an em on a disc of 100: characters, and letters with a name below. */
const CHARACTER_SIZE = 67;
const LETTER_SIZE = 56;
/** Height of a name below a letter; longer ones than so many letters are written smaller. */
const NAME_SIZE = 13.4;
const NAME_LETTERS = 8;
/** What thickens the strokes, in units of the em, so that small pieces are read. */
const CHARACTER_STROKE = 7;
const LETTER_STROKE = 22;
/** The radii of the rings, between which a red piece is open and a black one filled. */
const OUTER = 44;
const INNER = 38.5;

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {...(Node | string)} children
 * @returns {SVGElement}
 */
function svg(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * @param {string} character
 * @param {string} ink
 * @param {{size: number, stroke: number, y: number}} how height of the em, what thickens it, where its middle is
 */
function glyph(character, ink, { size, stroke, y }) {
  const transform = `translate(50 ${y}) scale(${size / EM})`;
  return svg("path", { d: GLYPHS[character] ?? "", fill: ink, stroke: ink, "stroke-width": stroke, transform });
}

/** @param {string} face */
function disc(face) {
  return [
    svg("circle", { cx: 50, cy: 50, r: 49, fill: RIM, stroke: EDGE, "stroke-width": 1.6 }),
    svg("circle", { cx: 50, cy: 50, r: 46, fill: face }),
  ];
}

/** @param {string} ink @param {boolean} red */
function rings(ink, red) {
  if (red) {
    return [OUTER, INNER].map((r) => svg("circle", { cx: 50, cy: 50, r: r - 0.8, fill: "none", stroke: ink, "stroke-width": 1.6 }));
  }
  const middle = (OUTER + INNER) / 2;
  return [svg("circle", { cx: 50, cy: 50, r: middle, fill: "none", stroke: ink, "stroke-width": OUTER - INNER })];
}

function back() {
  return [
    ...disc(BACK),
    svg("circle", { cx: 50, cy: 50, r: OUTER - 4, fill: "none", stroke: BACK_INK, "stroke-width": 1.6 }),
    svg("circle", { cx: 50, cy: 50, r: OUTER - 9, fill: "none", stroke: BACK_INK, "stroke-width": 1.6 }),
    svg("path", { d: "M50 34 66 50 50 66 34 50Z", fill: "none", stroke: BACK_INK, "stroke-width": 2.4 }),
  ];
}

/** @param {string} letter @param {string} ink @param {string} word what stands below the letter */
function letters(letter, ink, word) {
  const name = svg(
    "text",
    {
      class: "piece-name", x: 50, y: 70, fill: ink, "font-size": Math.min(NAME_SIZE, (NAME_SIZE * NAME_LETTERS) / word.length),
      "text-anchor": "middle", "font-weight": 600, "font-family": "system-ui, sans-serif",
    },
    word,
  );
  const drawn = glyph(letter, ink, { size: LETTER_SIZE, stroke: LETTER_STROKE, y: 37 });
  return [svg("g", { class: "piece-letter" }, drawn), name];
}

/**
 * A piece as an SVG element without a size of its own: CSS, or the element it is in, gives it one.
 *
 * @param {string} code a letter of docs/RULES.md §1, upper case red, or `back` for one that lies face down
 * @param {PieceSet} [set]
 * @param {string} [word] the name that the set of letters writes below them
 * @returns {SVGElement}
 */
export function pieceSvg(code, set = "traditional", word = "") {
  const root = svg("svg", { viewBox: "0 0 100 100", class: "piece", "aria-hidden": "true", focusable: "false" });
  if (code === "back") {
    root.append(...back());
    return root;
  }
  const kind = code.toUpperCase();
  if (!(kind in SHARED)) throw new RangeError(`no piece: ${code}`);
  const red = code === kind;
  const ink = INK[red ? "red" : set === "green" ? "green" : "black"];
  root.append(...disc(FACE), ...rings(ink, red));
  if (set === "letters") root.append(...letters(kind, ink, word));
  else {
    const character = (set === "one" ? SHARED[kind] : CHARACTERS[code]) ?? "";
    root.append(glyph(character, ink, { size: CHARACTER_SIZE, stroke: CHARACTER_STROKE, y: 50 }));
  }
  return root;
}
