// The page's texts in a language, for finding elements by their names: the keys stay the same when the wording changes.

import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

/** The names of bots, by the number of their seat. */
const BOTS = ["Bīng", "Pào", "Mǎ", "Jū", "Xiàng"];

/** The folders with texts: those of the page, and of its parts that are loaded later. */
const WEB = path.join(import.meta.dirname, "../../../web");
const FOLDERS = [
  "",
  "boards",
  "learn",
  "tiles",
  "views",
  ...readdirSync(path.join(WEB, "games")).map((game) => `games/${game}`),
]
  .map((folder) => path.join(WEB, folder, "texts"))
  .filter(existsSync);

/** `{t, like, within, piece, botName}` of a language of the page. */
export async function speaking(language) {
  // Missing translations are in English.
  const there = ["en", language]
    .flatMap((id) => FOLDERS.map((folder) => path.join(folder, `${id}.js`)))
    .filter(existsSync);
  const files = await Promise.all(there.map((file) => import(file)));
  const texts = Object.assign({}, ...files.map((file) => file.texts));
  const plural = new Intl.PluralRules(language);

  function form(key, n) {
    const text =
      n === undefined ? texts[key] : (texts[`${key}.${plural.select(n)}`] ?? texts[`${key}.other`] ?? texts[key]);
    if (text === undefined) throw new Error(`no text ${key} in ${language}`);
    return text;
  }

  /** The text with its values, as the page puts it. */
  function t(key, values = {}) {
    return form(key, values.n).replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
  }

  /** Matches the whole text with these values, and any others; any of the plural forms. */
  function like(key, values = {}) {
    const forms = Object.keys(texts).filter(
      (one) =>
        one === key ||
        (one.startsWith(`${key}.`) && plural.resolvedOptions().pluralCategories.includes(one.slice(key.length + 1))),
    );
    if (forms.length === 0) throw new Error(`no text ${key} in ${language}`);
    const wanted = (text) =>
      text
        .split(/(\{\w+\})/)
        .map((part) => {
          const name = /^\{(\w+)\}$/.exec(part)?.[1];
          if (!name) return escaped(part);
          return name in values ? escaped(String(values[name])) : ".+?";
        })
        .join("");
    return new RegExp(`^(?:${forms.map((one) => wanted(texts[one])).join("|")})$`, "s");
  }

  /** Matches the text anywhere within another one. */
  function within(key, values = {}) {
    return new RegExp(like(key, values).source.slice(1, -1), "s");
  }

  return {
    t,
    like,
    within,
    piece: (code) => t(`piece.${code}`),
    botName: (seat) => t("seat.bot", { name: BOTS[seat] }),
  };
}

/** Matches what any of these patterns matches. */
export const either = (...patterns) => new RegExp(patterns.map(({ source }) => source).join("|"), "s");

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** English, which most tests read. */
export const english = await speaking("en");
