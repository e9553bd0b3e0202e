// The words of art of these games, and where they stand in a text. The texts say of each word in which forms it occurs
// (`word.KEY.forms`, apart by `|`) and what it means (`word.KEY.means`).

import { known, t } from "./texts.js";

/** The words, those first that are longer than others in them. */
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

/** Chinese does not part words by spaces. */
const HAN = /\p{Script=Han}/u;

/** What finds all words in a text, with the word that each form is of; made once for a language. @type {{ language: string, pattern: RegExp, words: Map<string, Word> } | null} */
let finder = null;

/** What a word is called by itself. @param {Word} word */
export const wordName = (word) => t(`word.${word}.forms`).split("|")[0] ?? word;

/** What a word means. @param {Word} word */
export const wordMeans = (word) => t(`word.${word}.means`);

/**
 * A text in parts: plain ones, and the first place of each word of art.
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
