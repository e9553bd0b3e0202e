// Signed records of games on boards (`boards.jsonl`: blind chess, pong hau k'i), verified as far as this page can: `node --test
// web/tests/boards-verify.mjs`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { canonical } from "../client/canonical.js";
import { verify } from "../verify.js";
import { SIGNER, signAgain } from "./judge/signed.mjs";

const [blind, pong] = readFileSync(path.join(import.meta.dirname, "boards.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

const resultsOf = async (record, keys = [record.fairness.signer]) =>
  Object.fromEntries(
    (await verify(new TextEncoder().encode(canonical(record)), null, keys)).map(({ name, result }) => [name, result]),
  );

/** A record with a change, signed again by a forger. */
function forged(record, change) {
  const copy = structuredClone(record);
  change(copy);
  copy.fairness.signer = SIGNER;
  return signAgain(copy);
}

const ALWAYS = {
  format: "pass",
  record_signature: "pass",
  start_signature: "pass",
  signer: "pass",
  seed_commitment: "pass",
  entropy_commitments: "pass",
};

test("what is not judged is unknown, all else holds", async () => {
  assert.deepEqual(await resultsOf(blind), {
    ...ALWAYS,
    shuffle: "pass",
    first: "pass",
    ceremony: "pass",
    rules: "unknown",
    result: "unknown",
  });
  assert.deepEqual(await resultsOf(pong), {
    ...ALWAYS,
    no_chance: "pass",
    ceremony: "pass",
    rules: "unknown",
    result: "unknown",
  });
});

test("a record that was altered is not the one that was signed", async () => {
  const { record_signature } = await resultsOf({ ...pong, result: { ...pong.result, winners: [1] } });
  assert.equal(record_signature, "fail");
});

test("another layout does not follow from the seeds, even with a valid signature", async () => {
  const swapped = forged(blind, (record) => {
    const other = record.stacks.findIndex((piece) => piece !== record.stacks[0]);
    [record.stacks[0], record.stacks[other]] = [record.stacks[other], record.stacks[0]];
  });
  const results = await resultsOf(swapped, [SIGNER]);
  assert.equal(results.record_signature, "pass");
  assert.equal(results.shuffle, "fail");
});

test("a game without chance has no layout, and who begins a first match is no choice", async () => {
  const laid = await resultsOf(
    forged(pong, (record) => (record.stacks = ["K"])),
    [SIGNER],
  );
  assert.equal(laid.no_chance, "fail");
  const begun = forged(blind, (record) => Object.assign(record, { first: 1, previous: null }));
  assert.equal((await resultsOf(begun, [SIGNER])).first, "fail");
});

test("what has another form is no record", async () => {
  for (const change of [
    (record) => (record.variant = "giog"),
    (record) => (record.variant = "Chess"),
    (record) => (record.actions[0] = { ...record.actions[0], do: "castle" }),
    (record) => delete record.actions[0].seat,
    (record) => record.fairness.commitments.push({}),
    (record) => (record.result = null),
  ])
    assert.equal((await resultsOf(forged(pong, change), [SIGNER])).format, "fail");
  for (const change of [
    (record) => (record.seats = 3),
    (record) => (record.ceremony = "server"),
    (record) => (record.options.check = "refuse"),
    (record) => delete record.options.on_time,
    (record) => (record.options.weather = 1),
    (record) => (record.result.note = "\ud800"),
    (record) => (record.result.note = 1.5),
  ])
    assert.equal((await resultsOf(forged(blind, change), [SIGNER])).format, "fail", String(change));
  const servers = forged(pong, (record) => (record.actions[0].by = "server"));
  assert.equal((await resultsOf(servers, [SIGNER])).ceremony, "fail");
  // An argument that does not belong to the action is not read.
  const more = forged(pong, (record) => (record.actions[0].state = "qin"));
  assert.equal((await resultsOf(more, [SIGNER])).format, "fail");
});
