// The tiles of pai gow and the values of two tiles: docs/TILES.md §3. Pure functions on texts in the form of the protocol.

/** The tiles from the highest on, in canonical order. */
export const ORDER = "66 11 44 31 55 33 22 65 64 61 51 63 54 62 53 52 43 41 32 42 21".split(" ");
/** Tiles of equal rank, from the highest on; two tiles of equal rank are a pair. */
const RANKS = "66 11 44 31 55 33 22 65 64 61 51 63,54 62,53 52,43 41,32 42,21"
  .split(" ")
  .map((rank) => rank.split(","));
/** The tiles in their order before the shuffle, as docs/FAIRNESS.md lists them. */
export const SET =
  "66 66 11 11 44 44 31 31 55 55 33 33 22 22 65 65 64 64 61 61 51 51 63 54 62 53 52 43 41 32 42 21".split(" ");
/** The last rank: the highest as a pair, the lowest as single tiles. */
const GEE_JOON = RANKS.length - 1;
const NINES = ["63", "54"];
const EIGHTS = ["44", "62", "53"];

/** The tiles in a text, each with its larger number first. @param {string} text @returns {string[]} */
export const tilesOf = (text) => (text.match(/../g) ?? []).map((tile) => [...tile].sort().reverse().join(""));

/** Tiles as a text in canonical order. @param {string[]} tiles */
export const textOf = (tiles) => [...tiles].sort((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other)).join("");

/** The rank of a tile: 0 is the highest. @param {string} tile */
export const rankOf = (tile) => RANKS.findIndex((rank) => rank.includes(tile));

/** What two tiles make. @typedef {{ kind: "pair" | "wong" | "gong" | "points", points: number, high: string }} Made */

/** @param {string} hand two tiles @returns {Made} */
export function made(hand) {
  const tiles = tilesOf(hand);
  const [one = "", other = ""] = tiles;
  const [high = one] = [...tiles].sort((a, b) => rankOf(a) - rankOf(b));
  if (rankOf(one) === rankOf(other)) return { kind: "pair", points: 0, high };
  const top = tiles.find((tile) => tile === "66" || tile === "11");
  const second = tiles.find((tile) => tile !== top) ?? "";
  if (top && NINES.includes(second)) return { kind: "wong", points: 11, high };
  if (top && EIGHTS.includes(second)) return { kind: "gong", points: 10, high };
  return { kind: "points", points: worth(tiles), high };
}

/** The last digit of the sum of pips; a gee joon tile counts 3 or 6, whichever gives more. @param {string[]} tiles */
function worth(tiles) {
  const pips = tiles.map((tile) => (rankOf(tile) === GEE_JOON ? [3, 6] : [Number(tile[0]) + Number(tile[1])]));
  const [one = [], other = []] = pips;
  return Math.max(...one.flatMap((a) => other.map((b) => (a + b) % 10)));
}

/**
 * The strength of a hand as numbers that are compared one after another: the rank of a pair, the points, the higher tile.
 *
 * @param {string} hand
 */
function strength(hand) {
  const { kind, points, high } = made(hand);
  const rank = rankOf(high);
  if (kind === "pair") return [1, rank === GEE_JOON ? RANKS.length + 1 : RANKS.length - rank, 0];
  // Hands with 0 points are all equal.
  return [0, points, points ? -rank : 0];
}

/**
 * Compares two hands: positive if the first is higher, negative if the second is, 0 if neither.
 *
 * @param {string} one
 * @param {string} other
 */
export function compare(one, other) {
  const [a, b] = [strength(one), strength(other)];
  const at = a.findIndex((part, i) => part !== b[i]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

/** Four tiles as two hands, one of which is given: the lower one is the front. @param {string} tiles @param {string} hand @returns {{ low: string, high: string }} */
export function split(tiles, hand) {
  const rest = tilesOf(tiles);
  for (const tile of tilesOf(hand)) rest.splice(rest.indexOf(tile), 1);
  const [one, other] = [textOf(tilesOf(hand)), textOf(rest)];
  const way = compare(one, other) || later(one, other);
  return way < 0 ? { low: one, high: other } : { low: other, high: one };
}

/** Of equal hands, the one whose text is later in canonical order is the lower. @param {string} one @param {string} other */
function later(one, other) {
  const places = (/** @type {string} */ text) => tilesOf(text).map((tile) => ORDER.indexOf(tile));
  const [a, b] = [places(one), places(other)];
  const at = a.findIndex((place, i) => place !== b[i]);
  return at < 0 ? 0 : (b[at] ?? 0) - (a[at] ?? 0);
}

/** All splits of four tiles, each once. @param {string} tiles */
export function splits(tiles) {
  const [first = "", ...others] = tilesOf(tiles);
  const all = others.map((other) => split(tiles, first + other));
  return all.filter(({ low }, i) => all.findIndex((one) => one.low === low) === i);
}

/** The default split: the best low hand, then the best high one, then the text that comes first. @param {string} tiles */
export function usual(tiles) {
  const [best] = splits(tiles).sort(
    (one, other) => compare(other.low, one.low) || compare(other.high, one.high) || -later(one.low, other.low),
  );
  return best?.low ?? "";
}

/**
 * The result of a player's hands against the banker's.
 *
 * @param {{ low: string, high: string }} player
 * @param {{ low: string, high: string }} banker
 */
export function against(player, banker) {
  const won = [compare(player.low, banker.low) > 0, compare(player.high, banker.high) > 0].filter(Boolean).length;
  return /** @type {const} */ (["lose", "push", "win"])[won] ?? "lose";
}
