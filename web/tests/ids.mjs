// Everything about a single game is in its folder, `web/games/ID/`, and nothing else of the page names a game: `node --test web/tests/ids.mjs`.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { GAMES } from "../games/list.js";

const WEB = path.join(import.meta.dirname, "..");
/** The games themselves, tests, types that the server writes, and texts, whose keys may have the name of a game. */
const LEFT_OUT = ["games", "tests", "types", "texts", "node_modules", "dist"];

/** The exceptions, each with its reason. */
const ALLOWED = {
  "lesson/practice.js": "giog", // The lesson plays by the rules of one game.
  "views/attention.js": "giog", // Not the game: the name of the page, on its notifications.
};

/** All modules, styles and documents of the page in a folder that may not name a game. */
function sources(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory()) return LEFT_OUT.includes(entry.name) ? [] : sources(at);
    return /\.(js|css|html|webmanifest)$/.test(entry.name) ? [at] : [];
  });
}

/** A source without its comments. */
const bare = (source) => source.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, "");

/** A name that begins as variables do: `juMaPao` for `ju-ma-pao`. */
const variable = (id) => id.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

/** Whether code names a game. The name of giog is also that of the page, so only unambiguous uses count. */
function names(code, id) {
  if (id === "giog") return /(["'`/])giog(?:["'`]|\/(?!\w+\/v1|\$))/.test(code);
  return new RegExp(`(?<![\\w-])(${id}|${variable(id)})(?![\\w-])`).test(code);
}

test("only the folders of games name a game", () => {
  const found = {};
  for (const at of sources(WEB)) {
    const code = bare(readFileSync(at, "utf8"));
    const named = [...GAMES.keys()].filter((id) => names(code, id));
    if (named.length > 0) found[path.relative(WEB, at)] = named.join(", ");
  }
  assert.deepEqual(found, ALLOWED);
});

test("the list of games has every folder, and each folder what the page loads by its name", () => {
  const folders = readdirSync(path.join(WEB, "games"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  assert.deepEqual(folders.map(({ name }) => name).sort(), [...GAMES.keys()].sort());
  for (const { id, family } of GAMES.values()) {
    const files = readdirSync(path.join(WEB, "games", id));
    const own = { boards: ["board.js", "record.js"], tiles: ["parts.js", "record.js"] }[family] ?? ["judge.js"];
    for (const name of ["index.js", "learn.js", ...own]) assert.ok(files.includes(name), `games/${id}/${name}`);
  }
});
