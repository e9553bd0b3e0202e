// If the browser stores nothing, values are kept while the page is open: `node --test web/tests/storage.mjs`.

import assert from "node:assert/strict";
import test from "node:test";

import { forget, keep, kept, keptKeys, keptObject } from "../storage.js";

/** A browser in which everything about storage is refused, as with cookies switched off. */
const refuse = () =>
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    get: () => {
      throw new DOMException("no", "SecurityError");
    },
  });
const allow = (storage) => Object.defineProperty(globalThis, "localStorage", { configurable: true, value: storage });
/** A storage with room for this number of further items. */
function storage(things, room) {
  const own = { getItem: (key) => things[key] ?? null, removeItem: (key) => delete things[key] };
  const setItem = (key, text) => {
    if (room-- <= 0) throw new DOMException("full", "QuotaExceededError");
    things[key] = text;
  };
  return new Proxy(things, { get: (_, name) => ({ ...own, setItem })[name] });
}

test("nothing is refused where storage is", () => {
  refuse();
  assert.equal(kept("a.x"), null);
  keep("a.x", "1");
  assert.equal(kept("a.x"), "1");
  assert.deepEqual(keptKeys("a."), ["a.x"]);
  forget("a.x");
  assert.equal(kept("a.x"), null);
  assert.deepEqual(keptKeys("a."), []);
});

test("what is new counts where there was no room to write it", () => {
  const things = { "b.x": "old" };
  allow(storage(things, 0));
  keep("b.x", "new");
  assert.deepEqual([kept("b.x"), things["b.x"]], ["new", "old"]);
  allow(storage(things, 1));
  keep("b.x", "newer");
  assert.deepEqual([kept("b.x"), things["b.x"]], ["newer", "newer"]);
});

test("what is no object is none", () => {
  for (const text of ["{", "7", "null", '"x"', ""]) {
    allow(storage({ "c.x": text }, 0));
    assert.equal(keptObject("c.x"), null);
  }
  allow(storage({ "c.x": '{"a":1}' }, 0));
  assert.deepEqual(keptObject("c.x"), { a: 1 });
});
