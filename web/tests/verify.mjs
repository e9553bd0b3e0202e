// A record that a server signed, and the receipt of seat 0: `node --test web/tests/verify.mjs`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { canonical, verify } from "../verify.js";

const read = (name) => readFileSync(path.join(import.meta.dirname, name), "utf8");
const text = read("record.json");
const record = JSON.parse(text);
const receipt = JSON.parse(read("receipt.json"));

/** The names of the checks that fail. */
async function failed(text, receipt) {
  const checks = await verify(text, receipt);
  assert.ok(checks.every(({ result }) => result !== "unknown"), "this runtime checks Ed25519");
  return checks.filter(({ result }) => result === "fail").map(({ name }) => name);
}

/** The record with something changed, in its canonical form. */
function changed(change) {
  const copy = structuredClone(record);
  change(copy);
  return canonical(copy);
}

test("a record and its receipt are proven", async () => {
  assert.deepEqual(await failed(text, receipt), []);
  assert.equal((await verify(text, null)).length, 7);
});

test("what is changed in a record shows", async () => {
  const play = record.actions.findIndex((action) => action.do === "play" && action.pieces === "P");
  const cases = [
    ["plays", (copy) => (copy.actions[play].pieces = "p")],
    ["seed_commitment", (copy) => (copy.fairness.server_seed = "00".repeat(32))],
    ["entropy_commitments", (copy) => (copy.fairness.entropy[0] = "00")],
    ["shuffle", (copy) => copy.stacks.reverse()],
    ["start_signature", (copy) => (copy.previous = copy.match_id)],
    ["record_signature", (copy) => (copy.result.winners = [0])],
    ["format", (copy) => (copy.format = 2)],
  ];
  for (const [name, change] of cases) assert.ok((await failed(changed(change), null)).includes(name), name);
  assert.deepEqual(await failed(text.replace("{", "{ "), null), ["format"]);
});

test("a receipt that says otherwise shows", async () => {
  const cases = [
    ["receipt_match", { match_id: "00000000-0000-0000-0000-000000000000" }],
    ["receipt_seed", { seed_commitment: "00".repeat(32) }],
    ["receipt_entropy", { entropy: "00" }],
    ["receipt_start", { start_signature: "00".repeat(64) }],
    ["receipt_commitments", { commitments: receipt.commitments.toReversed() }],
  ];
  for (const [name, change] of cases) assert.deepEqual(await failed(text, { ...receipt, ...change }), [name]);
});

test("a receipt that began in the middle proves nothing of what was before", async () => {
  const checks = await verify(text, { ...receipt, late: true });
  const unknown = checks.filter(({ result }) => result === "unknown").map(({ name }) => name);
  assert.deepEqual(unknown, ["receipt_seed", "receipt_entropy"]);
  assert.ok(checks.every(({ result }) => result !== "fail"));
  const other = await verify(text, { ...receipt, late: true, entropy: "00" });
  assert.deepEqual(other.filter(({ result }) => result === "fail").map(({ name }) => name), ["receipt_entropy"]);
});
