// Which combinations may be led, and which play is higher: the rankings of docs/RULES.md §5 to §11.
//
// A combination is `{type, suit, rank}`. Only combinations of the same type and suit are compared; only Zhì hǔ has suits.

/** @import { CombinationType } from "../types/protocol.js" */

import { isRed, levelOf, without } from "./pieces.js";

/**
 * The combination that pieces make. `pairs` are the levels of two pairs beside a general.
 * @typedef {{ type: CombinationType, suit: number, rank: number, pairs?: number[] }} Combination
 */

// Each type of a game from high to low, as canonical texts; suits are separated by `/`.
const SINGLES = "K k A a E e R r H h C c P p";
const PAIRS = "AA aa EE ee RR rr HH hh CC cc PP pp";
const THREE = "PPP ppp";
const SOLDIERS = { four: "PPPP pppp", five: "PPPPP ppppp" };
const GIOG = { single: SINGLES, pair: PAIRS, giog: "KAE kae AEC aec RHC rhc", three: THREE, ...SOLDIERS };
const JU_MA_PAO = { single: SINGLES, pair: `Kk ${PAIRS}`, giog: "KAE kae RHC rhc", three: THREE, ...SOLDIERS };
const DA_QI_LUO_1 = { single: SINGLES, pair: `Kk ${PAIRS}`, three: `KAE kae RHC rhc ${THREE}`, ...SOLDIERS };
// The cannon is higher than the horse.
const TAM_CUC = {
  single: "K k A a E e R r C c H h P p",
  pair: "AA aa EE ee RR rr CC cc HH hh PP pp",
  three: "KAE kae RHC rhc",
  ...SOLDIERS,
};
const ZHI_HU = {
  single: "K k A a E e / R r H h C c / P p",
  pair: "AA aa EE ee / RR rr HH hh CC cc / PP pp",
  giog: "KAE kae / RHC rhc",
  three: THREE,
  ...SOLDIERS,
};

/** The most pieces of one colour in a sequence of all levels. */
const MOST_OF_A_COLOUR = 7;

/** A map from canonical texts to a game's combinations. @param {{ [type: string]: string }} types */
function listed(types) {
  /** @type {Map<string, Combination>} */
  const found = new Map();
  for (const [type, ranking] of Object.entries(types)) {
    ranking.split(" / ").forEach((suit, number) => {
      const highToLow = suit.split(" ");
      highToLow.forEach((pieces, place) => found.set(pieces, { type, suit: number, rank: highToLow.length - place }));
    });
  }
  return found;
}

const GIOG_LIST = listed(GIOG);
const JU_MA_PAO_LIST = listed(JU_MA_PAO);
const DA_QI_LUO_1_LIST = listed(DA_QI_LUO_1);
const TAM_CUC_LIST = listed(TAM_CUC);
const ZHI_HU_LIST = listed(ZHI_HU);

/** @param {string} pieces */
export const giog = (pieces) => GIOG_LIST.get(pieces) ?? null;
/** @param {string} pieces */
export const juMaPao = (pieces) => JU_MA_PAO_LIST.get(pieces) ?? null;
/** @param {string} pieces */
export const daQiLuo1 = (pieces) => DA_QI_LUO_1_LIST.get(pieces) ?? null;

/** @param {string} pieces */
export const tamCuc = (pieces) => TAM_CUC_LIST.get(pieces) ?? null;

/** A general and two pairs of identical pieces, all of one colour. */
const TWO_PAIRS = /^(?:K([A-Z])\1([A-Z])\2|k([a-z])\3([a-z])\4)$/;

/** Those of Jū mǎ pāo, and a general with two pairs. @param {string} pieces @returns {Combination | null} */
export function sangKrip(pieces) {
  const found = TWO_PAIRS.exec(pieces);
  if (!found) return juMaPao(pieces);
  const pairs = found.slice(1).filter(Boolean).map(levelOf);
  return { type: "general-two-pairs", suit: 0, rank: pieces.startsWith("K") ? 1 : 0, pairs };
}

/**
 * Sets of one level and sequences of levels, in any colours. With more pieces of one colour they are higher.
 * @param {string} pieces
 * @returns {Combination | null}
 */
export function daQiLuo2(pieces) {
  const levels = [...pieces].map(levelOf);
  const [highest] = levels;
  if (highest === undefined) return null;
  const isSet = levels.every((level) => level === highest);
  const isSequence = levels.every((level, place) => level === highest - place);
  if (!isSet && !isSequence) return null;
  const red = [...pieces].filter(isRed).length;
  const type = levels.length === 1 ? "single" : `${isSet ? "set" : "sequence"}-${levels.length}`;
  return { type, suit: 0, rank: highest * (MOST_OF_A_COLOUR + 1) + Math.max(red, levels.length - red) };
}

/**
 * There are three suits; a noble may be laid with one other piece, or two identical ones, which do not count.
 * @param {string} pieces
 * @returns {Combination | null}
 */
export function zhiHu(pieces) {
  const listed = ZHI_HU_LIST.get(pieces);
  if (listed) return listed;
  for (const noble of ["KAE", "kae", "RHC", "rhc"]) {
    const [one, other, ...more] = without(pieces, noble) ?? "";
    const made = ZHI_HU_LIST.get(noble);
    const takesAlong = one && !more.length && (!other || one === other);
    if (made && takesAlong) return { ...made, type: other ? "noble-2" : "noble-1" };
  }
  return null;
}

/**
 * Positive if a play is higher than the best so far, 0 if it is equal, negative if it is lower or cannot be compared.
 * @param {Combination | null} play
 * @param {Combination} best
 */
export function compare(play, best) {
  if (play?.type !== best.type || play.suit !== best.suit) return -1;
  if (!play.pairs) return play.rank - best.rank;
  // It must be a red general whose pairs are each at least as high; a black one is never higher.
  return play.rank > best.rank && play.pairs.every((level, place) => level >= (best.pairs?.[place] ?? 0)) ? 1 : -1;
}
