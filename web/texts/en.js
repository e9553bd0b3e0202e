// English. Each key is in every language; plural forms are objects.

export const lang = "en";
export const name = "English";
export const dir = "ltr";

/** @type {Record<string, import("./format.js").Text>} */
export const texts = {
  // Games
  "game.giog": "Giog",
  "game.giog-wiki": "Giog (wiki)",
  "game.ju-ma-pao": "Jū mǎ pāo",
  "game.ju-ma-pao-30": "Jū mǎ pāo, 30 pieces",
  "game.sang-krip": "Sang krip",
  "game.da-qi-luo-1": "Dǎ qí luò 1",
  "game.da-qi-luo-2": "Dǎ qí luò 2",
  "game.zhi-hu": "Zhì hǔ",

  // Pieces
  "piece.back": "a piece face down",
  "piece.K": "red general",
  "piece.k": "black general",
  "piece.A": "red guard",
  "piece.a": "black guard",
  "piece.E": "red elephant",
  "piece.e": "black elephant",
  "piece.R": "red chariot",
  "piece.r": "black chariot",
  "piece.H": "red horse",
  "piece.h": "black horse",
  "piece.C": "red cannon",
  "piece.c": "black cannon",
  "piece.P": "red soldier",
  "piece.p": "black soldier",
  "pieces.K": "red generals",
  "pieces.k": "black generals",
  "pieces.A": "red guards",
  "pieces.a": "black guards",
  "pieces.E": "red elephants",
  "pieces.e": "black elephants",
  "pieces.R": "red chariots",
  "pieces.r": "black chariots",
  "pieces.H": "red horses",
  "pieces.h": "black horses",
  "pieces.C": "red cannons",
  "pieces.c": "black cannons",
  "pieces.P": "red soldiers",
  "pieces.p": "black soldiers",
  "set.traditional": "Traditional",
  "set.one": "One character for both colours",
  "set.green": "Black shown green",
  "set.letters": "Letters and names",

  // Types of combinations, and plays in a sentence
  "type.single": "single",
  "type.pair": "pair",
  "type.giog": "noble triple",
  "type.three": "three soldiers",
  "type.four": "four soldiers",
  "type.five": "five soldiers",
  "type.series": "noble triple or three soldiers",
  "type.general-two-pairs": "general with two pairs",
  "type.set": "set of {n}",
  "type.sequence": "sequence of {n}",
  "type.noble-1": "noble triple with a piece",
  "type.noble-2": "noble triple with a pair",
  "play.single": "a {piece}",
  "play.pair": "a pair of {pieces}",
  "play.generals": "both generals",
  "play.same": "{n} {pieces}",
  "play.giog": "a noble triple of {pieces}",
  "play.other": "{type}: {pieces}",
};
