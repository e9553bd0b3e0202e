// Compares *Verify* with `giog verify`, check by check, on random records that were altered, and usually signed again:
//
//     node web/tests/judge/prove.mjs GIOG [COUNT] [SEED]

import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { verify } from "../../verify.js";
import { canonical } from "../../client/canonical.js";
import { altered } from "./alter.mjs";
import { chanceFrom } from "./random.mjs";
import { SIGNER, receiptOf, signAgain, signedRecord } from "./signed.mjs";

const MOST_SHOWN = 5;

const [program, count = "200", seed = "1"] = process.argv.slice(2);
const folder = mkdtempSync(path.join(tmpdir(), "giog-prove-"));
const chance = chanceFrom(Number(seed));
const told = {};
let differ = 0;

for (let number = 0; number < Number(count); number++) {
  const record = signedRecord(chance, number);
  const receipt = chance.often(0.5) ? receiptOf(chance, record) : null;
  const text = textOf(chance.often(0.95) ? altered(chance, record) : record);
  await compare(text, receipt);
}

/** The text of a record, signed again if its form allows this; sometimes not canonical. */
function textOf(record) {
  let signed = record;
  try {
    if (chance.often(0.8)) signed = signAgain(record);
  } catch {
    // The record cannot be signed any more.
  }
  const text = canonical(signed);
  return chance.often(0.02) ? text.replace(chance.one([/,/, /:/, /\{/]), "$& ") : text;
}

async function compare(text, receipt) {
  const file = path.join(folder, "record.json");
  const kept = path.join(folder, "receipt.json");
  writeFileSync(file, text);
  if (receipt) writeFileSync(kept, JSON.stringify(receipt));
  const args = ["verify", file, "--json", "--key", SIGNER, ...(receipt ? ["--receipt", kept] : [])];
  const { stdout } = spawnSync(program, args, { encoding: "utf8" });
  const theirs = stdout ? JSON.parse(stdout).checks : [{ name: "format", result: "fail" }];
  const ours = await verify(new TextEncoder().encode(text), receipt, [SIGNER]);
  for (const { name, result } of ours)
    if (result !== "pass") told[`${name} ${result}`] = (told[`${name} ${result}`] ?? 0) + 1;
  if (!agree(ours, theirs) && differ++ < MOST_SHOWN)
    console.log(`${text}\n  it: ${brief(theirs)}\n  we: ${brief(ours)}`);
}

/** A record that one does not parse may be parsed by the other, but not accepted as canonical. */
function agree(ours, theirs) {
  const unread = [ours, theirs].some((checks) => checks.length === 1);
  const isFormless = (checks) => checks.some(({ name, result }) => name === "format" && result === "fail");
  return unread ? isFormless(ours) && isFormless(theirs) : brief(ours) === brief(theirs);
}

function brief(checks) {
  // For a seat without entropy the page has a separate line.
  return checks
    .map(({ name, result }) => `${name.replace("_no_entropy", "_entropy")} ${result}`)
    .sort()
    .join(", ");
}

console.log(`${count} records from ${seed}: ${differ} differ`);
console.log(told);
process.exitCode = differ ? 1 : 0;
