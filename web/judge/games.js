// The differences between the games, as in the tables of docs/RULES.md §5 to §11.

/**
 * @import { Combination } from "./combinations.js"
 * @import { Ceremony } from "./judge.js"
 * @import { Beheading } from "../types/protocol.js"
 */

import { giog, juMaPao, sangKrip, daQiLuo1, daQiLuo2, tamCuc, zhiHu } from "./combinations.js";
import { exposing, throwing } from "./circle.js";
import { dealing } from "./pack.js";
import { directed, ends } from "./row.js";
import { rows } from "./rows.js";

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

const PAIRS_OF_32 = Array(16).fill(2);
const PAIRS_OF_30 = Array(15).fill(2);
const EIGHT_OF_FOUR = Array(8).fill(4);
const FIVE_OF_SIX = Array(5).fill(6);
const SEVEN_OF_FOUR_AND_TWO = [...Array(7).fill(4), 2];
const SIX_OF_FIVE = Array(6).fill(5);

/** @param {number} seats */
const of30IfOdd = (seats) => (seats % 2 ? 30 : 32);
/** The sizes of a row of stacks, for each number of players. @param {number} seats @param {number[]} ofThree */
const row = (seats, ofThree) => (seats === 3 ? ofThree : seats === 5 ? FIVE_OF_SIX : EIGHT_OF_FOUR);

/** @type {Game} */
const GIOG = {
  players: [2, 4],
  set: () => 32,
  heights: () => PAIRS_OF_32,
  ceremony: rows,
  lot: "six",
  next: 1,
  combination: giog,
  ties: "priority",
  unseen: false,
  inTurn: false,
  beheading: "forfeit",
  powerless: "",
  document: "record",
  goal: "pieces",
};

/** @type {Game} */
const JU_MA_PAO = { ...GIOG, players: [3, 4], ceremony: exposing, lot: "exposer", combination: juMaPao, ties: "aside" };

/** @type {Game} */
const SANG_KRIP = {
  ...GIOG,
  ceremony: throwing,
  lot: null,
  next: -1,
  combination: sangKrip,
  ties: "earlier",
  unseen: true,
  goal: "score",
};

/** @type {Game} */
const DA_QI_LUO_1 = {
  players: [2, 5],
  set: of30IfOdd,
  heights: (seats) => row(seats, SEVEN_OF_FOUR_AND_TWO),
  ceremony: ends,
  lot: "dice",
  next: -1,
  combination: daQiLuo1,
  ties: "earlier",
  unseen: false,
  inTurn: false,
  beheading: null,
  powerless: "",
  document: "record",
  goal: "pieces",
};

/** @type {Game} */
const DA_QI_LUO_2 = {
  ...DA_QI_LUO_1,
  heights: (seats) => row(seats, SIX_OF_FIVE),
  ceremony: directed,
  combination: daQiLuo2,
  ties: "later",
  unseen: true,
  inTurn: true,
  goal: "score",
};

/** @type {Game} */
const TAM_CUC = {
  ...SANG_KRIP,
  set: of30IfOdd,
  heights: () => [],
  ceremony: dealing,
  lot: "starter",
  combination: tamCuc,
  beheading: null,
  powerless: "KkAa",
  document: "tiles",
};

/** The games by their ids. @type {Map<unknown, Game>} */
export const GAMES = new Map(
  Object.entries({
    giog: GIOG,
    "giog-wiki": { ...GIOG, beheading: "last" },
    "ju-ma-pao": JU_MA_PAO,
    "ju-ma-pao-30": { ...JU_MA_PAO, players: [3, 3], set: () => 30, heights: () => PAIRS_OF_30 },
    "sang-krip": SANG_KRIP,
    "da-qi-luo-1": DA_QI_LUO_1,
    "da-qi-luo-2": DA_QI_LUO_2,
    "zhi-hu": { ...GIOG, combination: zhiHu, beheading: null, goal: "last-trick" },
    "tam-cuc": TAM_CUC,
  }),
);

/**
 * What is decided by lot besides the stacks. Which row has six stacks matters only for three players.
 * @param {Game} game
 * @param {number} seats
 */
export const lotOf = ({ lot }, seats) => (lot === "six" && seats !== 3 ? null : lot);
