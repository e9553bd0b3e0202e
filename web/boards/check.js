// Whether a general is attacked in Chinese chess: the server tells this only to players who do not see the board. Pure functions.

/**
 * @import { Point } from "./points.js"
 * @import { BoardVariant, BoardView } from "../types/protocol.js"
 */

import { boardGame } from "../games/boards.js";
import { placeOf, pointAt } from "./points.js";
import { positionOf } from "./position.js";

const STRAIGHT = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
];

/**
 * The point of the general of the side on turn, if it is attacked; else null.
 *
 * @param {{ men: Map<Point, string>, mover: string }} position
 * @returns {Point | null}
 */
export function checked({ men, mover }) {
  const red = mover === "w";
  const general = red ? "K" : "k";
  const at = [...men].find(([, code]) => code === general)?.[0];
  return at && attacked(men, at, red) ? at : null;
}

/** The same for the text of a board; null if the game has no generals, or the board is hidden. @param {BoardVariant} variant @param {string | undefined} text */
export const checkAt = (variant, text) =>
  text !== undefined && boardGame(variant).generals ? checked(positionOf(variant, text)) : null;

/** Whether the general of the player on turn is attacked. @param {BoardView} view */
export function isChecked({ variant, position }) {
  if (position.turn.length === 0) return false;
  if ("check" in position) return position.check;
  return [position.board].flat().some((text) => checkAt(variant, text) !== null);
}

/** @param {Map<Point, string>} men @param {Point} at @param {boolean} red whose general it is */
function attacked(men, at, red) {
  const [file, rank] = placeOf(at);
  const of = (/** @type {string} */ kind) => (red ? kind.toLowerCase() : kind);
  const there = (/** @type {number} */ x, /** @type {number} */ y) => men.get(pointAt(file + x, rank + y));
  const lines = STRAIGHT.some(([x = 0, y = 0]) => {
    const [first, second] = along(men, file, rank, x, y);
    // The other general attacks along an open file.
    return first === of("R") || second === of("C") || (x === 0 && first === of("K"));
  });
  // A horse is held up by what stands beside it, on the side towards the general.
  const horses = STRAIGHT.some(([x = 0, y = 0]) =>
    [-1, 1].some((side) => {
      const [hx, hy] = x ? [2 * x, side] : [side, 2 * y];
      const [bx, by] = x ? [x, side] : [side, y];
      return there(hx, hy) === of("H") && !there(bx, by);
    }),
  );
  const ahead = red ? 1 : -1;
  const soldiers = [there(0, ahead), there(1, 0), there(-1, 0)].includes(of("P"));
  return lines || horses || soldiers;
}

/** What stands first and second in a direction. @param {Map<Point, string>} men @param {number} file @param {number} rank @param {number} x @param {number} y */
function along(men, file, rank, x, y) {
  const found = [];
  for (let step = 1; step < 10 && found.length < 2; step++) {
    const code = men.get(pointAt(file + x * step, rank + y * step));
    if (code) found.push(code);
  }
  return found;
}
