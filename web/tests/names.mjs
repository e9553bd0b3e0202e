// Names that all parts of the page share: a part that is loaded later takes none that another part has.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

const WEB = path.join(import.meta.dirname, "..");
/** Folders with other things than the page's sources. */
const OTHERS = /^(dist|node_modules|tests|types)\//;

/** The sources that end so, with their texts. @param {string} end */
const sources = (end) =>
  readdirSync(WEB, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(end) && !OTHERS.test(name))
    .map((name) => [name, readFileSync(path.join(WEB, name), "utf8")]);

test("no two modules define an element of one name", () => {
  const where = new Map();
  for (const [name, text] of sources(".js"))
    for (const [, tag] of text.matchAll(/^customElements\.define\("([^"]+)"/gm))
      where.set(tag, [...(where.get(tag) ?? []), name]);
  assert.ok(where.size > 40, `${where.size} elements`);
  assert.deepEqual(
    [...where].filter(([, names]) => names.length > 1),
    [],
  );
});

/** The classes of which a style sheet says alone how they look. @param {string} text */
function alone(text) {
  const selectors = text.replaceAll(/\/\*.*?\*\//gs, "").matchAll(/(?<=[{};]|^)\s*([^{};@]+)\{/g);
  return new Set(
    [...selectors].flatMap(([, list]) => list.split(",").flatMap((one) => /^\s*\.([\w-]+)\s*$/.exec(one)?.[1] ?? [])),
  );
}

test("what a style sheet that is loaded later says of a class, no other says of it", () => {
  const page = readFileSync(path.join(WEB, "index.html"), "utf8");
  const sheets = sources(".css").map(([name, text]) => ({
    name,
    classes: alone(text),
    first: page.includes(`/${name}`),
  }));
  assert.ok(sheets.some(({ first }) => first) && sheets.some(({ first }) => !first));
  // Those of one folder belong together.
  const together = (one, other) =>
    path.dirname(one.name) === path.dirname(other.name) && path.dirname(one.name) !== "views";
  const both = sheets.flatMap((one) =>
    sheets
      .filter((other) => one.name !== other.name && !one.first && !together(one, other))
      .flatMap((other) =>
        [...one.classes]
          .filter((name) => other.classes.has(name))
          .map((name) => `.${name}: ${one.name}, ${other.name}`),
      ),
  );
  assert.deepEqual(both, []);
});
