// The games: what sets each apart, as in the tables of docs/RULES.md §5 to §10.
//
// Of a game: `players` from and to; `set`, the pieces for a number of seats; `heights` of the stacks for a number of seats;
// `ceremony`, who starts and takes which stacks; `lot`, what chance decides besides the stacks; `next`, 1 where turns go clockwise and -1 where they don't; `combination`
// of pieces; `ties`, who wins of equal plays; `unseen`, whether plays that don't win stay face down; `inTurn`, whether plays
// are laid one after another, face up; `beheading`, its default where there is a general ban; `goal`.

import { giog, juMaPao, sangKrip, daQiLuo1, daQiLuo2, zhiHu } from "./combinations.js";
import { exposing, throwing } from "./circle.js";
import { directed, ends } from "./row.js";
import { rows } from "./rows.js";

const PAIRS_OF_32 = Array(16).fill(2);
const PAIRS_OF_30 = Array(15).fill(2);
const EIGHT_OF_FOUR = Array(8).fill(4);
const FIVE_OF_SIX = Array(5).fill(6);
const SEVEN_OF_FOUR_AND_TWO = [...Array(7).fill(4), 2];
const SIX_OF_FIVE = Array(6).fill(5);

const of32 = () => 32;
const of30 = () => 30;
const of30IfOdd = (seats) => (seats % 2 ? 30 : 32);

const GIOG = {
  players: [2, 4], set: of32, heights: () => PAIRS_OF_32, ceremony: rows, lot: "six", next: 1, combination: giog, ties: "priority",
  beheading: "forfeit", goal: "pieces",
};
const JU_MA_PAO = {
  players: [3, 4], set: of32, heights: () => PAIRS_OF_32, ceremony: exposing, lot: "exposer", next: 1, combination: juMaPao, ties: "aside",
  beheading: "forfeit", goal: "pieces",
};

/** What chance decides besides the stacks: which row has six stacks matters to three players alone. */
export const lotOf = ({ lot }, seats) => (lot === "six" && seats !== 3 ? undefined : lot);

/** The games by their ids. */
export const GAMES = new Map(Object.entries({
  giog: GIOG,
  "giog-wiki": { ...GIOG, beheading: "last" },
  "ju-ma-pao": JU_MA_PAO,
  "ju-ma-pao-30": { ...JU_MA_PAO, players: [3, 3], set: of30, heights: () => PAIRS_OF_30 },
  "sang-krip": {
    players: [2, 4], set: of32, heights: () => PAIRS_OF_32, ceremony: throwing, next: -1, combination: sangKrip, ties: "earlier",
    unseen: true, beheading: "forfeit", goal: "score",
  },
  "da-qi-luo-1": {
    players: [2, 5], set: of30IfOdd, heights: (seats) => ({ 3: SEVEN_OF_FOUR_AND_TWO, 5: FIVE_OF_SIX })[seats] ?? EIGHT_OF_FOUR,
    ceremony: ends, lot: "dice", next: -1, combination: daQiLuo1, ties: "earlier", goal: "pieces",
  },
  "da-qi-luo-2": {
    players: [2, 5], set: of30IfOdd, heights: (seats) => ({ 3: SIX_OF_FIVE, 5: FIVE_OF_SIX })[seats] ?? EIGHT_OF_FOUR,
    ceremony: directed, lot: "dice", next: -1, combination: daQiLuo2, ties: "later", unseen: true, inTurn: true, goal: "score",
  },
  "zhi-hu": { ...GIOG, combination: zhiHu, beheading: null, goal: "last-trick" },
}));
