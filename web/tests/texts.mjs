// All languages have the same texts, except for those that `untranslated.json` lists: `node --test web/tests/texts.mjs`. With
// `GIOG_TEST_UPDATE=1` it writes this list.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

const WEB = path.join(import.meta.dirname, "..");
const TEXTS = path.join(WEB, "texts");
/** The texts of parts of the page that come later. */
const LATER = [
  ...["boards", "learn", "tiles", "views"],
  ...readdirSync(path.join(WEB, "games")).map((game) => path.join("games", game)),
]
  .map((folder) => path.join(WEB, folder, "texts"))
  .filter(existsSync);
const CATEGORIES = ["zero", "one", "two", "few", "many", "other"];

const languages = new Map();
const files = new Map();
for (const name of readdirSync(TEXTS).filter((name) => name.endsWith(".js"))) {
  const file = await import(path.join(TEXTS, name));
  const there = LATER.map((folder) => path.join(folder, name)).filter(existsSync);
  const parts = await Promise.all(there.map((part) => import(part)));
  for (const part of parts)
    for (const key of Object.keys(part.texts)) assert.ok(!(key in file.texts), `${key} is there twice`);
  languages.set(path.basename(name, ".js"), Object.assign({}, file.texts, ...parts.map((part) => part.texts)));
  files.set(path.basename(name, ".js"), { file, source: readFileSync(path.join(TEXTS, name), "utf8") });
}
const english = languages.get("en");

/** The keys without their plural forms, each with the forms that it has. English counts with one and other. */
function stems(texts) {
  const found = new Map();
  for (const key of Object.keys(texts)) {
    const dot = key.lastIndexOf(".");
    const [stem, last] = [key.slice(0, dot), key.slice(dot + 1)];
    const plural = CATEGORIES.includes(last) && `${stem}.one` in english && `${stem}.other` in english;
    const name = plural ? stem : key;
    found.set(name, [...(found.get(name) ?? []), ...(plural ? [last] : [])]);
  }
  return found;
}

/** The keys of English that a language has not, without plural forms. */
function missing(texts) {
  const have = stems(texts);
  return [...stems(english).keys()].filter((key) => !have.has(key));
}

/** The list of missing translations, by language, and the page's copy of it. */
const LIST = path.join(WEB, "untranslated.json");
const KNOWN = path.join(WEB, "untranslated.js");
if (process.env.GIOG_TEST_UPDATE === "1") {
  const all = [...languages].map(([id, texts]) => [id, missing(texts)]).filter(([, keys]) => keys.length > 0);
  writeFileSync(LIST, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
  const ids = all.map(([id]) => JSON.stringify(id)).join(", ");
  writeFileSync(KNOWN, readFileSync(KNOWN, "utf8").replace(/(?<=^export const PARTIAL = )\[.*\]/m, `[${ids}]`));
}

test("the page shows English beside every language in which something is missing", () => {
  const partial = /^export const PARTIAL = (\[.*\]);$/m.exec(readFileSync(KNOWN, "utf8"))?.[1];
  assert.deepEqual(JSON.parse(partial), Object.keys(JSON.parse(readFileSync(LIST, "utf8"))));
});

/** The page counts seats, pieces, seconds, tables: never millions, for which some languages have a form of their own. */
const COUNTED = 10_000;

/** Texts that are used only with at least one. */
const NEVER_NONE = /^(hand|ask|why|coach|lesson|deal|play|pile|filter|room|change)\./;

/** The plural forms of a language, each with some of the numbers that take it. */
function formsOf(id) {
  const rules = new Intl.PluralRules(id);
  const forms = new Map();
  for (let n = 0; n <= COUNTED; n++) {
    const numbers = forms.get(rules.select(n)) ?? [];
    if (numbers.length < 2) forms.set(rules.select(n), [...numbers, n]);
  }
  return forms;
}

const placeholders = (text) => [...new Set(text.match(/\{\w+\}/g))].sort();

function sources(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory()) return ["dist", "node_modules", "tests", "texts"].includes(entry.name) ? [] : sources(at);
    return entry.name.endsWith(".js") ? [at] : [];
  });
}

/** Texts with little room, and their greatest width: in letters, of which Chinese ones count twice. */
const ROOM = {
  "a name on a piece": { keys: /^kind\.short\./, most: 8 },
  "a button in the head of a table": { keys: /^(panel\.|table\.leave$)/, most: 8 },
  "a column": { keys: /^(score\.(player|captured|score)|series\.won)$/, most: 10 },
  "a sign at a seat": {
    keys: /^seat\.(free|you|is_bot|owner|leader|away|offline|ready|not_ready|beheaded|thinks)$/,
    most: 14,
  },
  "a tag of a table": {
    keys: /^room\.(playing|full|free|quick|password|matches|bots|no_spectators)(\.(one|other))?$/,
    most: 22,
  },
  "a button beside the hand": { keys: /^hand\.(sort|clear|suggest|lay|take_back|keep)$/, most: 12 },
  "what is done with the hand": { keys: /^hand\.(lay_anyway|lay\.n\.)/, most: 22 },
  "a button at a table": {
    keys: /^(gather\.(ready|again|unready|bots|bot|sit|way|stand|remove|share|nudge)|owner\.(series|close)|lost\.back|end\.\w+|sign\.\w+|verify\.do|newer\.default)$/,
    most: 30,
  },
  "a button": {
    keys: /^(home\.(play|quick|create|learn|matches)|create\.make|change\.make|settings\.rename|devices\.end|recovery\.(make|replace|mine|use|print|done)|report\.send|matches\.(look|more|mine|everybody)|room\.(join|watch|back|enter|here|take_seat))$/,
    most: 30,
  },
  "an action in a list": {
    keys: /^(person\.(mute|unmute|report|owner|remove|put_out|ban|matches)|ended\.new|forget\.start|move\.again|watchers\.open|order\.(left|right|skip_left|skip_right|ends|so))$/,
    most: 36,
  },
  "an option": { keys: /^create\.(ceremony|clock|access|chat|hints|stand_in)\.[a-z_]+$/, most: 36 },
  "a heading": { keys: /\.title$/, most: 36 },
  "a set phrase": { keys: /^phrase\./, most: 22 },
};
/** How much longer than English a text may be, if the English text is longer than a few words. */
const LONGER = 2;
const FEW_WORDS = 20;

/** Not shown, but searched for: the forms of a term, as many as the language has. */
const LISTS = /^word\..*\.forms$/;

const VALUE = /\{\w+\}/g;
/** The approximate width of a text, in letters; values count as short. */
const width = (text) =>
  [...text.replace(VALUE, "00")].reduce(
    (sum, sign) => sum + (/[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u.test(sign) ? 2 : /\p{M}/u.test(sign) ? 0 : 1),
    0,
  );

/** Words that other languages have as English has them. */
const SHARED = new Set([
  "Standard",
  "Bank",
  "Chat",
  "Bot",
  "Bots",
  "bot",
  "bots",
  "offline",
  "Hand",
  "Pause",
  "general",
  "General",
  "No",
  "Table",
  "Score",
  "Message",
  "Name",
  "West",
  "points",
  "Points",
]);
/** Terms of games, which all languages may take over. */
const TERMS = /^(kongs?|pungs?|chows?|faan)$/i;
/** Texts that are names, or have names of three words and more. */
const NAMES =
  /^(game\.|state\.|learn\.short\.|learn\.kingdoms\.board|about\.(glyphs|rest)|review\.keys|mj\.(corner\.|set$))/;
/** The script of a language that is not written in Latin letters. */
const SCRIPTS = { Hans: /\p{Script=Han}/u, Hant: /\p{Script=Han}/u, Arab: /\p{Script=Arabic}/u };

const words = (text) => (text.replace(VALUE, " ").match(/\p{L}+/gu) ?? []).filter((word) => !TERMS.test(word));
/** Three words in a row from a text. */
const threes = (text) =>
  words(text.toLowerCase())
    .filter((word) => word.length > 2)
    .map((_, at, all) => all.slice(at, at + 3).join(" "))
    .filter((three) => three.split(" ").length === 3);

for (const [id, texts] of languages) {
  test(`${id} fits where there is little room`, () => {
    const wide = [];
    for (const [what, { keys, most }] of Object.entries(ROOM)) {
      const found = Object.entries(texts).filter(([key]) => keys.test(key));
      assert.ok(found.length > 0, what);
      for (const [key, text] of found) if (width(text) > most) wide.push(`${what}: ${key}: ${text}`);
    }
    for (const [key, text] of Object.entries(texts)) {
      if (LISTS.test(key)) continue;
      const original = width(english[key] ?? english[key.replace(/\.\w+$/, ".other")] ?? text);
      if (width(text) > LONGER * Math.max(original, FEW_WORDS))
        wide.push(`${LONGER} times as long as English: ${key}: ${text}`);
    }
    assert.deepEqual(wide, []);
  });

  if (id !== "en") {
    test(`${id} has nothing left in English`, () => {
      const script = SCRIPTS[new Intl.Locale(id).maximize().script];
      const left = [];
      for (const [key, text] of Object.entries(texts)) {
        const original = english[key] ?? "";
        if (NAMES.test(key) || words(original).length === 0) continue;
        const own = words(text).filter((word) => !SHARED.has(word));
        const same = text === original && own.length > 0;
        const foreign = script && !script.test(text);
        if (same || foreign || threes(text).some((three) => threes(original).includes(three)))
          left.push(`${key}: ${text}`);
      }
      assert.deepEqual(left, []);
    });
  }

  test(`${id} has the keys of en`, () => {
    const listed = JSON.parse(readFileSync(LIST, "utf8"));
    assert.deepEqual(missing(texts), listed[id] ?? [], "missing");
    const want = stems(english);
    assert.deepEqual(
      [...stems(texts).keys()].filter((key) => !want.has(key)),
      [],
      "too many",
    );
  });

  test(`${id} is a language's tag, and names itself where the server looks for it`, () => {
    assert.deepEqual(Intl.getCanonicalLocales(id), [id]);
    const { file, source } = files.get(id);
    const told = /^export const name = "(.+)";$/m.exec(source)?.[1];
    assert.equal(told, file.name);
    assert.ok(["ltr", "rtl", undefined].includes(file.direction));
  });

  test(`${id} has every plural form that it counts with`, () => {
    const counted = formsOf(id);
    for (const [stem, forms] of stems(texts)) {
      if (forms.length === 0) continue;
      assert.deepEqual([...forms].sort(), [...counted.keys()].sort(), stem);
      // "One seat" is wrong where the language counts none, or twenty-one, in the same way.
      for (const [form, numbers] of counted) {
        const said = numbers.filter((n) => n > 0 || !NEVER_NONE.test(stem));
        if (said.length > 1 && texts[`${stem}.other`].includes("{n}"))
          assert.match(texts[`${stem}.${form}`], /\{n\}/, `${stem}.${form}`);
      }
    }
  });

  test(`${id} fills in what en does`, () => {
    for (const [key, text] of Object.entries(texts)) {
      assert.ok(text.trim(), `${key} is empty`);
      const stem = key.slice(0, key.lastIndexOf("."));
      const original = english[key] ?? english[`${stem}.other`] ?? english[`${key}.other`];
      if (original === undefined) continue;
      const [got, want] = [placeholders(text), placeholders(original)];
      // "One piece" need not say {n}.
      const strict = !(key.endsWith(".one") || (english[`${stem}.one`] && key.endsWith(".other")));
      assert.deepEqual(
        strict ? got : got.filter((one) => one !== "{n}"),
        strict ? want : want.filter((one) => one !== "{n}"),
        key,
      );
    }
  });
}

test("zh-Hans has the words of the mainland, not those of Taiwan", () => {
  const taiwan =
    /位元|程式|字型|检举|自订|选取|站方|载入|网路|伺服器|连线|设定|萤幕|讯息|连结|滑鼠|档案|预设|资讯|透过|视窗|支援|使用者|帐号|列印|软体/;
  const found = Object.entries(languages.get("zh-Hans")).filter(([, text]) => taiwan.test(text));
  assert.deepEqual(found, []);
});

test("every key that the page asks for is there", () => {
  const known = stems(english);
  const missing = [];
  for (const file of sources(WEB)) {
    const source = readFileSync(file, "utf8").replace(/^\s*\/\/.*$/gm, "");
    for (const [, key] of source.matchAll(/\b(?:t|known)\("([^"]+)"/g)) {
      if (!known.has(key) && !(key in english)) missing.push(`${path.relative(WEB, file)}: ${key}`);
    }
  }
  assert.deepEqual(missing, []);
});

/** Passed unchanged to the worker, which inserts the values. */
const FOR_THE_WORKER = ["push.invited", "push.until"];

test("every text that is asked for is given its values", () => {
  const missing = [];
  for (const file of sources(WEB)) {
    // With values that hold no others, written where they are given.
    for (const [asked, key, given] of readFileSync(file, "utf8").matchAll(
      /\b(?:t|known)\("([^"]+)"(?:,\s*\{([^{}]*)\})?,?\s*\)/g,
    )) {
      if (given?.includes("...") || FOR_THE_WORKER.includes(key)) continue;
      const values = [...(given ?? "").matchAll(/(?:^|,)\s*(\w+)/g)].map(([, name]) => `{${name}}`);
      const wanted = CATEGORIES.flatMap((form) => placeholders(english[`${key}.${form}`] ?? ""));
      const left = [...placeholders(english[key] ?? ""), ...wanted].filter((value) => !values.includes(value));
      if (left.length > 0) missing.push(`${path.relative(WEB, file)}: ${asked} without ${left}`);
    }
  }
  assert.deepEqual(missing, []);
});

test("every text is asked for", () => {
  const source = sources(WEB)
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  const prefixes = [...source.matchAll(/`([a-z_.]+\.)\$\{/g)].map(([, prefix]) => prefix);
  const asked = (key) => source.includes(`"${key}"`) || prefixes.some((prefix) => key.startsWith(prefix));
  // `told` puts `.you` behind its keys for what the reader did.
  const unused = [...stems(english).keys()].filter((key) => !asked(key) && !asked(key.replace(/\.you$/, "")));
  assert.deepEqual(unused, []);
});
