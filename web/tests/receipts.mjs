// What a browser keeps of a match that began on another device: `node --test web/tests/receipts.mjs`.

import assert from "node:assert/strict";
import test from "node:test";

const kept = new Map();
// Enough of a browser's storage: its keys are properties.
globalThis.localStorage = new Proxy({}, {
  get: (_, name) => ({ getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => kept.set(key, text), removeItem: (key) => kept.delete(key) })[name],
  ownKeys: () => [...kept.keys()],
  getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
});
const { prepare, receipt, took, tookSnapshot } = await import("../receipts.js");

const MATCH = "28c5a5ad-0000-4000-8000-000000000000";
const sealed = (seat) => ({ trick: 0, seat, attempt: 0, commitment: String(seat).repeat(64) });
const match = (you, commitments) => ({
  start: { match_id: MATCH, seed_commitment: "d2", entropy: ["", "36aa"], start_signature: "ec61" },
  view: { you },
  commitments,
});

test("a seat whose receipt is elsewhere begins one with the snapshot, and says so", () => {
  tookSnapshot(match(1, [{ ...sealed(1), nonce: "77" }]));
  const { kept_at, ...begun } = receipt(MATCH);
  assert.deepEqual(begun, { match_id: MATCH, seed_commitment: "d2", seat: 1, entropy: "36aa", start_signature: "ec61", commitments: [sealed(1)], late: true });
  took({ do: "play", sealed: sealed(0) }, MATCH);
  assert.deepEqual(receipt(MATCH).commitments, [sealed(1), sealed(0)]);
  assert.throws(() => tookSnapshot(match(1, [sealed(1)])), /gone/);
});

test("spectators keep none, and one that was begun before the match stays what it is", () => {
  kept.clear();
  tookSnapshot(match(null, [sealed(1)]));
  assert.equal(receipt(MATCH), null);
  prepare({ match_id: MATCH, seed_commitment: "d2" }, 1);
  tookSnapshot(match(1, [sealed(0)]));
  assert.equal(receipt(MATCH).late, undefined);
  assert.deepEqual(receipt(MATCH).commitments, [sealed(0)]);
});
