// What may be led, and which play is higher: the rankings of docs/RULES.md §5 to §10.
//
// A combination is `{type, suit, rank}`. Only those of one type and one suit compete; only Zhì hǔ tells suits apart.

import { isRed, levelOf, without } from "./pieces.js";

// Each type of a game, high to low, in canonical texts; suits are apart by `/`.
const SINGLES = "K k A a E e R r H h C c P p";
const PAIRS = "AA aa EE ee RR rr HH hh CC cc PP pp";
const THREE = "PPP ppp";
const SOLDIERS = { four: "PPPP pppp", five: "PPPPP ppppp" };
const GIOG = { single: SINGLES, pair: PAIRS, giog: "KAE kae AEC aec RHC rhc", three: THREE, ...SOLDIERS };
const JU_MA_PAO = { single: SINGLES, pair: `Kk ${PAIRS}`, giog: "KAE kae RHC rhc", three: THREE, ...SOLDIERS };
const DA_QI_LUO_1 = { single: SINGLES, pair: `Kk ${PAIRS}`, three: `KAE kae RHC rhc ${THREE}`, ...SOLDIERS };
const ZHI_HU = {
  single: "K k A a E e / R r H h C c / P p",
  pair: "AA aa EE ee / RR rr HH hh CC cc / PP pp",
  giog: "KAE kae / RHC rhc",
  three: THREE,
  ...SOLDIERS,
};

/** In a sequence of all levels. */
const MOST_OF_A_COLOUR = 7;

/** A game's combinations by their canonical texts. */
function listed(types) {
  const found = new Map();
  for (const [type, ranking] of Object.entries(types)) {
    ranking.split(" / ").forEach((suit, number) => {
      const highToLow = suit.split(" ");
      highToLow.forEach((pieces, at) => found.set(pieces, { type, suit: number, rank: highToLow.length - at }));
    });
  }
  return found;
}

const GIOG_LIST = listed(GIOG);
const JU_MA_PAO_LIST = listed(JU_MA_PAO);
const DA_QI_LUO_1_LIST = listed(DA_QI_LUO_1);
const ZHI_HU_LIST = listed(ZHI_HU);

export const giog = (pieces) => GIOG_LIST.get(pieces) ?? null;
export const juMaPao = (pieces) => JU_MA_PAO_LIST.get(pieces) ?? null;
export const daQiLuo1 = (pieces) => DA_QI_LUO_1_LIST.get(pieces) ?? null;

/** As in Jū mǎ pāo, and a general with two pairs of identical pieces of its colour. */
export function sangKrip(pieces) {
  const [general, one, one2, other, other2] = pieces;
  const ofOneColour = [...pieces].every((piece) => isRed(piece) === isRed(general));
  const twoPairs = pieces.length === 5 && levelOf(general) === 7 && one === one2 && other === other2 && ofOneColour;
  if (!twoPairs) return juMaPao(pieces);
  return { type: "general-two-pairs", suit: 0, rank: isRed(general) ? 1 : 0, pairs: [levelOf(one), levelOf(other)] };
}

/** Sets of one level and sequences of levels, in any colours. The more of one colour, the higher. */
export function daQiLuo2(pieces) {
  if (!pieces) return null;
  const levels = [...pieces].map(levelOf);
  const count = levels.length;
  const isSet = levels.every((level) => level === levels[0]);
  const isSequence = levels.every((level, at) => level === levels[0] - at);
  if (!isSet && !isSequence) return null;
  const red = [...pieces].filter(isRed).length;
  const type = count === 1 ? "single" : `${isSet ? "set" : "sequence"}-${count}`;
  return { type, suit: 0, rank: levels[0] * (MOST_OF_A_COLOUR + 1) + Math.max(red, count - red) };
}

/** Three suits; a noble may take along a piece, or two identical ones, which don't count. */
export function zhiHu(pieces) {
  const found = ZHI_HU_LIST.get(pieces);
  if (found) return found;
  for (const noble of ["KAE", "kae", "RHC", "rhc"]) {
    const added = without(pieces, noble);
    const identical = added?.length === 1 || (added?.length === 2 && added[0] === added[1]);
    if (identical) return { ...ZHI_HU_LIST.get(noble), type: `noble-${added.length}` };
  }
  return null;
}

/** Above 0 if a play is higher than the best so far, 0 if it is equal; below 0 if it is lower or does not compete. */
export function compare(play, best) {
  if (play?.type !== best.type || play.suit !== best.suit) return -1;
  if (!play.pairs) return play.rank - best.rank;
  // A red general with pairs that are at least as high, each with its own; never a black one.
  return play.rank > best.rank && play.pairs.every((level, at) => level >= best.pairs[at]) ? 1 : -1;
}
