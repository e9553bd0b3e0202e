// Drawings of dice, and the names of bets.

/** @import { BetResult } from "../../types/protocol.js" */

import { h } from "../../dom.js";
import { number, signed, t } from "../../texts.js";

/** The positions of the pips on a die of 100 units. @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[50, 50]],
  2: [
    [28, 28],
    [72, 72],
  ],
  3: [
    [26, 26],
    [50, 50],
    [74, 74],
  ],
  4: [
    [28, 28],
    [72, 28],
    [28, 72],
    [72, 72],
  ],
  5: [
    [27, 27],
    [73, 27],
    [50, 50],
    [27, 73],
    [73, 73],
  ],
  6: [
    [28, 24],
    [28, 50],
    [28, 76],
    [72, 24],
    [72, 50],
    [72, 76],
  ],
};
/** On Chinese dice, one and four are red. */
const RED = [1, 4];

/** A die; one that has not been thrown has no pips. @param {number | null} face */
export function die(face) {
  const r = face === 1 ? 15 : 9.5;
  const pips = (PIPS[face ?? 0] ?? []).map(
    ([x, y]) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`,
  );
  return h(
    "svg",
    { class: "die", viewBox: "0 0 100 100", "aria-hidden": "true" },
    h("path", { class: "body", d: "M18 3H82Q97 3 97 18V82Q97 97 82 97H18Q3 97 3 82V18Q3 3 18 3Z" }),
    h("path", { class: RED.includes(face ?? 0) ? "pips red" : "pips", d: pips.join("") }),
  );
}

/** The name of a bet. @param {string} on */
export function betName(on) {
  const [kind = "", a = "", b = ""] = on.split("-");
  if (kind === "any") return t(`bet.${on}`);
  return t(`bet.${kind}`, { a: Number(a), b: Number(b) });
}

/** The result of a bet, in words. @param {BetResult} bet */
export const betTold = ({ on, points, won }) => t("bet.told", { bet: betName(on), points, won: signed(won) });

/** A bet of a player, with its result after the throw. @param {{ on: string, points: number, won?: number }} bet */
export const betLine = ({ on, points, won }) =>
  h(
    "li",
    { key: on, class: won === undefined ? "bet-line" : won > 0 ? "bet-line won" : "bet-line" },
    h("span", {}, betName(on)),
    h("span", { class: "chip small-chip" }, number(points)),
    won !== undefined && h("strong", {}, signed(won)),
  );
