// The score of a complete hand: docs/TILES.md §4, *Faan*. For the coach, who tells what a tile would make; the scores of a match come
// from the server. Functions without side effects.

/**
 * @import { Meld } from "../../types/protocol.js"
 *
 * @typedef {{ kind: "chow" | "pung" | "kong", first: number, concealed: boolean }} Part a set by its first tile
 * @typedef {{ parts: Part[], pair: number }} Reading
 * @typedef {"deal" | "draw" | "replacement" | "first" | "discard" | "robbed"} By
 *   what completes it: nothing, a draw, a draw instead of a flower or a kong, the hand's first discard, another discard, a robbed kong
 *
 * @typedef {object} Win
 * @property {string[]} concealed the concealed tiles with the last one
 * @property {Pick<Meld, "type" | "tiles">[]} melds
 * @property {string | null} last
 * @property {By} by
 * @property {number} seatWind 0 east, to 3 north
 * @property {number} roundWind
 * @property {boolean} [lastTile] whether it is the wall's last tile, or the discard after it
 * @property {string[] | null} flowers null where there are none in the game
 *
 * @typedef {{ items: [name: string, faan: number][], faan: number, plain: number }} Worth `plain` is without flowers: what the minimum is met by
 */

import { counted, DRAGONS, KINDS, place, tilesOf, WINDS } from "./tiles.js";

/** The highest score in faan, which is also that of each limit hand. */
export const LIMIT = 10;
const SETS = 4;
const HONOURS = place("1z");
const GATES = [3, 1, 1, 1, 1, 1, 1, 1, 3];
/** The base points for each number of faan, from 0 on. */
const BASE = [1, 2, 4, 8, 16, 16, 16, 32, 32, 32, 64];

/** The base points for a number of faan. @param {number} faan */
export const baseOf = (faan) => BASE[Math.min(faan, LIMIT)] ?? 0;

const isHonour = (/** @type {number} */ kind) => kind >= HONOURS;
const isEnd = (/** @type {number} */ kind) => isHonour(kind) || kind % 9 === 0 || kind % 9 === 8;

/** Whether a sequence can start with this kind. @param {number} kind */
const startsChow = (kind) => kind < HONOURS && kind % 9 < 7;

/** The score of a hand; null if it is not complete. @param {Win} win @returns {Worth | null} */
export function worthOf(win) {
  const counts = counted(win.concealed);
  const dealt = win.by === "deal" ? ["heavenly"] : win.by === "first" ? ["earthly"] : [];
  if (isOrphans(counts, win)) return limit(["thirteen-orphans", ...dealt]);
  const worths = readingsOf(counts, win).map((reading) => worthOfReading(reading, counts, win, dealt));
  return worths.sort(dearer)[0] ?? null;
}

/** @param {Worth} one @param {Worth} other */
function dearer(one, other) {
  const names = (/** @type {Worth} */ { items }) => items.map(([name, faan]) => `${name} ${faan}`).join();
  return sum(other.items) - sum(one.items) || (names(one) < names(other) ? -1 : 1);
}

/** @param {[string, number][]} items */
const sum = (items) => items.reduce((all, [, faan]) => all + faan, 0);

/** @param {string[]} names @returns {Worth} */
const limit = (names) => ({ items: names.sort().map((name) => [name, LIMIT]), faan: LIMIT, plain: LIMIT });

/** @param {number[]} counts @param {Win} win */
const isOrphans = (counts, { melds, concealed }) =>
  !melds.length && concealed.length === 14 && counts.every((count, kind) => count > 0 === isEnd(kind));

/** All ways to divide the counted tiles into sets. @param {number[]} counts @returns {Part[][]} */
export function setsOf(counts) {
  const first = counts.findIndex((count) => count > 0);
  if (first < 0) return [[]];
  /** @type {Part[][]} */
  const found = [];
  const take = (/** @type {number[]} */ kinds, /** @type {Part} */ part) => {
    const rest = [...counts];
    for (const kind of kinds) rest[kind] = (rest[kind] ?? 0) - 1;
    if (rest.some((count) => count < 0)) return;
    for (const sets of setsOf(rest)) found.push([part, ...sets]);
  };
  take([first, first, first], { kind: "pung", first, concealed: true });
  if (startsChow(first)) take([first, first + 1, first + 2], { kind: "chow", first, concealed: true });
  return found;
}

/**
 * The readings of a hand: one for each set that another player's tile may have completed.
 *
 * @param {number[]} counts
 * @param {Win} win
 * @returns {Reading[]}
 */
function readingsOf(counts, win) {
  const laid = win.melds.map(({ type, tiles }) => partOf(type, tiles));
  const last = win.last && !isSelfDraw(win) ? place(win.last) : -1;
  /** @type {Reading[]} */
  const found = [];
  for (let pair = 0; pair < KINDS; pair++) {
    const two = counts[pair] ?? 0;
    if (two < 2) continue;
    for (const sets of setsOf(counts.with(pair, two - 2))) {
      if (sets.length + laid.length !== SETS) continue;
      const parts = [...sets, ...laid];
      if (last < 0 || pair === last) found.push({ parts, pair });
      sets.forEach((set, i) => {
        const has = set.kind === "chow" ? last >= set.first && last <= set.first + 2 : last === set.first;
        if (last >= 0 && has) found.push({ parts: parts.with(i, { ...set, concealed: false }), pair });
      });
    }
  }
  return found;
}

/** @param {Meld["type"]} type @param {string} tiles @returns {Part} */
const partOf = (type, tiles) => ({
  kind: type === "concealed-kong" ? "kong" : type,
  first: place(tilesOf(tiles)[0] ?? ""),
  concealed: type === "concealed-kong",
});

/** @param {Win} win */
const isSelfDraw = ({ by }) => by === "deal" || by === "draw" || by === "replacement";

/** @param {Reading} reading @param {number[]} counts @param {Win} win @param {string[]} dealt @returns {Worth} */
function worthOfReading(reading, counts, win, dealt) {
  const limits = [...dealt, ...limitsOf(reading, counts, win)];
  if (limits.length) return limit(limits);
  const items = [...ofSets(reading, win), ...ofSuits(reading), ...ofHonours(reading, win), ...ofWinning(win)];
  const plain = Math.min(sum(items), LIMIT);
  const all = [...items, ...ofFlowers(win)].sort(([one], [other]) => (one < other ? -1 : 1));
  return { items: all, faan: Math.min(sum(all), LIMIT), plain };
}

/** The kinds in a reading, one per set. @param {Reading} reading */
const kindsOf = ({ parts, pair }) => [
  pair,
  ...parts.flatMap(({ kind, first }) => (kind === "chow" ? [first, first + 1, first + 2] : [first])),
];

/** @param {Reading} reading @param {string} tile */
const hasTriplet = ({ parts }, tile) => parts.some(({ kind, first }) => kind !== "chow" && first === place(tile));

/** @param {Reading} reading @param {number[]} counts @param {Win} win */
function limitsOf(reading, counts, { melds, last }) {
  const kinds = kindsOf(reading);
  const suit = last && place(last) < HONOURS ? Math.floor(place(last) / 9) * 9 : -1;
  const before = last ? counts.with(place(last), (counts[place(last)] ?? 0) - 1) : counts;
  return [
    WINDS.every((wind) => hasTriplet(reading, wind)) && "great-winds",
    reading.parts.every(({ kind }) => kind === "kong") && "all-kongs",
    kinds.every(isHonour) && "all-honours",
    kinds.every((kind) => isEnd(kind) && !isHonour(kind)) && "all-terminals",
    !melds.length && suit >= 0 && GATES.every((count, i) => before[suit + i] === count) && "nine-gates",
  ].filter((name) => name !== false);
}

/** The items whose condition holds. @param {[name: string, faan: number, holds: boolean][]} items @returns {[string, number][]} */
const holding = (items) => items.flatMap(([name, faan, holds]) => (holds ? [[name, faan]] : []));

/** @param {Reading} reading @param {Win} win */
function ofSets({ parts }, { melds }) {
  const triplets = parts.filter(({ kind }) => kind !== "chow").length;
  const hidden = triplets === SETS && parts.every((part) => part.concealed);
  return holding([
    ["all-chows", 1, triplets === 0],
    ["concealed-triplets", 8, hidden],
    ["all-triplets", 3, triplets === SETS && !hidden],
    ["concealed", 1, !hidden && melds.every(({ type }) => type === "concealed-kong")],
  ]);
}

/** @param {Reading} reading */
function ofSuits(reading) {
  const kinds = kindsOf(reading);
  const honours = kinds.some(isHonour);
  const suits = new Set(kinds.filter((kind) => !isHonour(kind)).map((kind) => Math.floor(kind / 9))).size;
  return holding([
    ["one-suit", 7, suits === 1 && !honours],
    ["mixed-suit", 3, suits === 1 && honours],
    ["mixed-terminals", 1, kinds.every(isEnd) && honours && suits > 0],
  ]);
}

/** @param {Reading} reading @param {Win} win */
function ofHonours(reading, { seatWind, roundWind }) {
  const dragons = DRAGONS.filter((tile) => hasTriplet(reading, tile)).length;
  const winds = WINDS.filter((tile) => hasTriplet(reading, tile)).length;
  const [great, small] = [dragons === 3, dragons === 2 && DRAGONS.map(place).includes(reading.pair)];
  const smallWinds = winds === 3 && WINDS.map(place).includes(reading.pair);
  const dragon = (/** @type {string} */ tile) => !great && !small && hasTriplet(reading, tile);
  return holding([
    ["great-dragons", 8, great],
    ["small-dragons", 5, small],
    ["white-dragon", 1, dragon("5z")],
    ["green-dragon", 1, dragon("6z")],
    ["red-dragon", 1, dragon("7z")],
    ["small-winds", 6, smallWinds],
    ["seat-wind", 1, !smallWinds && hasTriplet(reading, WINDS[seatWind] ?? "")],
    ["round-wind", 1, !smallWinds && hasTriplet(reading, WINDS[roundWind] ?? "")],
  ]);
}

/** @param {Win} win */
const ofWinning = (win) =>
  holding([
    ["self-draw", 1, isSelfDraw(win)],
    ["replacement", 1, win.by === "replacement"],
    ["robbing-kong", 1, win.by === "robbed"],
    ["last-tile", 1, win.lastTile ?? false],
  ]);

/** @param {Win} win */
function ofFlowers({ flowers, seatWind }) {
  if (!flowers) return [];
  const all = (/** @type {string} */ letter) => flowers.filter((tile) => tile[1] === letter).length === 4;
  const own = (/** @type {string} */ letter) => flowers.includes(`${seatWind + 1}${letter}`);
  return holding([
    ["no-flowers", 1, flowers.length === 0],
    ["all-flowers", 2, all("f")],
    ["own-flower", 1, own("f") && !all("f")],
    ["all-seasons", 2, all("g")],
    ["own-season", 1, own("g") && !all("g")],
  ]);
}
