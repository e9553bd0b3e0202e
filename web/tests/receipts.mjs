// What a browser keeps of its matches, and what it says of the server: `node --test web/tests/receipts.mjs`.

import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";

const kept = new Map();
// Enough of a browser's storage: its keys are properties.
globalThis.localStorage = new Proxy(
  {},
  {
    get: (_, name) =>
      ({
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, text) => kept.set(key, text),
        removeItem: (key) => kept.delete(key),
      })[name],
    ownKeys: () => [...kept.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  },
);
const { Dishonesty, acknowledge, prepare, receipt, took, tookSnapshot } = await import("../receipts.js");

const MATCH = "28c5a5ad-0000-4000-8000-000000000000";
const sealed = (seat) => ({ trick: 0, seat, attempt: 0, commitment: String(seat).repeat(64) });
const match = (you, commitments) => ({
  start: { match_id: MATCH, seed_commitment: "d2", entropy: ["", "36aa"], start_signature: "ec61" },
  view: { you },
  commitments,
});

beforeEach(() => kept.clear());

test("a seat whose receipt is elsewhere begins one with the snapshot, and says so", () => {
  tookSnapshot(match(1, [{ ...sealed(1), nonce: "77" }]));
  const { kept_at, ...begun } = receipt(MATCH);
  assert.deepEqual(begun, {
    match_id: MATCH,
    seed_commitment: "d2",
    seat: 1,
    entropy: "36aa",
    start_signature: "ec61",
    commitments: [sealed(1)],
    late: true,
  });
  took({ do: "play", sealed: sealed(0) }, MATCH, 1);
  assert.deepEqual(receipt(MATCH).commitments, [sealed(1), sealed(0)]);
  assert.throws(() => tookSnapshot(match(1, [sealed(1)])), /gone/);
});

test("spectators keep none, and one that was begun before the match stays what it is", () => {
  tookSnapshot(match(null, [sealed(1)]));
  assert.equal(receipt(MATCH), null);
  const { entropy } = ready(1);
  tookSnapshot({ ...match(1, [sealed(0)]), start: start(["", entropy]) });
  assert.equal(receipt(MATCH).late, undefined);
  assert.equal(receipt(MATCH).entropy, entropy);
  assert.deepEqual(receipt(MATCH).commitments, [sealed(0)]);
});

/** Gets ready on this browser; gives its commitment and its entropy. */
function ready(seat) {
  const { entropy_commitment } = prepare({ match_id: MATCH, seed_commitment: "d2" }, seat);
  return { commitment: entropy_commitment, entropy: receipt(MATCH).entropy };
}
const start = (entropy, change) => ({
  do: "start",
  match_id: MATCH,
  seed_commitment: "d2",
  entropy,
  start_signature: "ec61",
  ...change,
});
const committed = (...entropy_commitments) => ({ do: "committed", match_id: MATCH, entropy_commitments });

test("a server that has a commitment cannot leave it out or exchange it", () => {
  const { commitment, entropy } = ready(0);
  acknowledge(MATCH, true);
  assert.equal(took(committed(commitment, null), MATCH, 0), entropy);
  for (const other of [null, "77"]) assert.throws(() => took(committed(other, null), MATCH, 0), /entropy/);
  for (const other of ["", "77"]) assert.throws(() => took(start([other, ""]), MATCH, 0), /entropy/);
  assert.throws(() => tookSnapshot({ ...match(0, []), start: start(["77", ""]) }), /entropy/);
  assert.throws(() => took(start([entropy, ""], { seed_commitment: "d3" }), MATCH, 0), /seed/);
  // What was kept shows it later, too.
  assert.equal(receipt(MATCH).entropy, entropy);
});

test("a frame that makes no sense is no dishonesty", () => {
  const { commitment } = ready(0);
  for (const event of [
    { do: "start", match_id: MATCH, seed_commitment: "d2" },
    { do: "committed" },
    { do: "play", opened: 7 },
  ]) {
    assert.throws(() => took(event, MATCH, 0), TypeError, event.do);
  }
  acknowledge(MATCH, true);
  assert.throws(() => took(committed(`${commitment}0`), MATCH, 0), Dishonesty);
});

test("a match that began before the server heard of the commitment is no fault of it", () => {
  ready(0);
  assert.equal(took(committed(null, "88"), MATCH, 0), null);
  took(start(["", "88"]), MATCH, 0);
  const { entropy, start_signature, late } = receipt(MATCH);
  assert.deepEqual({ entropy, start_signature, late }, { entropy: "", start_signature: "ec61", late: undefined });
});

test("entropy of another device is no fault of the server, and no proof for this one", () => {
  ready(0);
  acknowledge(MATCH, true);
  acknowledge(MATCH, false);
  assert.equal(took(committed("77", null), MATCH, 0), null);
  took(start(["36aa", ""]), MATCH, 0);
  assert.equal(receipt(MATCH).entropy, "36aa");
  assert.equal(receipt(MATCH).late, true);
});

test("whoever was ready and got up has no part in the match, nor a receipt", () => {
  ready(0);
  acknowledge(MATCH, true);
  assert.equal(took(committed("77", null), MATCH, null), null);
  took(start(["88", ""]), MATCH, null);
  assert.equal(receipt(MATCH), null);
  ready(0);
  took(start(["88", "36aa"]), MATCH, 1);
  assert.equal(receipt(MATCH).seat, 1);
});

test("a start is signed once, and what is laid has one commitment", () => {
  const { entropy } = ready(0);
  took(start([entropy, ""]), MATCH, 0);
  for (const change of [{ start_signature: "ff" }, { seed_commitment: "d3" }]) {
    assert.throws(() => tookSnapshot({ ...match(0, []), start: start([entropy, ""], change) }), /start|seed/);
  }
  took({ do: "play", sealed: sealed(0) }, MATCH, 0);
  assert.throws(
    () => took({ do: "play", sealed: { ...sealed(0), commitment: "f".repeat(64) } }, MATCH, 0),
    /commitment/,
  );
  assert.equal(receipt(MATCH).start_signature, "ec61");
});

test("the newest receipt stays, whatever the clock says", () => {
  for (let i = 0; i < 100; i++) kept.set(`giog.receipt.${i}`, JSON.stringify({ kept_at: 9e15 }));
  ready(0);
  assert.equal(receipt(MATCH).seat, 0);
  assert.equal(kept.size, 100);
});

test("a browser that keeps nothing plays and proves as long as the page is open", (context) => {
  const full = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  context.mock.method(kept, "set", full);
  const { commitment, entropy } = ready(0);
  assert.equal(took(committed(commitment, ""), MATCH, 0), entropy);
  took(start([entropy, ""]), MATCH, 0);
  assert.equal(receipt(MATCH).entropy, entropy);
});
