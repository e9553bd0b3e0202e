// Every text of the page, in the reader's language. A language is one file in `texts/`, with its direction and its texts.
//
// `t("key", {name: "Mei"})` puts values where a text has `{name}`. With a value `n`, the text is that of `key.one`,
// `key.few`, … as the language counts; `key.other` where it has no such form.

import { keep, kept } from "./storage.js";

/** Letters that are written from right to left. */
const FROM_RIGHT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** What stands between these runs by itself, in its own direction. */
const ISOLATE = "\u2068";
const ISOLATE_END = "\u2069";

/** The languages there are files for, by their tags, as they call themselves: as the server lists its files. */
let names = new Map([["en", "English"]]);
/** @type {Record<string, string>} */
let texts = {};
/** What stands in for texts that a `partial` language does not have. @type {Record<string, string>} */
let english = {};
let plural = new Intl.PluralRules("en");
let digits = new Intl.NumberFormat("en");

/** Where the choice of the language is kept. */
const KEY = "giog.language";

/** What brings the texts of a part of the page that comes later, in a language. @typedef {(id: string) => Promise<{ texts: Record<string, string> }>} Bring */

/** Those of the parts that are there. @type {Bring[]} */
const later = [];

/** The language that was asked for last: of several files on their way, its own counts. */
let wanted = "";

/** The languages that can be chosen, as `[tag, name]`. */
export const languages = () => [...names];

/** The language that was chosen, or else the first of the browser's that there is. */
export function language() {
  const chosen = kept(KEY);
  if (chosen && names.has(chosen)) return chosen;
  for (const tag of navigator.languages ?? []) {
    const found = alike(tag).find((one) => names.has(one));
    if (found) return found;
  }
  return "en";
}

/** A tag and those that come near it; none where it is no tag, as systems have them. @param {string} tag */
function alike(tag) {
  try {
    const { language, script, region } = new Intl.Locale(tag).maximize();
    return [tag, `${language}-${script}`, `${language}-${region}`, language];
  } catch {
    return [];
  }
}

/** Loads the language; English where its file cannot be had. */
export async function loadTexts() {
  try {
    const answer = await fetch(new URL("texts/languages.json", import.meta.url));
    const listed = /** @type {Listed} */ (await answer.json());
    names = new Map(listed.map(({ id, name }) => [id, name ?? nameOf(id)]));
  } catch {
    // English, then, until the page is loaded again.
  }
  try {
    await speak(language());
  } catch {
    await speak("en");
  }
}

/** Takes another language, from now on and on later visits: what shows texts hears `language` from the document. @param {string} id */
export async function chooseLanguage(id) {
  try {
    await speak(id);
  } catch (error) {
    // What the page speaks is still wanted, unless another language was chosen since.
    if (wanted === id) wanted = document.documentElement.lang;
    throw error;
  }
  if (wanted !== id) return;
  keep(KEY, id);
  document.dispatchEvent(new Event("language"));
}

/** Takes the texts of a language, with those of the parts of the page that are there. @param {string} id */
export async function speak(id) {
  wanted = id;
  const file = await import(`./texts/${id}.js`);
  const beside = file.partial ? (await import("./texts/en.js")).texts : {};
  const parts = await Promise.all(later.map((bring) => bring(id).catch(() => bring("en"))));
  if (wanted !== id) return;
  english = beside;
  texts = Object.assign({}, file.texts, ...parts.map((part) => part.texts));
  plural = new Intl.PluralRules(id);
  digits = new Intl.NumberFormat(id, { useGrouping: "min2" });
  document.documentElement.lang = id;
  document.documentElement.dir = file.direction ?? "ltr";
}

/** Adds the texts of a part of the page that comes later; English where it has no file for the language. @param {Bring} bring */
export async function addTexts(bring) {
  later.push(bring);
  try {
    await speak(wanted || language());
  } catch (error) {
    later.splice(later.indexOf(bring), 1);
    throw error;
  }
}

/** What the speakers of a language call it, as it stands in a list. @param {string} id */
function nameOf(id) {
  const name = new Intl.DisplayNames([id], { type: "language" }).of(id) ?? id;
  return name.charAt(0).toLocaleUpperCase(id) + name.slice(1);
}

/** @typedef {{ id: string, name: string | null }[]} Listed the languages, as the server lists its files */

/** @typedef {{ n?: number, [name: string]: string | number | undefined }} Values */

/**
 * The text of a key, with its values; the key itself where there is none.
 *
 * @param {string} key
 * @param {Values} [values]
 */
export function t(key, values = {}) {
  const text = form(texts, key, values) ?? form(english, key, values) ?? key;
  return text.replace(/\{(\w+)\}/g, (all, name) => (name in values ? apart(values[name] ?? "") : all));
}

/** A number in the digits of the language. @param {number} value */
export const number = (value) => digits.format(value);

/**
 * A value within a text: numbers in the digits of the language; names may run the other way, and must not turn round what
 * stands beside them.
 *
 * @param {string | number} value
 */
function apart(value) {
  if (typeof value === "number") return number(value);
  const other = document.documentElement.dir === "rtl" || FROM_RIGHT.test(value);
  return other ? `${ISOLATE}${value}${ISOLATE_END}` : value;
}

/**
 * The text of a key, or undefined where there is none: for words that a newer server may have.
 *
 * @param {string} key
 * @param {Values} [values]
 */
export function known(key, values = {}) {
  return form(texts, key, values) || form(english, key, values) ? t(key, values) : undefined;
}

/** @param {Record<string, string>} from @param {string} key @param {Values} values */
function form(from, key, { n }) {
  if (n === undefined) return from[key];
  return from[`${key}.${plural.select(n)}`] ?? from[`${key}.other`] ?? from[key];
}

/** Things one after another, as the language lists them. @param {string[]} items */
export function list(items) {
  return new Intl.ListFormat(document.documentElement.lang, { type: "conjunction" }).format(items);
}
