// What the page knows of the games: what the server describes at `/api/v1/variants`, and the plays that each decision
// lists. Nothing here decides what is legal; it only says in words what the server would.

/**
 * @import { CombinationInfo, Decision, Pieces, VariantInfo, VariantList } from "./types/protocol.js"
 */

/**
 * @typedef {VariantInfo & { plays: Map<Pieces, Made> }} Game
 *
 * @typedef {{ combination: CombinationInfo, level: number }} Made
 *
 * @typedef {Extract<Decision, { do: "play" }>} ToPlay
 */

import { sorted } from "./room.js";
import { known, list, t } from "./texts.js";

/** @type {Promise<Game[]> | null} */
let games = null;

/** The games that the server has, as it describes them. */
export function variants() {
  games ??= fetch("/api/v1/variants")
    .then((answer) => answer.json())
    .then((/** @type {VariantList} */ body) => body.variants.map(withLevels))
    .catch((error) => {
      games = null;
      throw error;
    });
  return games;
}

/** Each combination by its pieces, with its type and its level: 0 is the highest of its type. @param {VariantInfo} variant @returns {Game} */
function withLevels(variant) {
  const plays = new Map();
  for (const combination of variant.combinations) {
    combination.ranking.forEach((equal, level) => {
      for (const pieces of equal) plays.set(pieces, { combination, level });
    });
  }
  return { ...variant, plays };
}

/**
 * The combination that these pieces make in this game, as `{combination, level}`; undefined if they make none.
 *
 * @param {Game | null} variant
 * @param {Pieces} pieces
 */
export function combined(variant, pieces) {
  return variant?.plays.get(sorted(pieces));
}

/** The variant's own word for a combination with its meaning, as `对 dui, pair`. @param {CombinationInfo} combination */
export function called(combination) {
  const gloss = known(`combination.${combination.name}`) ?? combination.name;
  const own = [combination.announcement_chinese, combination.announcement].filter(Boolean).join(" ");
  return own ? t("combination.called", { own, gloss }) : gloss;
}

/** A type of combination by its id: its meaning. @param {Game | null} variant @param {string | null | undefined} type */
export function typeName(variant, type) {
  const combination = variant?.combinations.find((one) => one.type === type);
  return combination ? (known(`combination.${combination.name}`) ?? combination.name) : (type ?? "");
}

/** One piece's name. @param {string} code */
export const pieceName = (code) => t(`piece.${code}`);

/** Pieces in words: "two red chariots and a black horse" without the articles. @param {Pieces} pieces */
export function piecesInWords(pieces) {
  const counts = new Map();
  for (const code of sorted(pieces)) counts.set(code, (counts.get(code) ?? 0) + 1);
  return list([...counts].map(([code, n]) => (n === 1 ? pieceName(code) : t("pieces.several", { count: n, pieces: t(`pieces.${code}`) }))));
}

/** A play in words: "a pair (two red chariots)"; pieces that make nothing are only listed. @param {Game | null} variant @param {Pieces} pieces */
export function playInWords(variant, pieces) {
  const made = combined(variant, pieces);
  const words = piecesInWords(pieces);
  if (!made || pieces.length === 1) return words;
  const gloss = known(`combination.${made.combination.name}`) ?? made.combination.name;
  return t("play.combination", { combination: gloss, pieces: words });
}

/**
 * Why these pieces cannot be laid now, in words; null if they can. With none chosen it is null too.
 * `plays` of a decision lists all that is legal where there are few; where it is null, only what follows holds.
 *
 * @param {Game | null} variant
 * @param {ToPlay} decision
 * @param {Pieces} pieces
 */
export function whyNot(variant, decision, pieces) {
  if (!pieces) return null;
  const count = decision.count;
  if (count != null && pieces.length < count) return t("why.more", { n: count - pieces.length });
  if (count != null && pieces.length > count) return t("why.fewer", { n: count });
  if (decision.lead && !combined(variant, pieces)) return t("why.combination");
  const general = /[Kk]/.test(pieces);
  if (decision.generals === "refused" && general && !decision.plays?.includes(sorted(pieces))) return t("why.general");
  if (decision.plays && !decision.plays.includes(sorted(pieces))) return t("why.other");
  return null;
}

/** What is to be thought of before these pieces are laid, in words; null if nothing. @param {ToPlay} decision @param {Pieces} pieces */
export function warning(decision, pieces) {
  return decision.generals === "behead" && /[Kk]/.test(pieces) ? t("warn.behead") : null;
}
