// What records of board games, and of games of tiles and dice, have of their own, for *Verify*. Those of trick games have the same form
// (judges.js).

/**
 * @import { Replayed, ToReplay } from "../tiles/judge.js"
 * @import { Commitment, Record as MatchRecord, TilesBetInfo } from "../types/protocol.js"
 * @import { Check } from "../verify.js"
 * @import { Fields } from "../verify/readers.js"
 */

import { record as blindChess } from "./blind-chess/record.js";
import { record as chuckALuck } from "./chuck-a-luck/record.js";
import { record as grandHazard } from "./grand-hazard/record.js";
import { record as mahjong } from "./mahjong/record.js";
import { record as paiGow } from "./pai-gow/record.js";
import { record as pongHauKi } from "./pong-hau-ki/record.js";
import { record as qiGuoXiangxi } from "./qi-guo-xiangxi/record.js";
import { record as sicBo } from "./sic-bo/record.js";
import { record as squareChess } from "./square-chess/record.js";
import { record as supplyChess } from "./supply-chess/record.js";
import { record as xiangqi } from "./xiangqi/record.js";

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
 * @property {(record: ToReplay) => Replayed} [replay] its referee, if it is not that of dice
 *
 * Of a game that the page does not judge:
 * @property {(record: MatchRecord) => number | null} [begun] how many walls were begun, by the result; null if that cannot be said
 * @property {number} [most] walls of a match
 * @property {(record: MatchRecord, sealed: SealChecks) => Check[]} [checks] what can be checked without the rules
 *
 * Compares what was laid with its commitments.
 * @typedef {(record: MatchRecord, laid: (Omit<Commitment, "commitment"> & { text: string })[]) => Check[]} SealChecks
 */

/** @type {Map<unknown, BoardRecord>} */
export const BOARD_RECORDS = new Map(
  Object.entries({
    xiangqi,
    "supply-chess": supplyChess,
    "blind-chess": blindChess,
    "qi-guo-xiangxi": qiGuoXiangxi,
    "square-chess": squareChess,
    "pong-hau-ki": pongHauKi,
  }),
);

/** @type {Map<unknown, TilesRecord>} */
export const TILES_RECORDS = new Map(
  Object.entries({
    "pai-gow": paiGow,
    mahjong,
    "sic-bo": sicBo,
    "grand-hazard": grandHazard,
    "chuck-a-luck": chuckALuck,
  }),
);
