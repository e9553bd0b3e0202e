// Draws the pieces: discs with a character, as SVG that needs no installed font and no style sheet.
//
// Red and black differ not only in colour: the ring between the two circles is empty for red and filled for black. This works in every
// set, for colour-blind players and on paper.
//
// Colours are custom properties with defaults (pieces.css sets them for light and dark); they also apply within shadow trees. A piece is
// decoration (`aria-hidden`): the code that shows it must give it a name, usually `t("piece.K")`.

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

/** The kinds from the lowest to the highest; the rank of a kind is its index plus 1. */
const RANKS = "PCHREAK";

/** The digits from 1 on, as lines around the middle. They are drawn, so that they are not part of a button's text. */
const DIGITS = [
  "M-4-5 0-8V8",
  "M-5-4C-5-9.5 5-9.5 5-4 5 0-5 3-5 8H5",
  "M-5-7C0-10 5-8 5-4.5S1-.5-1-.5C2-.5 5 .5 5 4S0 10-5 7",
  "M3 8V-8L-6 4H6",
  "M5-8H-4L-4.5-1C0-3 5-1.5 5 3S0 9.5-5 7",
  "M4-8C-2-6-5-1-5 3a5 5 0 1 0 10 0 5 5 0 0 0-9.5-2",
  "M-5-8H5L-1 8",
];

/** A sign for each kind, on a square of 24 units: a soldier, a cannon, a horse, a wheel, an elephant, a shield, a crown. */
const SIGNS = /** @type {Record<string, string>} */ ({
  P: "M12 2a4 4 0 0 1 2.6 7H17v2.5h-2.2L18 20v2H6v-2l3.2-8.5H7V9h2.4A4 4 0 0 1 12 2z",
  C: "M2 9.5 16.5 4l3 6L9 14.5A5 5 0 1 1 4.2 15zM6 14.5a2.5 2.5 0 1 0 .1 0z",
  H: "M7 22c0-5 4-6 4-9.5L7.5 14 4 12.5 5 9l5-5.5 1-2 2 2c5 1 7.5 6 7.5 12L20 22z",
  R: "M12 2a10 10 0 1 0 .1 0zM11 5v4.5L7 6.3A7 7 0 0 1 11 5zM13 5a7 7 0 0 1 4 1.3l-4 3.2zM5.3 8 9.5 11H5a7 7 0 0 1 .3-3zM18.7 8a7 7 0 0 1 .3 3h-4.5zM5 13h4.5l-4.2 3A7 7 0 0 1 5 13zM14.5 13H19a7 7 0 0 1-.3 3zM11 14.5V19a7 7 0 0 1-4-1.3zM13 14.5l4 3.2a7 7 0 0 1-4 1.3z",
  E: "M2 21v-8a8 8 0 0 1 8-8h3a7 7 0 0 1 7 7v5c0 1 1.5 1 1.5-.5H23c0 4.5-5.5 4.5-5.5.5v-2L16 16v5h-4v-5H7v5z",
  A: "M12 1.5 21 5v7c0 5.5-4.5 9-9 10.5C7.5 21 3 17.5 3 12V5z",
  K: "M2 20 1.5 6.5 7.5 12 12 3l4.5 9 6-5.5L22 20z",
});

/** The characters of the pieces, see docs/RULES.md §1. */
const CHARACTERS = /** @type {Record<string, string>} */ ({
  K: "帥",
  A: "仕",
  E: "相",
  R: "俥",
  H: "傌",
  C: "炮",
  P: "兵",
  k: "將",
  a: "士",
  e: "象",
  r: "車",
  h: "馬",
  c: "砲",
  p: "卒",
});

/** The set `one`: both colours have the character that the most common simple sets use for both. */
const SHARED = /** @type {Record<string, string>} */ ({
  K: "將",
  A: "士",
  E: "象",
  R: "車",
  H: "馬",
  C: "炮",
  P: "兵",
});

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

/** The height of an em on a disc of 100 units: for characters, and for letters with a name below. */
const CHARACTER_SIZE = 67;
const LETTER_SIZE = 56;
/** The height of a name below a letter; longer names are smaller. */
const NAME_SIZE = 13.4;
const NAME_LETTERS = 8;
/** The extra thickness of strokes, in units of the em, so that small pieces are legible. */
const CHARACTER_STROKE = 7;
const LETTER_STROKE = 22;
/** The position and size of the marks in the lower corners. */
const MARK_X = 18;
const MARK_Y = 81;
const MARK_RADIUS = 17.5;
/** The radii of the two circles; the ring between them is empty for red and filled for black. */
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
    return [OUTER, INNER].map((r) =>
      svg("circle", { cx: 50, cy: 50, r: r - 0.8, fill: "none", stroke: ink, "stroke-width": 1.6 }),
    );
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
      class: "piece-name",
      x: 50,
      y: 70,
      fill: ink,
      "font-size": Math.min(NAME_SIZE, (NAME_SIZE * NAME_LETTERS) / word.length),
      "text-anchor": "middle",
      "font-weight": 600,
      "font-family": "system-ui, sans-serif",
    },
    word,
  );
  const drawn = glyph(letter, ink, { size: LETTER_SIZE, stroke: LETTER_STROKE, y: 37 });
  return [svg("g", { class: "piece-letter" }, drawn), name];
}

/**
 * Marks in the corners for people who do not read the characters: a sign of the kind, and its rank, 7 for the general. Empty for red and
 * filled for black, as the ring.
 *
 * @param {string} kind
 * @param {string} ink
 * @param {boolean} red
 */
function mark(kind, ink, red) {
  const [ground, line] = red ? [FACE, ink] : [ink, FACE];
  const corner = (/** @type {number} */ x, /** @type {SVGElement} */ what) =>
    svg(
      "g",
      {},
      svg("circle", { cx: x, cy: MARK_Y, r: MARK_RADIUS, fill: ground, stroke: ink, "stroke-width": 2 }),
      what,
    );
  const level = RANKS.indexOf(kind);
  const rank = svg("path", {
    class: "piece-rank",
    d: DIGITS[level] ?? "",
    fill: "none",
    stroke: line,
    "stroke-width": 3.4,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
    transform: `translate(${100 - MARK_X} ${MARK_Y}) scale(1.2)`,
  });
  const sign = svg("path", {
    d: SIGNS[kind] ?? "",
    fill: line,
    "fill-rule": "evenodd",
    transform: `translate(${MARK_X} ${MARK_Y}) scale(1.05) translate(-12 -12)`,
  });
  return svg("g", { class: "piece-mark", "data-rank": level + 1 }, corner(MARK_X, sign), corner(100 - MARK_X, rank));
}

/**
 * A piece as an SVG element without a size of its own: CSS or the parent element sets it.
 *
 * @param {string} code a letter of docs/RULES.md §1, upper case red, or `back` for one that lies face down
 * @param {PieceSet} [set]
 * @param {{ word?: string, marked?: boolean }} [how] the name that the set of letters writes below them; whether sign and rank are shown
 * @returns {SVGElement}
 */
export function pieceSvg(code, set = "traditional", { word = "", marked = false } = {}) {
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
    root.append(glyph(character, ink, { size: CHARACTER_SIZE, stroke: CHARACTER_STROKE, y: marked ? 44 : 50 }));
  }
  if (marked) root.append(mark(kind, ink, red));
  return root;
}
