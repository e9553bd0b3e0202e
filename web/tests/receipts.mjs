// The receipts that a browser stores, and the dishonesty of a server that it detects: `node --test web/tests/receipts.mjs`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import test, { beforeEach } from "node:test";

import { entropyCommitment, hiddenCommitment, seedCommitment } from "../client/commitments.js";
import { Dishonesty } from "../client/receipts.js";
import { verify } from "../verify.js";

const kept = new Map();
// A minimal browser storage: its keys are properties.
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
const { receipts } = await import("../receipts.js");
const acknowledge = (...of) => receipts.acknowledge(...of);
const prepare = (...of) => receipts.prepare(...of);
const receipt = (...of) => receipts.receipt(...of);
const took = (...of) => receipts.took(...of);
const tookOpening = (...of) => receipts.tookOpening(...of);
const tookSnapshot = (...of) => receipts.tookSnapshot(...of);

const MATCH = "28c5a5ad-0000-4000-8000-000000000000";
const sealed = (seat) => ({ trick: 0, seat, attempt: 0, commitment: String(seat).repeat(64) });
const match = (you, commitments) => ({
  start: start(["", "36aa"]),
  view: { you },
  commitments,
});
const start = (entropy, change) => ({
  do: "start",
  match_id: MATCH,
  seed_commitment: "d2",
  entropy_commitments: entropy.map(commitmentTo),
  entropy,
  start_signature: "ec61",
  ...change,
});
const commitmentTo = (entropy, seat) => entropy && entropyCommitment({ match_id: MATCH }, seat, entropy);

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

test("who gets ready too late gives no entropy, which is no fault of the server", async () => {
  const next = { match_id: MATCH, seed_commitment: "d2" };
  assert.equal(await receipts.ready(next, 1, async () => null), null);
  took(start(["", ""]), MATCH, 1);
  const { entropy, late } = receipt(MATCH);
  assert.deepEqual([entropy, late], ["", true]);
  kept.clear();
  // Acknowledged, it is one.
  await receipts.ready(next, 1, async () => ({ type: "ok" }));
  assert.throws(() => took(start(["", ""]), MATCH, 1), Dishonesty);
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

/** Gets ready on this browser; returns its commitment and its entropy. */
function ready(seat) {
  const { entropy_commitment } = prepare({ match_id: MATCH, seed_commitment: "d2" }, seat);
  return { commitment: entropy_commitment, entropy: receipt(MATCH).entropy };
}
const committed = (...entropy_commitments) => ({ do: "committed", match_id: MATCH, entropy_commitments });

test("a server that has a commitment cannot leave it out or exchange it", () => {
  const { commitment, entropy } = ready(0);
  acknowledge(MATCH, true);
  assert.equal(took(committed(commitment, ""), MATCH, 0), entropy);
  for (const other of ["", "77"]) {
    assert.throws(() => took(committed(other, ""), MATCH, 0), /commitment/);
    assert.throws(() => took(start([other, ""]), MATCH, 0), /commitment/);
  }
  // If they were never published.
  kept.clear();
  const again = ready(0);
  acknowledge(MATCH, true);
  for (const other of ["", "77"]) assert.throws(() => took(start([other, ""]), MATCH, 0), /entropy/);
  assert.throws(() => tookSnapshot({ ...match(0, []), start: start(["77", ""]) }), /entropy/);
  assert.throws(() => took(start([again.entropy, ""], { seed_commitment: "d3" }), MATCH, 0), /seed/);
  // The stored receipt shows it later, too.
  assert.equal(receipt(MATCH).entropy, again.entropy);
  assert.throws(() => took(committed("", ""), MATCH, 0), /entropy/);
});

test("entropy is opened only after commitments were published that have it", () => {
  const { commitment, entropy } = ready(0);
  acknowledge(MATCH, true);
  const next = { match_id: MATCH, seed_commitment: "d2" };
  for (const none of [undefined, null]) assert.equal(tookOpening(next, none, 0), null);
  assert.equal(receipt(MATCH).opened, undefined);
  assert.throws(() => tookOpening(next, ["77", ""], 0), /entropy/);
  kept.clear();
  const again = ready(0);
  assert.equal(tookOpening(next, [again.commitment, ""], 0), again.entropy);
  // After the page was reloaded, from the stored receipt.
  for (const published of [undefined, [again.commitment, ""]]) {
    assert.equal(tookOpening(next, published, 0), again.entropy);
  }
  assert.equal(tookOpening(next, [again.commitment, ""], 1), null);
  assert.notEqual(again.commitment, commitment);
  assert.notEqual(again.entropy, entropy);
});

test("commitments to entropy do not change once they are published, and all entropy opens them", () => {
  const { commitment, entropy } = ready(0);
  const others = (other) => [commitment, commitmentTo(other, 1)];
  assert.equal(took(committed(...others("88")), MATCH, 0), entropy);
  assert.throws(() => took(committed(...others("89")), MATCH, 0), /commitment/);
  assert.throws(() => tookOpening({ match_id: MATCH }, others("89"), 0), /commitment/);
  assert.throws(() => took(start([entropy, "89"]), MATCH, 0), /commitment/);
  assert.throws(() => tookSnapshot({ ...match(0, []), start: start([entropy, "89"]) }), /commitment/);
  const exchanged = { entropy_commitments: others("88") };
  for (const list of [[entropy, "89"], [entropy, ""], [entropy], [entropy, "88", "88"]]) {
    assert.throws(() => took(start(list, exchanged), MATCH, 0), /entropies/);
  }
  assert.equal(receipt(MATCH).start_signature, "");
  took(start([entropy, "88"]), MATCH, 0);
  assert.equal(receipt(MATCH).late, undefined);
});

test("entropy that was opened is never committed to again", () => {
  const seed = "5d".repeat(32);
  const next = { match_id: MATCH, seed_commitment: seedCommitment(MATCH, seed) };
  const { entropy_commitment } = prepare(next, 0);
  const { entropy } = receipt(MATCH);
  assert.deepEqual(prepare(next, 0), { match_id: MATCH, entropy_commitment });
  assert.equal(took(committed(entropy_commitment, ""), MATCH, 0), entropy);
  // While the start continues, another window of this browser may not know of it.
  for (const seat of [0, 1]) assert.deepEqual(prepare(next, seat), { match_id: MATCH });
  assert.equal(receipt(MATCH).entropy, entropy);
  took({ do: "cancelled", match_id: MATCH, reason: "left", server_seed: seed }, MATCH, 0);
  const again = prepare(next, 0);
  assert.notEqual(receipt(MATCH).entropy, entropy);
  assert.equal(again.entropy_commitment, commitmentTo(receipt(MATCH).entropy, 0));
  assert.equal(took(committed(again.entropy_commitment, ""), MATCH, 0), receipt(MATCH).entropy);
  const { seed_commitment } = next;
  took(start([receipt(MATCH).entropy, ""], { seed_commitment }), MATCH, 0);
  assert.deepEqual(prepare(next, 0), { match_id: MATCH });
  assert.equal(receipt(MATCH).start_signature, "ec61");
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

test("a match that began before the server heard of the commitment is no fault of it, and nothing is proven", async () => {
  ready(0);
  assert.equal(took(committed("", commitmentTo("88", 1)), MATCH, 0), null);
  took(start(["", "88"]), MATCH, 0);
  const { entropy, start_signature, late } = receipt(MATCH);
  assert.deepEqual({ entropy, start_signature, late }, { entropy: "", start_signature: "ec61", late: true });
  const bytes = readFileSync(path.join(import.meta.dirname, "record.json"));
  const record = JSON.parse(bytes);
  const seat = record.fairness.entropy.indexOf("");
  const { match_id, fairness } = record;
  const { seed_commitment } = fairness;
  const stripped = { ...receipt(MATCH), match_id, seat, seed_commitment, start_signature: fairness.start_signature };
  const checks = await verify(bytes, stripped, [fairness.signer]);
  const unknown = checks.filter(({ result }) => result === "unknown").map(({ name }) => name);
  assert.deepEqual(unknown, ["receipt_seed", "receipt_no_entropy"]);
});

test("entropy of another device is no fault of the server, and no proof for this one", () => {
  ready(0);
  acknowledge(MATCH, true);
  acknowledge(MATCH, false);
  assert.equal(took(committed(commitmentTo("36aa", 0), ""), MATCH, 0), null);
  took(start(["36aa", ""]), MATCH, 0);
  assert.equal(receipt(MATCH).entropy, "36aa");
  assert.equal(receipt(MATCH).late, true);
});

test("a player who was ready and stood up is not in the match, and has no receipt", () => {
  ready(0);
  acknowledge(MATCH, true);
  assert.equal(took(committed(commitmentTo("88", 0), ""), MATCH, null), null);
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

const inDeal = (deal, seat) => ({ deal, seat, attempt: 0, commitment: `${deal}${seat}`.repeat(32) });

test("a snapshot tells of the commitments of one deal, and those of the others stay", () => {
  const { entropy } = ready(0);
  const snapshot = (...commitments) => ({ ...match(0, commitments), start: start([entropy, ""]) });
  tookSnapshot(snapshot(inDeal(0, 0), inDeal(0, 1)));
  took({ do: "split", sealed: inDeal(1, 0) }, MATCH, 0);
  tookSnapshot(snapshot(inDeal(1, 0), inDeal(1, 1)));
  const all = [inDeal(0, 0), inDeal(0, 1), inDeal(1, 0), inDeal(1, 1)];
  assert.deepEqual(receipt(MATCH).commitments, all);
  tookSnapshot(snapshot());
  assert.throws(() => tookSnapshot(snapshot(inDeal(1, 1))), /gone/);
  assert.deepEqual(receipt(MATCH).commitments, all);
  tookSnapshot(snapshot(inDeal(3, 1)));
  assert.deepEqual(receipt(MATCH).commitments, [...all, inDeal(3, 1)]);
});

test("a window that was behind puts what it hears of earlier deals before what another one took down", () => {
  const { entropy } = ready(0);
  tookSnapshot({ ...match(0, [inDeal(0, 0)]), start: start([entropy, ""]) }, 8);
  tookSnapshot({ ...match(0, [inDeal(2, 0)]), start: start([entropy, ""]) }, 20);
  for (const [deal, seat, seq] of [
    [0, 1, 9],
    [1, 0, 12],
    [1, 1, 13],
  ])
    took({ do: "split", sealed: inDeal(deal, seat) }, MATCH, 0, seq);
  const { commitments, seq } = receipt(MATCH);
  assert.deepEqual(commitments, [inDeal(0, 0), inDeal(0, 1), inDeal(1, 0), inDeal(1, 1), inDeal(2, 0)]);
  assert.equal(seq, 20);
});

test("where there are no deals, a snapshot has every commitment", () => {
  const { entropy } = ready(0);
  took(start([entropy, ""]), MATCH, 0);
  took({ do: "play", sealed: sealed(0) }, MATCH, 0);
  for (const some of [[], [sealed(1)]]) {
    assert.throws(() => tookSnapshot({ ...match(0, some), start: start([entropy, ""]) }), /gone/);
  }
});

test("a snapshot older than what another window has kept takes nothing away, and must not contradict it", () => {
  const { entropy } = ready(0);
  took(start([entropy, ""]), MATCH, 0, 5);
  const snapshot = (...commitments) => ({ ...match(0, commitments), start: start([entropy, ""]) });
  took({ do: "play", sealed: sealed(0) }, MATCH, 0, 8);
  tookSnapshot(snapshot(), 7);
  assert.deepEqual(receipt(MATCH).commitments, [sealed(0)]);
  const exchanged = { ...sealed(0), commitment: "f".repeat(64) };
  assert.throws(() => tookSnapshot(snapshot(exchanged), 7), /commitment/);
  assert.throws(() => tookSnapshot(snapshot(), 8), /gone/);
  tookSnapshot(snapshot(sealed(0), sealed(1)), 9);
  tookSnapshot(snapshot(sealed(0)), 8);
  assert.deepEqual(receipt(MATCH).commitments, [sealed(0), sealed(1)]);
});

/** A play with its commitment, and its opening. */
function laid(label, text) {
  const nonce = "7a".repeat(16);
  return [
    { ...label, commitment: hiddenCommitment(MATCH, label, nonce, text) },
    { ...label, nonce, text },
  ];
}

test("what is opened was committed to before", () => {
  const { entropy } = ready(0);
  took(start([entropy, ""]), MATCH, 0);
  const cases = [
    ["trick", { trick: 0, seat: 1, attempt: 0 }, "AEC"],
    ["over", { trick: 0, seat: 1, attempt: 1 }, "AEC"],
    ["thrown", { round: 3, seat: 1 }, "rock"],
    ["splits", { deal: 0, seat: 1, attempt: 0 }, "4221"],
    ["dice", { deal: 1, seat: 1, attempt: 0 }, "big:20"],
  ];
  for (const [what, label, text] of cases) {
    const [commitment, opened] = laid(label, text);
    assert.throws(() => took({ do: what, opened: [opened] }, MATCH, 0), /opened/, what);
    took({ do: "play", sealed: commitment }, MATCH, 0);
    took({ do: what, opened: [opened] }, MATCH, 0);
    assert.throws(() => took({ do: what, opened: [{ ...opened, text: "x" }] }, MATCH, 0), /opened/, what);
  }
  const [claim, taken] = laid({ deal: 2, window: 0, seat: 1 }, "pung");
  assert.throws(() => took({ do: "claimed", opened: [taken] }, MATCH, 0), /opened/);
  took({ do: "claimed", seals: [claim], opened: [taken] }, MATCH, 0);
});

test("the claims of a window are written at once, and one that was exchanged takes no other with it", (context) => {
  const { entropy } = ready(0);
  took(start([entropy, ""]), MATCH, 0, 5);
  const claims = [1, 2, 3].map((seat) => laid({ deal: 0, window: 4, seat }, "pass"));
  const seals = claims.map(([commitment]) => commitment);
  const claimed = { do: "claimed", seals, opened: claims.map(([, opened]) => opened) };
  const written = context.mock.method(kept, "set");
  took(claimed, MATCH, 0, 9);
  assert.equal(written.mock.callCount(), 1);
  assert.deepEqual(receipt(MATCH).commitments, seals);
  assert.equal(receipt(MATCH).seq, 9);
  // From another window of this browser.
  took(claimed, MATCH, 0, 9);
  assert.equal(written.mock.callCount(), 1);
  const [later] = laid({ deal: 0, window: 5, seat: 1 }, "pass");
  const exchanged = { ...seals[1], commitment: "f".repeat(64) };
  assert.throws(() => took({ do: "claimed", seals: [exchanged, later] }, MATCH, 0, 10), /commitment/);
  assert.deepEqual(receipt(MATCH).commitments, [...seals, later]);
});

test("what was laid while this browser was away may be opened later", () => {
  const { entropy } = ready(0);
  tookSnapshot({ ...match(0, [inDeal(2, 0)]), start: start([entropy, ""]) });
  const [, takenBack] = laid({ deal: 0, seat: 1, attempt: 0 }, "4221");
  took({ do: "ended", opened: [takenBack] }, MATCH, 0);
  const [, exchanged] = laid({ deal: 2, seat: 0, attempt: 0 }, "4221");
  assert.throws(() => took({ do: "ended", opened: [exchanged] }, MATCH, 0), /opened/);
  // A receipt that began in the middle.
  kept.clear();
  tookSnapshot(match(1, []));
  const [, opened] = laid({ trick: 0, seat: 1, attempt: 0 }, "AEC");
  took({ do: "trick", opened: [opened] }, MATCH, 1);
});

test("the newest receipt stays, whatever the clock says", () => {
  for (let i = 0; i < 100; i++) kept.set(`giog.receipt.${i}`, JSON.stringify({ kept_at: 9e15 }));
  ready(0);
  assert.equal(receipt(MATCH).seat, 0);
  assert.equal(kept.size, 100);
});

test("long receipts leave room for others: the oldest go", () => {
  const pad = "0".repeat(450_000);
  for (const kept_at of [3, 1, 5, 2, 4]) kept.set(`giog.receipt.${kept_at}`, JSON.stringify({ kept_at, pad }));
  ready(0);
  assert.deepEqual([...kept.keys()].sort(), [2, 3, 4, 5, MATCH].map((id) => `giog.receipt.${id}`).sort());
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
