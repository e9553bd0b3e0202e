// The page's referee gives the same verdicts as the test vectors and `giog judge`: `node --test web/tests/judge.mjs`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { GAMES } from "../judge/games.js";
import { judge } from "../judge/judge.js";
import { act, begin } from "../judge/match.js";
import { read } from "../judge/read.js";

const HERE = import.meta.dirname;
const FOLDERS = path.join(HERE, "../../crates/rules/tests/games");

const lines = (file) =>
  readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

/** The verdict on a raw line of the referee's input. */
function judgeLine(line) {
  try {
    return judge(JSON.parse(line));
  } catch (error) {
    if (error instanceof SyntaxError) return { status: "invalid" };
    throw error;
  }
}

function check(verdict, expected, name) {
  // Why a record is invalid may be said in any words.
  if (expected.status === "invalid") assert.equal(verdict.status, "invalid", name);
  else assert.deepEqual(verdict, expected, name);
}

// Those of the games that the page's referee judges; there are further games.
for (const game of GAMES.keys()) {
  test(`every case of ${game} has its verdict`, () => {
    const cases = lines(path.join(FOLDERS, game, "cases.jsonl"));
    assert.ok(cases.length > 100);
    for (const { name, record, line, verdict } of cases)
      check(line === undefined ? judge(record) : judgeLine(line), verdict, name);
  });
}

test("random records have the verdicts of `giog judge`", () => {
  const cases = lines(path.join(HERE, "judge/records.jsonl"));
  assert.ok(cases.length > 100);
  for (const { record, verdict } of cases) check(judge(record), verdict, JSON.stringify(record));
});

test("options without a meaning in a game are ignored with any value", () => {
  const strange = { general_ban: "whatever", beheading: 3 };
  const judged = (game, options) => judge({ ...lines(path.join(FOLDERS, game, "cases.jsonl"))[0].record, options });
  for (const game of ["da-qi-luo-1", "da-qi-luo-2", "zhi-hu"]) {
    assert.notEqual(judged(game, {}).status, "invalid", game);
    assert.deepEqual(judged(game, strange), judged(game, {}), game);
    assert.equal(judged(game, []).status, "invalid", game);
  }
  assert.equal(judged("giog", strange).status, "invalid");
});

test("there is no -0 in a verdict", () => {
  const { record, verdict } = lines(path.join(FOLDERS, "giog/cases.jsonl")).find(
    ({ verdict }) => verdict.tricks?.[0]?.leader === 0,
  );
  const actions = record.actions.map((action) => ({ ...action, seat: action.seat || -0 }));
  assert.deepEqual(judge({ ...record, actions }), verdict);
});

test("plays taken back are counted, in one byte", () => {
  const { record } = lines(path.join(FOLDERS, "giog/cases.jsonl")).find(
    ({ record, verdict }) => record?.seats === 3 && verdict.tricks?.length > 0,
  );
  const { deal, actions } = read(record);
  const match = begin(deal);
  while (match.trick === null) act(match, actions.shift());
  const seat = (match.trick.leader + 1) % 3;
  for (let back = 0; back < 300; back++) {
    assert.equal(act(match, { seat, do: "play", pieces: match.hands[seat].at(-match.trick.count) }), null);
    assert.equal(act(match, { seat, do: "take_back" }), null);
  }
  const attempts = match.sealed.filter((sealed) => sealed.seat === seat).map(({ attempt }) => attempt);
  assert.deepEqual(
    attempts,
    Array.from({ length: 300 }, (_, back) => Math.min(back, 255)),
  );
});

test("a record is judged as it was given, and stays so", () => {
  const { record, verdict } = lines(path.join(FOLDERS, "da-qi-luo-2/cases.jsonl")).find(
    ({ verdict }) => verdict.status === "over",
  );
  const before = structuredClone(record);
  for (const _ of [1, 2]) check(judge(record), verdict, "da-qi-luo-2");
  assert.deepEqual(record, before);
});
