// The texts of the page in the language of whoever looks at it.
//
// A language is a file beside this one that exports `lang`, `name`, `dir` and `texts`, and its id in LANGUAGES. It is chosen from
// the browser's setting, or by hand, which is kept. Whoever imports this module has the texts at hand: it waits for them.
//
//   t("lobby.seats", { n: 3 })        a text, with its plural and placeholders
//   onLanguage(() => this.render())   after another language was chosen

import { fill, pick } from "./format.js";

/** @typedef {import("./format.js").Language} Language */

/** The languages there are, the one for everybody else first. */
export const LANGUAGES = [
  { id: "en", name: "English" },
  { id: "zh-Hant", name: "繁體中文" },
  { id: "zh-Hans", name: "简体中文" },
  { id: "ms", name: "Bahasa Melayu" },
];

/** Where the choice is kept. */
const KEPT = "giog.language";

const changes = new EventTarget();

/** @param {string} id @returns {Promise<Language>} */
function load(id) {
  return import(`./${id}.js`);
}

/** The choice kept here; none where storage is refused, as in some private windows. */
function kept() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

/** @param {string} id */
function keep(id) {
  try {
    localStorage.setItem(KEPT, id);
  } catch {
    // The choice holds for this visit.
  }
}

function wanted() {
  const choice = kept();
  return choice ? [choice, ...navigator.languages] : navigator.languages;
}

const ids = LANGUAGES.map((language) => language.id);
let chosen = pick(ids, wanted());
let current = await load(chosen);
tellDocument();

function tellDocument() {
  document.documentElement.lang = current.lang;
  document.documentElement.dir = current.dir;
}

/**
 * A text in the language of the page.
 *
 * @param {string} key
 * @param {import("./format.js").Values} [values]
 * @returns {string}
 */
export function t(key, values) {
  return fill(current, key, values);
}

/** Whether there is such a text. @param {string} key */
export function hasText(key) {
  return key in current.texts;
}

/** The id of the language of the page. */
export function language() {
  return chosen;
}

/** The tag for `Intl` and `lang`. */
export function locale() {
  return current.lang;
}

/** Several things in a sentence: "a, b and c". @param {string[]} parts */
export function list(parts) {
  return new Intl.ListFormat(current.lang, { type: "conjunction" }).format(parts);
}

/** Changes the language, and keeps the choice. @param {string} id */
export async function setLanguage(id) {
  const loaded = await load(pick(ids, [id]));
  current = loaded;
  chosen = id;
  keep(id);
  tellDocument();
  changes.dispatchEvent(new Event("language"));
}

/**
 * Calls `listener` after each change of language, until the signal ends it.
 *
 * @param {() => void} listener
 * @param {AbortSignal} [signal]
 */
export function onLanguage(listener, signal) {
  changes.addEventListener("language", listener, signal ? { signal } : {});
}
