// Drawings of the 32 dominoes: red and white pips on black, as usual; and their names.

import { h } from "../../dom.js";
import { known, t } from "../../texts.js";
import { made, rankOf, tilesOf } from "./rules.js";

/** The positions of the pips of each number in a half of 50 by 46 units, from its middle. @type {Record<string, [number, number][]>} */
const PIPS = {
  1: [[0, 0]],
  2: [
    [-11, -11],
    [11, 11],
  ],
  3: [
    [-12, -12],
    [0, 0],
    [12, 12],
  ],
  4: [
    [-11, -10],
    [11, -10],
    [-11, 10],
    [11, 10],
  ],
  5: [
    [-12, -12],
    [12, -12],
    [0, 0],
    [-12, 12],
    [12, 12],
  ],
  6: [
    [-11, -14],
    [-11, 0],
    [-11, 14],
    [11, -14],
    [11, 0],
    [11, 14],
  ],
};
/** Ones and fours are red; in the double six, one side of each half. */
const RED = ["1", "4"];
const RED_WHITE = "66";

/** @param {number} x @param {number} y @param {number} r */
const dot = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

/** The pips of a tile, red and white. @param {string} tile */
function pips(tile) {
  const [red, white] = [/** @type {string[]} */ ([]), /** @type {string[]} */ ([])];
  [...tile].forEach((number, half) => {
    for (const [x, y] of PIPS[number] ?? []) {
      const isRed = RED.includes(number) || (tile === RED_WHITE && (half ? x > 0 : x < 0));
      (isRed ? red : white).push(dot(25 + x, 27 + half * 46 + y, number === "1" ? 8 : 5.2));
    }
  });
  return { red: red.join(""), white: white.join("") };
}

/** A tile as a drawing; face down if it is unknown. @param {string | null} tile */
export function drawn(tile) {
  const { red, white } = pips(tile ?? "");
  return h(
    "svg",
    { class: tile ? "domino" : "domino down", viewBox: "0 0 50 100", "aria-hidden": "true" },
    h("path", { class: "body", d: "M8 1H42Q49 1 49 8V92Q49 99 42 99H8Q1 99 1 92V8Q1 1 8 1Z" }),
    tile && [
      h("path", { class: "red", d: red }),
      h("path", { class: "white", d: white }),
      h("path", { class: "middle", d: "M10 50H40" }),
    ],
    !tile && h("path", { class: "pattern", d: "M12 10H38V90H12ZM25 26L36 50L25 74L14 50Z" }),
  );
}

/** The names of the ranks in Cantonese, and in characters. */
const NAMES = [
  ["Teen", "天"],
  ["Day", "地"],
  ["Yun", "人"],
  ["Gor", "鵝"],
  ["Mooy", "梅"],
  ["Chong", "長"],
  ["Bon", "板"],
  ["Foo", "斧"],
  ["Ping", "屏"],
  ["Tit", "七"],
  ["Look", "六"],
];
/** The name of the last rank. */
const GEE_JOON = ["Gee joon", "至尊"];
const LAST = 15;

/** The name of a tile's rank. @param {string} tile */
function rankName(tile) {
  const rank = rankOf(tile);
  const name = rank === LAST ? GEE_JOON : NAMES[rank];
  if (!name) return known(`pg.mixed.${rank}`) ?? "";
  return document.documentElement.lang.startsWith("zh") ? (name[1] ?? "") : (name[0] ?? "");
}

/** The name of a tile: its pips, and its name if it has one. @param {string} tile */
export const tileName = (tile) => t("pg.tile", { name: rankName(tile), a: Number(tile[0]), b: Number(tile[1]) });

/** What two tiles make, in words. @param {string} hand */
export function madeName(hand) {
  const { kind, points, high } = made(hand);
  if (kind === "points") return t("pg.points", { n: points });
  return t(`pg.${kind}`, { name: rankName(high) });
}

/** Two tiles with the name of what they make. @param {string} hand @param {string} [label] */
export function pairOf(hand, label = "") {
  const name = madeName(hand);
  const tiles = tilesOf(hand);
  const said = [label, tiles.map(tileName).join(", "), name].filter(Boolean).join(": ");
  return h(
    "span",
    { class: "two" },
    h(
      "span",
      { class: "pair", role: "img", "aria-label": said },
      tiles.map((tile, i) => h("span", { key: `${tile}${i}`, class: "flipped" }, drawn(tile))),
    ),
    h("span", { class: "made", "aria-hidden": "true" }, name),
  );
}

/** Two tiles face down. */
export const downPair = () => h("span", { class: "pair", "aria-hidden": "true" }, drawn(null), drawn(null));
