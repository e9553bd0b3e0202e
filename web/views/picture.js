// What each game looks like, as a small picture: pieces on a cloth, or a board, tiles or dice that are drawn here. It is decoration; the name
// is beside it.

import { h } from "../dom.js";
import { knownGame } from "../games/list.js";

/** The colours of drawings, by the letters that the games use. @type {{ [letter: string]: string }} */
const COLOURS = {
  B: "#e9c88f",
  F: "#2b5d45",
  G: "#23693f",
  K: "#26211c",
  L: "#7a5530",
  N: "#8a5a30",
  R: "#b3201b",
  U: "#2d4a7c",
  V: "#6b3a6e",
  W: "#fbf7ee",
  Y: "#dca93a",
};
/** Of a game that the page does not know: pieces that lie face down. */
const UNKNOWN = "???";

/** Circles, which paths have no short form for: `o` with the middle and the radius. @param {string} path */
const withCircles = (path) =>
  path.replace(
    /o([\d.]+) ([\d.]+) ([\d.]+)/g,
    (_, x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`,
  );

/** The picture of a game. @param {string} id */
export function picture(id) {
  const what = knownGame(id).picture ?? UNKNOWN;
  if (typeof what === "string")
    return h(
      "span",
      { key: "picture", class: "picture", "aria-hidden": "true" },
      [...what].map((code, i) => h("giog-piece", { key: i, code: code === "?" ? "back" : code, plain: true })),
    );
  return h(
    "svg",
    { key: "picture", class: "picture", viewBox: "0 0 64 48", "aria-hidden": "true" },
    what.map(([colour, path, width], i) => {
      const [d, paint] = [withCircles(path), COLOURS[colour]];
      return h(
        "path",
        width ? { key: i, d, fill: "none", stroke: paint, "stroke-width": width } : { key: i, d, fill: paint },
      );
    }),
  );
}
