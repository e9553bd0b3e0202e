// Pieces, types and plays in words, in the language of the page: for live regions, names of buttons, and glosses.
// A game's own words ("sam mui 三枚") come from the server's description of it; these say what they mean.

import { hasText, list, t } from "./texts.js";

/** A piece alone: "red general". @param {string} code */
export function pieceName(code) {
  return t(`piece.${code}`);
}

/** Several pieces one by one: "red general and red guard". @param {string} pieces codes */
export function pieceNames(pieces) {
  return list([...pieces].map(pieceName));
}

/** The name of a game; of one that this page doesn't know, its id. @param {string} variant */
export function gameName(variant) {
  return hasText(`game.${variant}`) ? t(`game.${variant}`) : variant;
}

/**
 * What a type is: "pair", "sequence of 3". Of a type this page doesn't know, its id.
 *
 * @param {string} type as in the protocol
 * @param {string} [variant] `three` is wider in Dǎ qí luò 1
 */
export function typeName(type, variant) {
  if (type === "three" && variant === "da-qi-luo-1") return t("type.series");
  const run = /^(set|sequence)-(\d+)$/.exec(type);
  if (run) return t(`type.${run[1]}`, { n: Number(run[2]) });
  return hasText(`type.${type}`) ? t(`type.${type}`) : type;
}

/**
 * A play that is a combination, to be put into a sentence: "a pair of red chariots".
 *
 * @param {string} type
 * @param {string} pieces codes, in any order
 */
export function playName(type, pieces) {
  const codes = [...pieces].sort((a, b) => STRENGTH.indexOf(a) - STRENGTH.indexOf(b));
  const [first = ""] = codes;
  const n = codes.length;
  if (type === "single") return t("play.single", { piece: pieceName(first) });
  if (pieces.length === 2 && codes.join("") === "Kk") return t("play.generals");
  if (codes.every((code) => code === first)) {
    return n === 2 ? t("play.pair", { pieces: t(`pieces.${first}`) }) : t("play.same", { n, pieces: t(`pieces.${first}`) });
  }
  if (type === "giog" || type === "three") return t("play.giog", { pieces: list(codes.map(pieceName)) });
  return t("play.other", { type: typeName(type), pieces: list(codes.map(pieceName)) });
}

/** docs/RULES.md §1. */
const STRENGTH = "KkAaEeRrHhCcPp";
