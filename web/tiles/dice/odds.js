// The parts of the lists of bets that games of dice have, with their odds ("to one").

/** @import { TilesBetInfo } from "../../types/protocol.js" */

/** The faces of a die. */
export const FACES = [1, 2, 3, 4, 5, 6];
const FIRST_TOTAL = 4;

/** @param {string} kind @param {number} odds @param {readonly string[]} [of] @returns {TilesBetInfo[]} */
export const all = (kind, odds, of = FACES.map(String)) => of.map((one) => ({ on: `${kind}-${one}`, odds }));
/** @param {string[]} kinds @returns {TilesBetInfo[]} */
export const even = (kinds) => kinds.map((on) => ({ on, odds: 1 }));
/** @param {number[]} odds @returns {TilesBetInfo[]} */
export const totals = (odds) => odds.map((one, i) => ({ on: `total-${FIRST_TOTAL + i}`, odds: one }));
