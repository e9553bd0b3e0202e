// Numbers of pieces as drawings: backs in a hand, and piles of captured pieces. Views that use them also say in words how many there are.

/** @import { Description } from "../dom.js" */

import { h } from "../dom.js";

/** The radius of a piece, the distance to the next one in a hand, and the extra distance after each five, which makes counting easy. */
const RADIUS = 9;
const STEP = 8;
const FIVE = 5;
const APART = 5;
/** The pieces in a pile, the thickness of each, and the distance between piles. */
const HIGH = 4;
const THICK = 5;
const WIDE = 21;
/** How flat a piece is drawn when it is seen from the side. */
const FLAT = 3.5;

/** The backs of the pieces in a hand. @param {number} count @returns {Description | null} */
export function backs(count) {
  if (!count) return null;
  const at = (/** @type {number} */ i) => RADIUS + 1 + i * STEP + Math.floor(i / FIVE) * APART;
  const pieces = Array.from({ length: count }, (_, i) =>
    h("path", {
      key: i,
      d: `M${at(i) - RADIUS} 10a${RADIUS} ${RADIUS} 0 1 0 ${RADIUS * 2} 0a${RADIUS} ${RADIUS} 0 1 0-${RADIUS * 2} 0M${at(i)} 7l3 3-3 3-3-3z`,
    }),
  );
  return drawing("backs", at(count - 1) + RADIUS + 1, 20, pieces);
}

/** Piles of pieces; an empty place if there are none. @param {number} count */
export function heap(count) {
  const ground = HIGH * THICK + FLAT + 1;
  if (!count)
    return drawing("heaped none", WIDE, ground + FLAT + 1, [
      h("path", { key: "empty", d: `M1 ${ground}a9.5 ${FLAT} 0 0 1 ${WIDE - 2} 0a9.5 ${FLAT} 0 0 1-${WIDE - 2} 0` }),
    ]);
  const pieces = Array.from({ length: count }, (_, i) => {
    const x = 1 + Math.floor(i / HIGH) * WIDE;
    const y = ground - (i % HIGH) * THICK;
    const [rx, width] = [(WIDE - 2) / 2, WIDE - 2];
    return h("path", {
      key: i,
      d: `M${x} ${y}v-${THICK}a${rx} ${FLAT} 0 0 1 ${width} 0v${THICK}a${rx} ${FLAT} 0 0 1-${width} 0zM${x} ${y - THICK}a${rx} ${FLAT} 0 0 0 ${width} 0`,
    });
  });
  return drawing("heaped", Math.ceil(count / HIGH) * WIDE, ground + FLAT + 1, pieces);
}

/** @param {string} look @param {number} width @param {number} height @param {Description[]} pieces */
const drawing = (look, width, height, pieces) =>
  h("svg", { key: look, class: `lying ${look}`, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" }, pieces);
