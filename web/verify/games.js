// The parts of records that are specific to a game: loaded with the first record of the game. Records of trick games all have the same form, and
// their referee knows the game.

/**
 * @import { Replayed, ToReplay } from "../tiles/judge.js"
 * @import { Commitment, Record as MatchRecord, TilesBetInfo } from "../types/protocol.js"
 * @import { Check } from "../client/proof.js"
 * @import { Fields } from "./readers.js"
 */

import { GAMES as KNOWN } from "../games/list.js";
import { GAMES } from "../judge/games.js";
import { pageFile } from "../root.js";

/**
 * @typedef {object} BoardRecord
 * @property {[from: number, to: number]} seats
 * @property {Fields} options
 * @property {"red" | "first"} [begins] the field that says who began, if there is one
 * @property {() => string[]} [shuffled] what is shuffled before the match, in its order before that; left out without chance
 *
 * @typedef {object} TilesRecord
 * @property {Fields} options
 * @property {Fields} chance the fields with what was drawn or thrown
 * @property {(options: MatchRecord["options"]) => string[]} [set] the tiles of a wall in their order before the shuffle; dice if left out
 * @property {boolean} [throwsForDealer] whether dice decide who deals first
 * @property {(options: MatchRecord["options"]) => TilesBetInfo[]} [bets] the possible bets on dice, in the order of lists of bets
 * @property {(record: ToReplay) => Replayed} [replay] its referee
 *
 * Of a game that the page does not judge:
 * @property {(record: MatchRecord) => number | null} [begun] how many walls were begun, by the result; null if that cannot be said
 * @property {number} [most] walls of a match
 * @property {(record: MatchRecord, sealed: SealChecks) => Check[]} [checks] what can be checked without the rules
 *
 * Compares what was laid with its commitments.
 * @typedef {(record: MatchRecord, laid: (Omit<Commitment, "commitment"> & { text: string })[]) => Check[]} SealChecks
 */

/** Those of board games that are loaded. @type {Map<unknown, BoardRecord>} */
export const BOARD_RECORDS = new Map();

/** Those of games of tiles and dice that are loaded. @type {Map<unknown, TilesRecord>} */
export const TILES_RECORDS = new Map();

/** Loads what records of a game need, if the page knows the game; throws if it cannot be loaded. @param {unknown} variant */
export async function bringGame(variant) {
  const { id, family } = KNOWN.get(String(variant)) ?? {};
  if (!id) return;
  if (!family) GAMES.set(id, (await import(pageFile(`games/${id}/judge.js`))).judge);
  else
    (family === "boards" ? BOARD_RECORDS : TILES_RECORDS).set(
      id,
      (await import(pageFile(`games/${id}/record.js`))).record,
    );
}
