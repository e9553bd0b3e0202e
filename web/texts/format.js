// How a text is chosen and filled in; without a browser, so that tests run it.

/** @typedef {string | Record<string, string>} Text a text, or its plural forms by the category of `Intl.PluralRules` */
/** @typedef {{lang: string, name: string, dir: "ltr" | "rtl", texts: Record<string, Text>}} Language */
/** @typedef {Record<string, string | number>} Values what fills the `{placeholders}`; `n` chooses the plural */

/** What keeps a name written in one direction from disturbing a sentence in the other (Unicode's isolates). */
const ISOLATE = ["\u2068", "\u2069"];

/**
 * The best of the languages there are for what somebody prefers; the first one if none fits.
 *
 * @param {readonly string[]} known ids, such as `zh-Hant`
 * @param {readonly string[]} wanted BCP 47 tags, the best first, such as `zh-TW`
 * @returns {string}
 */
export function pick(known, wanted) {
  for (const tag of wanted) {
    const exact = known.find((id) => id.toLowerCase() === tag.toLowerCase());
    if (exact) return exact;
    const likely = likelyOf(tag);
    if (!likely) continue;
    const found = known.map((id) => ({ id, likely: likelyOf(id) })).filter((one) => one.likely?.language === likely.language);
    const best = found.find((one) => one.likely?.script === likely.script);
    const other = best ?? found[0];
    if (other) return other.id;
  }
  return known[0] ?? "";
}

/** Language and script with what is usual filled in: `zh-TW` is written in `Hant`. @param {string} tag */
function likelyOf(tag) {
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    return null;
  }
}

/**
 * A text with its values. Without the text, its key: seen at once, and the page goes on.
 *
 * @param {Language} language
 * @param {string} key
 * @param {Values} [values]
 * @returns {string}
 */
export function fill(language, key, values = {}) {
  const text = language.texts[key];
  if (text === undefined) return key;
  return form(language, text, values).replace(/\{(\w+)\}/g, (whole, name) => {
    const value = values[name];
    if (value === undefined) return whole;
    if (typeof value === "number") return new Intl.NumberFormat(language.lang).format(value);
    return language.dir === "rtl" ? ISOLATE.join(value) : value;
  });
}

/** @param {Language} language @param {Text} text @param {Values} values @returns {string} */
function form(language, text, values) {
  if (typeof text === "string") return text;
  const category = new Intl.PluralRules(language.lang).select(Number(values["n"] ?? 0));
  return text[category] ?? text["other"] ?? "";
}
