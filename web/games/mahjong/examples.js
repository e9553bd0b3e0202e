// Everything that scores in a hand, each with an example: docs/TILES.md §4, *Faan*. A test checks the examples with worth.js.

/** @import { By } from "./worth.js" */

/**
 * An example: sets and the pair, separated by spaces; `by` is how the hand was won, if that matters; `why` is a text if the tiles do not
 * show the reason.
 *
 * @typedef {{ item: string, faan: number, tiles?: string, by?: By, why?: string }} Example
 */

/** The examples, ordered by score. @type {Example[]} */
export const EXAMPLES = [
  { item: "all-chows", faan: 1, tiles: "123m 456m 234p 678s 99p" },
  { item: "white-dragon", faan: 1, tiles: "555z" },
  { item: "green-dragon", faan: 1, tiles: "666z" },
  { item: "red-dragon", faan: 1, tiles: "777z" },
  { item: "seat-wind", faan: 1, tiles: "222z", why: "mj.why.wind" },
  { item: "round-wind", faan: 1, tiles: "111z" },
  { item: "concealed", faan: 1, why: "mj.why.concealed" },
  { item: "self-draw", faan: 1 },
  { item: "replacement", faan: 1, why: "mj.why.replacement" },
  { item: "robbing-kong", faan: 1, why: "mj.why.robbing" },
  { item: "last-tile", faan: 1, why: "mj.why.last" },
  { item: "mixed-terminals", faan: 1, tiles: "111m 999p 111s 333z 55z", why: "mj.why.terminals" },
  { item: "no-flowers", faan: 1 },
  { item: "own-flower", faan: 1, tiles: "2f", why: "mj.why.flower" },
  { item: "own-season", faan: 1, tiles: "2g" },
  { item: "all-flowers", faan: 2, tiles: "1234f" },
  { item: "all-seasons", faan: 2, tiles: "1234g" },
  { item: "all-triplets", faan: 3, tiles: "222m 555p 888s 333z 77s" },
  { item: "mixed-suit", faan: 3, tiles: "123m 456m 999m 333z 55z" },
  { item: "small-dragons", faan: 5, tiles: "555z 666z 123m 456p 77z" },
  { item: "small-winds", faan: 6, tiles: "111z 222z 333z 123p 44z" },
  { item: "one-suit", faan: 7, tiles: "123s 345s 678s 999s 22s" },
  { item: "great-dragons", faan: 8, tiles: "555z 666z 777z 234p 22m" },
  { item: "concealed-triplets", faan: 8, tiles: "222m 555p 888s 333z 77s", by: "draw", why: "mj.why.triplets" },
  { item: "great-winds", faan: 10, tiles: "111z 222z 333z 444z 55p" },
  { item: "all-honours", faan: 10, tiles: "111z 222z 555z 666z 77z" },
  { item: "all-terminals", faan: 10, tiles: "111m 999m 111p 999s 11s" },
  { item: "nine-gates", faan: 10, tiles: "1112345678999m 5m", by: "draw", why: "mj.why.gates" },
  { item: "thirteen-orphans", faan: 10, tiles: "19m 19p 19s 1234567z 1m" },
  { item: "all-kongs", faan: 10, tiles: "1111m 5555p 9999s 2222z 33z" },
  { item: "heavenly", faan: 10, why: "mj.why.heavenly" },
  { item: "earthly", faan: 10, why: "mj.why.earthly" },
];
