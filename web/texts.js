// All texts of the page, in the reader's language. Each language is a file in `texts/`, with its direction and its texts.
//
// `t("key", {name: "Mei"})` replaces `{name}` in a text. With a value `n`, the text is that of `key.one`, `key.few`, … by the plural
// rules of the language; `key.other` if there is no such form.

import { pageFile } from "./root.js";
import { keep, kept } from "./storage.js";
import { PARTIAL } from "./untranslated.js";

/** Letters that are written from right to left. */
const FROM_RIGHT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** The isolate character before a value, which keeps the value's own direction. */
const ISOLATE = "\u2068";
const ISOLATE_END = "\u2069";

/** The available languages, by tag, with their own names, as the server lists its files. */
let names = new Map([["en", "English"]]);
/** @type {Record<string, string>} */
let texts = {};
let plural = new Intl.PluralRules("en");
let digits = new Intl.NumberFormat("en");

/** The storage key of the chosen language. */
const KEY = "giog.language";

/**
 * Loads the texts of a part of the page in a language.
 * @typedef {(id: string) => Promise<{ texts: Record<string, string>, direction?: "rtl" }>} Bring
 */

/** Those of the whole page. English is named, so that the worker keeps it for a language that does not come. @type {Bring} */
const PAGE = (id) => (id === "en" ? import("./texts/en.js") : import(pageFile(`texts/${id}.js`)));

/** The loaders of the parts that are loaded. @type {Set<Bring>} */
const parts = new Set([PAGE]);

/** The last requested language: if several files are loading, only this one counts. */
let wanted = "";

/** The languages that can be chosen, as `[tag, name]`. */
export const languages = () => [...names];

/** The chosen language, or else the first available one of the browser's languages. */
export function language() {
  const chosen = kept(KEY);
  if (chosen && names.has(chosen)) return chosen;
  for (const tag of navigator.languages ?? []) {
    const found = alike(tag).find((one) => names.has(one));
    if (found) return found;
  }
  return "en";
}

/** A tag and similar ones; none if it is not a valid tag, such as some systems use. @param {string} tag */
function alike(tag) {
  try {
    const { language, script, region } = new Intl.Locale(tag).maximize();
    return [tag, `${language}-${script}`, `${language}-${region}`, language];
  } catch {
    return [];
  }
}

/** Loads the language; English if its file cannot be loaded. */
export async function loadTexts() {
  try {
    const answer = await fetch(pageFile("texts/languages.json"));
    const listed = /** @type {Listed} */ (await answer.json());
    names = new Map(listed.map(({ id, name }) => [id, name ?? nameOf(id)]));
  } catch {
    // The page stays in English until it is loaded again.
  }
  try {
    await speak(language());
  } catch {
    await speak("en");
  }
}

/** Changes the language, also for later visits; the document emits `language` for everything that shows texts. @param {string} id */
export async function chooseLanguage(id) {
  try {
    await speak(id);
  } catch (error) {
    // The current language is still wanted, unless another one was chosen since.
    if (wanted === id) wanted = document.documentElement.lang;
    throw error;
  }
  if (wanted !== id) return;
  keep(KEY, id);
  document.dispatchEvent(new Event("language"));
}

/** Uses the texts of a language, with those of all loaded parts of the page. @param {string} id */
export async function speak(id) {
  wanted = id;
  const { direction = "ltr" } = await PAGE(id);
  const all = await Promise.all([...parts].map((bring) => brought(bring, id)));
  if (wanted !== id) return;
  texts = Object.assign({}, ...all);
  plural = new Intl.PluralRules(id);
  digits = new Intl.NumberFormat(id, { useGrouping: "min2" });
  document.documentElement.lang = id;
  document.documentElement.dir = direction;
}

/**
 * Adds the texts of a part of the page that is loaded later; from then on they are also loaded for every other chosen language. They are in
 * English if there is no file for the language. Throws if they cannot be loaded.
 *
 * @param {Bring} bring
 */
export async function addTexts(bring) {
  const id = wanted || language();
  const part = await brought(bring, id);
  parts.add(bring);
  // If another language is coming, it may be without this part.
  if (id === wanted && id === document.documentElement.lang) Object.assign(texts, part);
  else await speak(wanted || id);
}

/** The texts of a part in a language; in English what is not translated. @param {Bring} bring @param {string} id */
async function brought(bring, id) {
  const english = PARTIAL.includes(id) ? (await bring("en")).texts : {};
  const { texts } = await bring(id).catch(() => bring("en"));
  return { ...english, ...texts };
}

/** The name of a language in that language, for a list. @param {string} id */
function nameOf(id) {
  const name = new Intl.DisplayNames([id], { type: "language" }).of(id) ?? id;
  return name.charAt(0).toLocaleUpperCase(id) + name.slice(1);
}

/** @typedef {{ id: string, name: string | null }[]} Listed the languages, as the server lists its files */

/** @typedef {{ n?: number, [name: string]: string | number | undefined }} Values */

/**
 * The text of a key, with its values; the key itself if there is no text.
 *
 * @param {string} key
 * @param {Values} [values]
 */
export function t(key, values = {}) {
  const text = form(key, values) ?? key;
  return text.replace(/\{(\w+)\}/g, (all, name) => (name in values ? apart(values[name] ?? "") : all));
}

/** A number in the digits of the language. @param {number} value */
export const number = (value) => digits.format(value);

/** A whole number, which may be negative. @param {number} value */
export const whole = (value) => (value < 0 ? `−${number(-value)}` : number(value));

/** A whole number with its sign, as a change of points. @param {number} value */
export const signed = (value) => (value > 0 ? `+${number(value)}` : whole(value));

/**
 * A value within a text: numbers get the digits of the language; names may have the other direction of writing, which must not affect the
 * text around them.
 *
 * @param {string | number} value
 */
function apart(value) {
  if (typeof value === "number") return number(value);
  const other = document.documentElement.dir === "rtl" || FROM_RIGHT.test(value);
  return other ? `${ISOLATE}${value}${ISOLATE_END}` : value;
}

/**
 * The text of a key, or undefined if there is none: for words that a newer server may send.
 *
 * @param {string} key
 * @param {Values} [values]
 */
export function known(key, values = {}) {
  return form(key, values) ? t(key, values) : undefined;
}

/** @param {string} key @param {Values} values */
function form(key, { n }) {
  if (n === undefined) return texts[key];
  return texts[`${key}.${plural.select(n)}`] ?? texts[`${key}.other`] ?? texts[key];
}

/** A list of items in the style of the language: all of them, or one of them. @param {string[]} items @param {"conjunction" | "disjunction"} type */
export function list(items, type = "conjunction") {
  return new Intl.ListFormat(document.documentElement.lang, { type }).format(items);
}
