// What the server says of the page's files, with a bundle and without one, against what esbuild finds in the sources: `tests/page` runs
// it, since it needs the server's program. It leaves the bundle as `web/build` writes it.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";

import { entries, imports, sources } from "../../web/bundle.mjs";
import { root } from "./support/paths.mjs";
import { Server } from "./support/server.mjs";

const DIST = path.join(root, "web/dist");
/** Without blocking: `fetch` must see that the server closes a connection that is idle meanwhile. */
async function build() {
  const [status] = await once(spawn(path.join(root, "web/build"), { stdio: "inherit" }), "close");
  assert.equal(status, 0, "web/build");
}

/** @type {Server} */
let server;
before(async () => {
  server = await Server.start();
});
after(async () => {
  await server.remove();
  if (!existsSync(DIST)) await build();
});

/** What the document loads at once; and what the worker is told: the files that it caches, and what other modules import. */
async function told() {
  const html = await (await fetch(server.url)).text();
  const atOnce = [...html.matchAll(/rel="modulepreload" href="\/assets\/[0-9a-f]+\/([^"]*)"/g)].map(([, name]) => name);
  const worker = await (await fetch(`${server.url}/worker.js`)).text();
  return { atOnce: atOnce.sort(), ...JSON.parse(/^const PAGE = (.*);\n/.exec(worker)[1]) };
}

/** These modules with all that they import at once. */
function closed(names, imports) {
  const all = new Set(names);
  for (const name of all) for (const needed of imports[name][0]) all.add(needed);
  return [...all];
}

test("without a bundle the modules are served, and what is loaded ahead is what esbuild finds", async () => {
  rmSync(DIST, { recursive: true, force: true });
  const found = await imports(["start.js", ...(await entries(sources()))]);
  const { atOnce, files, imports: others } = await told();
  const beginning = closed(["start.js", ...found["start.js"][1]], found);
  assert.ok(beginning.length > 50);
  assert.deepEqual(atOnce, beginning.toSorted());
  const views = beginning.flatMap((name) => found[name][1]);
  const rules = Object.keys(found).filter((name) => /^games\/.*\/learn\.js$/.test(name));
  const modules = files.filter((name) => name.endsWith(".js"));
  // The texts come with the language.
  const later = closed([...beginning, ...views, ...rules], found);
  assert.deepEqual(modules.sort(), later.toSorted());
  for (const [name, needed] of Object.entries(others)) {
    if (name in found) assert.deepEqual([...new Set(needed)].sort(), [...new Set(found[name][0])].sort(), name);
  }
  assert.deepEqual(
    Object.keys(found).filter((name) => !(name in others) && !files.includes(name)),
    [],
  );
});

test("a bundle that web/build has just written is served, and all its files are there", async () => {
  await build();
  const { atOnce, digest, files, imports: others } = await told();
  assert.match(atOnce.join(), /^chunks\/\w+\.js,start\.js$/);
  for (const name of new Set([...files, ...Object.keys(others), ...Object.values(others).flat()])) {
    const { status } = await fetch(`${server.url}/assets/${digest}/${name}`, { method: "HEAD" });
    assert.equal(status, 200, name);
  }
});
