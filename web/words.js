// The technical terms of these games, and where they occur in texts. The texts list the forms of each term (`word.KEY.forms`, separated
// by `|`), and those of the rules its meaning (`word.KEY.means`).

import { known, t } from "./texts.js";

/** The terms; those that contain others come first. */
export const WORDS = /** @type {const} */ ([
  "last_trick",
  "take_back",
  "noble",
  "soldiers",
  "trick",
  "lead",
  "follow",
  "single",
  "pair",
  "combination",
  "behead",
  "capture",
  "stack",
  "tie",
  "suit",
  "set",
  "sequence",
]);

/** @typedef {typeof WORDS[number]} Word */

/** Chinese does not separate words by spaces. */
const HAN = /\p{Script=Han}/u;

/**
 * The pattern that finds all terms in a text, with the term of each form; made once per language.
 *
 * @type {{ language: string, pattern: RegExp, words: Map<string, Word> } | null}
 */
let finder = null;

/** A term's name. @param {Word} word */
export const wordName = (word) => t(`word.${word}.forms`).split("|")[0] ?? word;

/** A term's meaning. @param {Word} word */
export const wordMeans = (word) => known(`word.${word}.means`) ?? "";

/**
 * A text in parts: plain text, and the first occurrence of each term.
 *
 * @param {string} text
 * @returns {(string | { word: Word, text: string })[]}
 */
export function partsOf(text) {
  const { pattern, words } = finding();
  /** @type {Set<Word>} */
  const seen = new Set();
  /** @type {ReturnType<typeof partsOf>} */
  const parts = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(pattern)) {
    const word = words.get(found.toLowerCase());
    if (!word || seen.has(word)) continue;
    seen.add(word);
    parts.push(text.slice(from, index), { word, text: found });
    from = index + found.length;
  }
  return [...parts, text.slice(from)].filter((part) => part !== "");
}

function finding() {
  const language = document.documentElement.lang;
  if (finder?.language === language) return finder;
  /** @type {[form: string, word: Word][]} */
  const forms = WORDS.flatMap((word) =>
    (known(`word.${word}.forms`) ?? "")
      .split("|")
      .filter(Boolean)
      .map((form) => /** @type {[string, Word]} */ ([form, word])),
  );
  const longest = forms.toSorted(([a], [b]) => b.length - a.length);
  const pattern = longest
    .map(([form]) =>
      HAN.test(form) ? form : `(?<![\\p{L}\\p{M}])${form.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\p{L}\\p{M}])`,
    )
    .join("|");
  finder = {
    language,
    pattern: new RegExp(pattern || "(?!)", "giu"),
    words: new Map(forms.map(([form, word]) => [form.toLowerCase(), word])),
  };
  return finder;
}
