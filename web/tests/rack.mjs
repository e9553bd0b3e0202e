// The rack keeps the person's arrangement: `node --test web/tests/rack.mjs`.

import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";

const kept = new Map();
globalThis.localStorage = {
  getItem: (name) => kept.get(name) ?? null,
  setItem: (name, value) => kept.set(name, value),
  removeItem: (name) => kept.delete(name),
};
const { Rack } = await import("../views/rack.js");

const codes = (held) => held.map(({ code }) => code).join("");
const keys = (held) => held.map(({ key }) => key);

beforeEach(() => kept.clear());

test("pieces stand by strength, or by colour", () => {
  const rack = new Rack();
  assert.equal(codes(rack.held("m", "PkAcP", "strength")), "kAcPP");
  rack.sort("colour");
  assert.equal(codes(rack.held("m", "PkAcP", "strength")), "APPkc");
});

test("what is laid leaves the others where they are, and comes back to its place", () => {
  const rack = new Rack();
  rack.held("m", "KAPPP", "strength");
  rack.move("P2", 0);
  assert.deepEqual(keys(rack.held("m", "KAPPP", "strength")), ["P2", "K0", "A0", "P0", "P1"]);
  assert.deepEqual(keys(rack.held("m", "KAPP", "strength", new Set(["P0"]))), ["P2", "K0", "A0", "P1"]);
  assert.deepEqual(keys(rack.held("m", "KAPPP", "strength")), ["P2", "K0", "A0", "P0", "P1"]);
});

test("an arrangement outlives the page, but not the match", () => {
  const before = new Rack();
  before.held("m", "KAEPP", "strength");
  assert.equal(before.move("K0", 4), 4);
  before.held("m", "KAEP", "strength", new Set(["P0"]));
  assert.equal(codes(new Rack().held("m", "KAEP", "strength")), "AEPK");
  assert.equal(codes(new Rack().held("other", "KAEP", "strength")), "KAEP");
});

test("a move is kept within the rack", () => {
  const rack = new Rack();
  rack.held("m", "KAE", "strength");
  assert.equal(rack.move("A0", 9), 2);
  assert.equal(rack.move("A0", -1), 0);
  assert.equal(rack.move("A0", 0), 0);
  assert.equal(rack.move("x9", 1), -1);
});
