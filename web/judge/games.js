// The differences between the games, as in the tables of docs/RULES.md §5 to §11. Each is in the game's folder.

/**
 * @import { Combination } from "./combinations.js"
 * @import { Ceremony } from "./match.js"
 * @import { Beheading } from "../types/protocol.js"
 */

/**
 * The properties in which games differ.
 * @typedef {object} Game
 * @property {[from: number, to: number]} players
 * @property {(seats: number) => 30 | 32} set how many pieces
 * @property {(seats: number) => number[]} heights of the stacks; none where a pack is dealt
 * @property {Ceremony} ceremony who starts, and who takes which stacks
 * @property {"six" | "exposer" | "dice" | "starter" | null} lot what chance decides besides the stacks, or the pack
 * @property {1 | -1} next where turns go: clockwise, or not
 * @property {(pieces: string) => Combination | null} combination what pieces make, of canonical texts
 * @property {"priority" | "aside" | "earlier" | "later"} ties who wins of equal plays
 * @property {boolean} unseen whether plays that don't win stay face down
 * @property {boolean} inTurn whether plays are laid one after another, face up
 * @property {Beheading | null} beheading its default where there is a general ban
 * @property {string} powerless kinds that win nothing in the first trick, and can't be led in it
 * @property {"record" | "tiles"} document that says how matches are written: docs/RECORD.md or docs/TILES.md
 * @property {"pieces" | "score" | "last-trick"} goal
 */

/** The games that are loaded, by their ids: one by one with their records, or all of them with judge.js. @type {Map<unknown, Game>} */
export const GAMES = new Map();

/**
 * What is decided by lot besides the stacks. Which row has six stacks matters only for three players.
 * @param {Game} game
 * @param {number} seats
 */
export const lotOf = ({ lot }, seats) => (lot === "six" && seats !== 3 ? null : lot);
