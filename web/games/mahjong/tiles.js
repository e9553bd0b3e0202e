// The tiles of mahjong as texts: a digit and a letter each, as in docs/TILES.md §4. In a text, a letter may follow several digits
// ("123m5z"). Functions without side effects.

/**
 * The suits, honours, flowers and seasons in the order of the server's texts, each with the number of kinds.
 *
 * @type {[letter: string, kinds: number][]}
 */
const SUITS = [
  ["m", 9],
  ["p", 9],
  ["s", 9],
  ["z", 7],
  ["f", 4],
  ["g", 4],
];

/** All kinds, in the order of the server's texts. */
export const ALL = SUITS.flatMap(([letter, kinds]) => Array.from({ length: kinds }, (_, i) => `${i + 1}${letter}`));

/** The number of kinds that can form sets: all except flowers and seasons. */
export const KINDS = 34;
/** The number of tiles of each of these kinds. */
export const COPIES = 4;
/** The winds from east, in the order of turns; and the dragons: white, green, red. */
export const WINDS = ["1z", "2z", "3z", "4z"];
export const DRAGONS = ["5z", "6z", "7z"];

/** The index of each kind in that order. */
const PLACES = new Map(ALL.map((tile, i) => [tile, i]));

/** The index of a kind in the order of the server's texts. @param {string} tile */
export const place = (tile) => PLACES.get(tile) ?? -1;

/** The tiles of a text, one by one. @param {string | null | undefined} text */
export function tilesOf(text) {
  return (text ?? "")
    .split(/(?<=[a-z])/)
    .flatMap((run) => [...run.slice(0, -1)].map((digit) => `${digit}${run.at(-1)}`));
}

/** Tiles in the order of the server. @param {string[]} tiles */
export const sorted = (tiles) => tiles.toSorted((a, b) => place(a) - place(b));

/** Tiles as one text. @param {string[]} tiles */
export const textOf = (tiles) =>
  sorted(tiles)
    .join("")
    .replace(/([a-z])(?=\d\1)/g, "");

/** The tiles that remain when others are removed. @param {string[]} tiles @param {string[]} taken */
export function without(tiles, taken) {
  const left = [...tiles];
  for (const tile of taken) {
    const at = left.indexOf(tile);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

/** The number of tiles of each kind, by index; flowers and seasons are left out. @param {string[]} tiles */
export function counted(tiles) {
  const counts = Array(KINDS).fill(0);
  for (const tile of tiles) if (place(tile) < KINDS) counts[place(tile)] += 1;
  return counts;
}

/**
 * The wind of a seat: 0 for east, to 3 for north. Turns go to the right, that is to the seat with the next lower number.
 *
 * @param {number} seat
 * @param {number} dealer
 * @param {number} [seats]
 */
export const windOf = (seat, dealer, seats = 4) => (dealer - seat + seats) % seats;

/** The next seat in turn. @param {number} seat @param {number} [seats] */
export const rightOf = (seat, seats = 4) => (seat + seats - 1) % seats;
