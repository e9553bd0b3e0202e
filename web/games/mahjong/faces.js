// The faces of tiles, drawn on 60 × 80 units: circles, bamboo, characters, winds, dragons, flowers and seasons. Views that show a tile
// also say in words what it is.

import { TILE_GLYPHS } from "./glyphs.js";

/** A shape: its path, its fill, and its transform. @typedef {{ d: string, fill: string, move?: string }} Shape */

const RED = "#b3231c";
const GREEN = "#1a7440";
const BLUE = "#1d4b8f";
const INK = "#1d1d22";
const IVORY = "#fdf9ec";
const PINK = "#d95f83";
const GOLD = "#d39a1d";
const BROWN = "#6b4426";

const NUMBERS = "一二三四五六七八九";
const HONOURS = "東南西北　發中";
const FLOWERS = "梅蘭菊竹";
const SEASONS = "春夏秋冬";

/** @param {number} x @param {number} y @param {number} r */
const round = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

/**
 * A character with this width in units.
 *
 * @param {string} character
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} fill
 * @returns {Shape}
 */
const glyph = (character, x, y, size, fill) => ({
  d: TILE_GLYPHS[character] ?? "",
  fill,
  move: `translate(${x} ${y}) scale(${size / 400})`,
});

/**
 * Petals around a point.
 *
 * @param {number} x
 * @param {number} y
 * @param {number} count
 * @param {number} length
 * @param {number} width
 * @param {string} fill
 * @param {number} [turn]
 * @returns {Shape[]}
 */
function petals(x, y, count, length, width, fill, turn = 0) {
  const d = `M0 0C${width} ${-length / 3} ${width} ${-length} 0 ${-length}C${-width} ${-length} ${-width} ${-length / 3} 0 0z`;
  return Array.from({ length: count }, (_, i) => ({
    d,
    fill,
    move: `translate(${x} ${y}) rotate(${turn + (360 * i) / count})`,
  }));
}

/** One circle: a ring, and a flower of four petals in it. @param {number} x @param {number} y @param {number} r @param {string} fill @returns {Shape[]} */
const dot = (x, y, r, fill) => [
  { d: round(x, y, r), fill },
  { d: round(x, y, r * 0.78), fill: IVORY },
  { d: round(x, y, r * 0.62), fill },
  ...petals(x, y, 4, r * 0.52, r * 0.26, IVORY, 45),
  { d: round(x, y, r * 0.16), fill },
];

/** The large circle of the one of circles. @returns {Shape[]} */
const wheel = () => [
  { d: round(30, 40, 24), fill: GREEN },
  { d: round(30, 40, 21.5), fill: IVORY },
  ...petals(30, 40, 12, 20.5, 4, GREEN),
  { d: round(30, 40, 11.5), fill: IVORY },
  { d: round(30, 40, 10), fill: RED },
  ...petals(30, 40, 5, 8, 3.6, IVORY),
  { d: round(30, 40, 2), fill: RED },
];

/** The positions and colours of circles. @type {[x: number, y: number, fill: string][][]} */
const DOTS = [
  [],
  [
    [30, 21, GREEN],
    [30, 59, BLUE],
  ],
  [
    [14, 17, BLUE],
    [30, 40, RED],
    [46, 63, GREEN],
  ],
  [
    [16, 21, BLUE],
    [44, 21, GREEN],
    [16, 59, GREEN],
    [44, 59, BLUE],
  ],
  [
    [15, 17, BLUE],
    [45, 17, GREEN],
    [30, 40, RED],
    [15, 63, GREEN],
    [45, 63, BLUE],
  ],
  [
    [17, 15, GREEN],
    [43, 15, GREEN],
    [17, 42, RED],
    [43, 42, RED],
    [17, 66, RED],
    [43, 66, RED],
  ],
  [
    [12, 12, GREEN],
    [30, 19, GREEN],
    [48, 26, GREEN],
    [17, 48, RED],
    [43, 48, RED],
    [17, 68, RED],
    [43, 68, RED],
  ],
  [12, 31, 49.5, 68].flatMap((y) => [
    /** @type {[number, number, string]} */ ([17, y, BLUE]),
    /** @type {[number, number, string]} */ ([43, y, BLUE]),
  ]),
  [
    [14, GREEN],
    [40, RED],
    [66, BLUE],
  ].flatMap(([y, fill]) => [11.5, 30, 48.5].map((x) => /** @type {[number, number, string]} */ ([x, y, fill]))),
];
/** The sizes of circles, by their number. */
const DOT_SIZES = [0, 15.5, 13, 13.5, 12, 11.5, 9.5, 9, 9];

/** A stick of bamboo with its knots. @param {number} x @param {number} y @param {number} length @param {string} fill @param {number} [turn] @returns {Shape[]} */
function stick(x, y, length, fill, turn = 0) {
  const [half, move] = [length / 2, `translate(${x} ${y}) rotate(${turn})`];
  const joint = (/** @type {number} */ at) => `M-3.5 ${at}q-2.2 0-2.2-1.9t2.2-1.9h7q2.2 0 2.2 1.9t-2.2 1.9z`;
  return [
    { d: `M-3.5 ${-half}h7V${half}h-7z`, fill, move },
    { d: joint(1.9) + joint(-half + 2.5) + joint(half + 1.3), fill, move },
    { d: `M-.8 ${-half + 3}h1.6V-2h-1.6zM-.8 3h1.6V${half - 3.2}h-1.6z`, fill: IVORY, move },
  ];
}

/** The position, length, colour and angle of each stick. @type {[x: number, y: number, length: number, fill: string, turn?: number][][]} */
const STICKS = [
  [],
  [
    [30, 22, 29, GREEN],
    [30, 58, 29, BLUE],
  ],
  [
    [30, 22, 29, BLUE],
    [17, 58, 29, GREEN],
    [43, 58, 29, GREEN],
  ],
  [
    [17, 22, 29, BLUE],
    [43, 22, 29, GREEN],
    [17, 58, 29, GREEN],
    [43, 58, 29, BLUE],
  ],
  [
    [13, 21, 27, GREEN],
    [47, 21, 27, BLUE],
    [30, 40, 29, RED],
    [13, 59, 27, BLUE],
    [47, 59, 27, GREEN],
  ],
  [13, 30, 47].flatMap((x) => [
    /** @type {[number, number, number, string]} */ ([x, 22, 27, GREEN]),
    /** @type {[number, number, number, string]} */ ([x, 58, 27, BLUE]),
  ]),
  [
    [30, 13, 17, RED],
    ...[13, 30, 47].flatMap((x) => [
      /** @type {[number, number, number, string]} */ ([x, 39, 19, GREEN]),
      /** @type {[number, number, number, string]} */ ([x, 66, 19, BLUE]),
    ]),
  ],
  [
    [8, 22, 27, GREEN],
    [23, 20, 25, GREEN, 32],
    [37, 20, 25, GREEN, -32],
    [52, 22, 27, GREEN],
    [8, 58, 27, BLUE],
    [23, 60, 25, BLUE, -32],
    [37, 60, 25, BLUE, 32],
    [52, 58, 27, BLUE],
  ],
  [
    [12, GREEN],
    [30, RED],
    [48, BLUE],
  ].flatMap(([x, fill]) => [14, 40, 66].map((y) => /** @type {[number, number, number, string]} */ ([x, y, 18, fill]))),
];

/** The one of bamboo is a bird. @returns {Shape[]} */
const bird = () => [
  { d: "M26 50C16 56 9 66 8 77c8-6 17-13 23-24z", fill: GREEN },
  { d: "M30 51c-6 8-9 17-7 27 6-7 11-16 13-25z", fill: BLUE },
  { d: "M35 50c-1 8 0 17 6 25 2-8 2-17-1-25z", fill: GREEN },
  ...[
    [13.5, 69.5],
    [26.5, 70],
    [38.5, 66.5],
  ].flatMap(([x = 0, y = 0]) => [
    { d: round(x, y, 2.6), fill: IVORY },
    { d: round(x, y, 1.5), fill: RED },
  ]),
  {
    d: "M18 40c2-9 10-12 16-19 1-8 6-13 12-12 5 1 7 6 5 10l6 4-7 1c0 10-3 20-9 26-7 6-20 6-25-2-2-3-1-6 2-8z",
    fill: GREEN,
  },
  { d: "M20 41c6 2 14 0 19-6 1 8-3 14-10 15-5 1-9-3-9-9z", fill: BLUE },
  { d: "M24 42c5 1 9-1 12-4 0 5-3 8-7 8-3 0-5-1-5-4z", fill: IVORY },
  { d: "M44 9c-1-3-3-5-6-6 0 3 1 5 3 7zM47 8.500c0-3-1-5-2.500-7-1.500 2-2 5-.5 7z", fill: RED },
  { d: round(45.5, 16, 2.6), fill: IVORY },
  { d: round(45.8, 16, 1.4), fill: INK },
  { d: "M51 18l8 4.500-9 1.500z", fill: RED },
];

/** Four flowers: plum, orchid, chrysanthemum, bamboo. @type {(() => Shape[])[]} */
const PLANTS = [
  () => [
    { d: "M8 76C14 58 24 50 30 34c4-9 10-16 20-20l1 2c-9 5-14 11-17 20-6 16-14 25-22 41z", fill: BROWN },
    ...petals(22, 27, 5, 12, 7.5, PINK),
    { d: round(22, 27, 3.4), fill: GOLD },
    ...petals(42, 40, 5, 10, 6.2, PINK, 20),
    { d: round(42, 40, 2.8), fill: GOLD },
  ],
  () => [
    { d: "M30 76C14 60 8 44 12 22c4 20 10 36 20 54z", fill: GREEN },
    { d: "M31 76c8-16 16-28 27-34-6 12-14 22-24 34z", fill: GREEN },
    { d: "M29 76C20 70 10 66 3 66c8-4 18-1 28 10z", fill: GREEN },
    ...petals(34, 30, 5, 15, 6, "#8a4fa8", 36),
    { d: round(34, 30, 3.2), fill: GOLD },
  ],
  () => [
    { d: "M29 44h3c0 12-1 22-3 33h-3c3-11 3-21 3-33z", fill: GREEN },
    { d: "M30 66c5-8 12-11 20-10-4 8-11 12-20 12zM29 60c-4-6-9-9-16-8 3 7 9 10 16 10z", fill: GREEN },
    ...petals(30, 29, 14, 20, 4.4, GOLD),
    ...petals(30, 29, 9, 12, 4, "#e8bd4a", 10),
    { d: round(30, 29, 3.6), fill: RED },
  ],
  () => [
    ...stick(34, 42, 66, GREEN),
    { d: "M33 34C23 27 13 27 3 34c11 4 20 5 30 1zM33 37C24 37 14 43 9 54c11-2 19-8 25-16z", fill: GREEN },
    { d: "M36 40c7-8 14-11 21-10-3 8-10 12-20 13z", fill: GREEN },
  ],
];

/** Four seasons: blossom, sun over water, a leaf, snow. @type {(() => Shape[])[]} */
const YEAR = [
  () => [
    { d: "M30 78c-2-14-1-26 1-36h3c-2 12-3 23-1 36z", fill: GREEN },
    { d: "M31 66c-9-10-17-12-25-10 5 9 13 13 25 13zM33 58c7-10 14-13 22-12-3 9-11 14-22 15z", fill: GREEN },
    ...petals(31, 30, 6, 17, 8, PINK),
    { d: round(31, 30, 4), fill: GOLD },
  ],
  () => [
    { d: round(30, 26, 12), fill: RED },
    ...Array.from({ length: 12 }, (_, i) => ({
      d: "M-1.6-14h3.200L0-20z",
      fill: GOLD,
      move: `translate(30 26) rotate(${i * 30})`,
    })),
    { d: "M6 56q6-6 12 0t12 0 12 0 12 0v4q-6 6-12 0t-12 0-12 0-12 0z", fill: BLUE },
    { d: "M6 68q6-6 12 0t12 0 12 0 12 0v4q-6 6-12 0t-12 0-12 0-12 0z", fill: GREEN },
  ],
  () => [
    {
      d: "M30 8l6 12 9-5-2 12 13-1-7 10 7 6-11 4 3 10-13-4-3 12h-4l-3-12-13 4 3-10-11-4 7-6-7-10 13 1-2-12 9 5z",
      fill: "#c4551f",
    },
    { d: "M29 32h2l1 44h-4z", fill: BROWN },
  ],
  () => [
    ...Array.from({ length: 6 }, (_, i) => ({
      d: "M-1.700 0V-27h3.400V0zM0-15l7-7 2.400 2.400L0-10.200-9.400-19.600-7-22z",
      fill: BLUE,
      move: `translate(30 38) rotate(${i * 60})`,
    })),
  ],
];

/** A white dragon: an empty frame. @type {Shape[]} */
const FRAME = [
  {
    d: "M8 6h44v68H8zM12 10v60h36V10zM15 13h30v54H15zM17.500 15.500v49h25v-49zM8 6l8 8zM52 6l-8 8z",
    fill: BLUE,
  },
];

/** The shapes on a tile's face. @param {string} tile @returns {Shape[]} */
export function shapesOf(tile) {
  const [digit = "", letter = ""] = tile;
  const i = Number(digit) - 1;
  switch (letter) {
    case "m":
      return [glyph(NUMBERS[i] ?? "", 30, 20, 37, i === 4 ? BLUE : INK), glyph("萬", 30, 59, 40, RED)];
    case "p":
      return i === 0 ? wheel() : (DOTS[i] ?? []).flatMap(([x, y, fill]) => dot(x, y, DOT_SIZES[i] ?? 0, fill));
    case "s":
      return i === 0 ? bird() : (STICKS[i] ?? []).flatMap((at) => stick(...at));
    case "z":
      return i === 4 ? FRAME : [glyph(HONOURS[i] ?? "", 30, 40, 58, i === 5 ? GREEN : i === 6 ? RED : INK)];
    case "f":
      return [...(PLANTS[i]?.() ?? []), glyph(FLOWERS[i] ?? "", 49, 11, 17, RED)];
    case "g":
      return [...(YEAR[i]?.() ?? []), glyph(SEASONS[i] ?? "", 50, 11, 17, BLUE)];
    default:
      return [];
  }
}
