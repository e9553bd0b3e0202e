// Compares the referee of this folder with `giog judge` on random records, and prints differences:
//
//     node web/tests/judge/compare.mjs GIOG [COUNT] [SEED] [--write FILE]
//
// GIOG is the program. With `--write` the records and the program's verdicts are written to FILE, one per line: this is how
// `records.jsonl` was made, with COUNT 160 and SEED 1.

import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { isDeepStrictEqual, parseArgs } from "node:util";

import { judge } from "../../judge/judge.js";
import { chanceFrom, randomRecord } from "./random.mjs";

/** Records that one run of the program judges. */
const BATCH = 5_000;
const MOST_BYTES = 2 ** 28;
const MOST_SHOWN = 5;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { write: { type: "string" } } });
const [program, count = "1000", seed = "1"] = positionals;
const chance = chanceFrom(Number(seed));
const told = {};
const written = [];
let differ = 0;
let slowest_ms = 0;

for (let first = 0; first < Number(count); first += BATCH) {
  const records = Array.from({ length: Math.min(BATCH, count - first) }, (_, at) => randomRecord(chance, first + at));
  const lines = records.map((record) => JSON.stringify(record));
  const { stdout, status, error } = spawnSync(program, ["judge"], {
    input: `${lines.join("\n")}\n`,
    encoding: "utf8",
    maxBuffer: MOST_BYTES,
  });
  if (error || status) throw error ?? new Error(`${program} ended with ${status}`);
  const verdicts = stdout.trim().split("\n");
  lines.forEach((line, at) => compare(JSON.parse(line), JSON.parse(verdicts[at])));
}

function compare(record, verdict) {
  const from = performance.now();
  const own = judge(record);
  slowest_ms = Math.max(slowest_ms, performance.now() - from);
  const what = verdict.refused?.code ?? verdict.status;
  told[what] = (told[what] ?? 0) + 1;
  if (verdict.status === "invalid") verdict = { status: "invalid" };
  written.push(JSON.stringify({ record, verdict }));
  const same = own.status === "invalid" ? verdict.status === "invalid" : isDeepStrictEqual(own, verdict);
  if (!same && differ++ < MOST_SHOWN)
    console.log(`${JSON.stringify(record)}\n  it: ${JSON.stringify(verdict)}\n  we: ${JSON.stringify(own)}`);
}

if (values.write) writeFileSync(values.write, `${written.join("\n")}\n`);
console.log(`${count} records from ${seed}: ${differ} differ; the slowest took ${slowest_ms.toFixed(1)} ms`);
console.log(told);
process.exitCode = differ ? 1 : 0;
