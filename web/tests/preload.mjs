// What the page names to be loaded at once is what it needs for its first view, and is there: `node --test web/tests/preload.mjs`.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

const WEB = path.join(import.meta.dirname, "..");
const page = readFileSync(path.join(WEB, "index.html"), "utf8");
const named = (pattern) => [...page.matchAll(pattern)].map(([, file]) => file);

/** A module and whatever it imports at once, and not when it is wanted. */
function withImports(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  const source = readFileSync(path.join(WEB, file), "utf8");
  const imported = source.matchAll(/^(?:import|export)\s(?:[^;]*?\sfrom\s+)?"(\.[^"]+)"|^import\("(\.[^"]+)"\)/gm);
  for (const [, name, begun] of imported) withImports(path.posix.join(path.posix.dirname(file), name ?? begun), found);
  return found;
}

test("modules that are preloaded are those that the page begins with", () => {
  const [first] = named(/<script type="module" src="\/([^"]+)"/g);
  assert.deepEqual(named(/rel="modulepreload" href="\/([^"]+)"/g).toSorted(), [...withImports(first)].toSorted());
});

test("styles and pictures that the page names are there", () => {
  const files = named(/rel="(?:stylesheet|icon)" href="\/([^"]+)"/g);
  assert.ok(files.length > 0);
  assert.deepEqual(files.filter((file) => !existsSync(path.join(WEB, file))), []);
});
