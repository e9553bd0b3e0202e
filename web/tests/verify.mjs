// A signed record, and the receipt of seat 0: `node --test web/tests/verify.mjs`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { verify } from "../verify.js";
import { entropyCommitment, seedCommitment } from "../client/commitments.js";
import { decided, matchSeed, sealCommitment, words } from "../verify/chance.js";
import { canonical } from "../client/canonical.js";
import { altered } from "./judge/alter.mjs";
import { NAMES, chanceFrom } from "./judge/random.mjs";
import { SIGNER, receiptOf, signAgain, signedRecord } from "./judge/signed.mjs";

const read = (name) => readFileSync(path.join(import.meta.dirname, name), "utf8");
const text = read("record.json");
const record = JSON.parse(text);
const receipt = JSON.parse(read("receipt.json"));

const KEYS = [record.fairness.signer, SIGNER];
const bytesOf = (text) => new TextEncoder().encode(text);
const withResult = (checks, wanted) => checks.filter(({ result }) => result === wanted).map(({ name }) => name);

/** The names of the checks that fail. */
async function failed(text, receipt) {
  const checks = await verify(bytesOf(text), receipt, KEYS);
  assert.ok(!withResult(checks, "unknown").includes("record_signature"), "this runtime checks Ed25519");
  return withResult(checks, "fail");
}

/** The record with a change, in its canonical form. */
function changed(change) {
  const copy = structuredClone(record);
  change(copy);
  return canonical(copy);
}

test("a record and its receipt are proven", async () => {
  assert.deepEqual(await failed(text, receipt), []);
  assert.deepEqual(
    (await verify(bytesOf(text), receipt, KEYS)).map(({ result }) => result),
    Array(17).fill("pass"),
  );
});

test("what is changed in a record shows", async () => {
  const cases = [
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

test("what is not known is said to be unknown", async () => {
  const unknown = async (text, receipt, keys) => withResult(await verify(bytesOf(text), receipt, keys), "unknown");
  assert.deepEqual(await unknown(text, null, null), ["signer"]);
  assert.deepEqual(await unknown(text, null, [SIGNER]), ["signer"]);
  assert.deepEqual(await unknown(text, { ...receipt, start_signature: "" }, KEYS), ["receipt_start"]);
  const bot = record.players.findIndex((player) => player.bot);
  const none = await verify(bytesOf(text), { ...receipt, seat: bot, entropy: "" }, KEYS);
  assert.ok(
    withResult(none, "pass").includes("receipt_no_entropy") && !none.some(({ name }) => name === "receipt_entropy"),
  );
  assert.deepEqual(await unknown(text, { ...receipt, late: true }, KEYS), ["receipt_seed", "receipt_entropy"]);
  assert.deepEqual(await failed(text, { ...receipt, late: true, entropy: "00" }), ["receipt_entropy"]);
  assert.deepEqual(await failed(text, { ...receipt, entropy: "" }), ["receipt_entropy"]);
  const later = changed((copy) => (copy.rules = 2));
  assert.deepEqual(await unknown(later, null, KEYS), ["rules", "result", "plays", "commitments"]);
});

test("a random match of any game is proven, finished or not", async () => {
  const chance = chanceFrom(11);
  for (let number = 0; number < 4 * NAMES.length; number++) {
    const random = signedRecord(chance, number);
    assert.deepEqual(await failed(canonical(random), receiptOf(chance, random)), [], canonical(random));
  }
});

/** A match with everything in it: of this game, by these choices, over. */
function wholeMatch(variant, ceremony) {
  const chance = chanceFrom(12);
  for (;;) {
    const random = signedRecord(chance, NAMES.indexOf(variant));
    if (random.ceremony === ceremony && random.status === "over" && random.seats === 3 && !random.previous)
      return random;
  }
}

test("what an operator alters and signs again fails the check that is about it", async () => {
  const check = async (variant, ceremony, name, change) => {
    const copy = structuredClone(wholeMatch(variant, ceremony));
    change(copy);
    const found = await verify(bytesOf(canonical(signAgain(copy))), null, KEYS);
    assert.ok(withResult(found, "fail").includes(name), `${variant} ${ceremony} ${name}: ${JSON.stringify(found)}`);
    assert.ok(!withResult(found, "fail").some((failed) => failed.endsWith("signature") || failed === "format"));
  };
  await check("giog", "server", "shuffle", ({ stacks }) => stacks.reverse());
  await check("giog", "server", "shuffle", (copy) => (copy.six = 1));
  await check("giog", "server", "ceremony", ({ actions }) => delete actions[0].by);
  await check("giog", "server", "ceremony", ({ actions }) => (actions.at(-1).by = "server"));
  await check("giog", "players", "ceremony", ({ actions }) => (actions[0].by = "server"));
  await check("giog", "server", "ceremony", (copy) => Object.assign(copy, { actions: [], status: "abandoned" }));
  await check("ju-ma-pao", "players", "shuffle", (copy) => Object.assign(copy, { previous: copy.match_id, six: 4 }));
  await check(
    "sang-krip",
    "server",
    "ceremony",
    ({ actions }) => (actions[0].sign = { rock: "paper", paper: "rock", scissors: "rock" }[actions[0].sign]),
  );
  await check("da-qi-luo-2", "server", "ceremony", ({ actions }) => actions[0].stacks.reverse());
  await check("da-qi-luo-1", "players", "shuffle", ({ dice }) => (dice[0] = 7 - dice[0]));
  await check("ju-ma-pao-30", "players", "shuffle", (copy) => (copy.exposer = (copy.exposer + 1) % 3));
  await check("giog", "players", "rules", ({ actions }) => actions.pop());
  await check("giog", "players", "rules", ({ actions }) => actions.push(actions.at(-1)));
  await check("giog", "players", "rules", (copy) => (copy.status = "abandoned"));
  await check("giog", "players", "result", ({ result }) => (result.winners = [(result.winners[0] + 1) % 3]));
  await check("sang-krip", "players", "result", ({ result }) => (result.scores[0] += 1));
  await check("zhi-hu", "players", "result", ({ result }) => result.tricks.pop());
  await check("giog-wiki", "players", "result", ({ result }) => (result.beheaded = [0, 1, 2]));
  await check("giog", "players", "plays", ({ fairness }) => (fairness.commitments[0].commitment = "00".repeat(32)));
  await check(
    "sang-krip",
    "players",
    "plays",
    ({ fairness }) => (fairness.commitments[0].commitment = "00".repeat(32)),
  );
  await check("giog", "players", "commitments", ({ fairness }) => fairness.commitments.pop());
  await check("giog", "players", "commitments", ({ fairness }) => fairness.commitments.push(fairness.commitments[0]));
  await check("giog", "players", "commitments", ({ fairness }) => fairness.commitments.reverse());
  await check("da-qi-luo-2", "players", "commitments", ({ fairness }) => fairness.commitments.shift());
});

/** Every field of a value, by its path. */
function* fields(value, names = []) {
  if (typeof value !== "object" || value === null) return;
  for (const [name, one] of Object.entries(value)) {
    yield [...names, name];
    yield* fields(one, [...names, name]);
  }
}

/** Whether this value, or none (`undefined`), is valid there; the referee checks the meaning of numbers. */
function isOfForm(names, value) {
  const last = names.at(-1);
  if (value === undefined) return ["by", "stand_ins"].includes(last);
  if (value === null) return ["previous", "order", "hands", "scores", "winners", "winner"].includes(last);
  if (value === -1) return last === "stack" || names.includes("scores");
  return value === true && names.includes("shown");
}

test("whatever field is missing or of another type, it is no record", async () => {
  const random = wholeMatch("sang-krip", "players");
  random.players[0].stand_ins = [{ from: 0, to: 3, by: "bot" }];
  let tried = 0;
  for (const names of fields(random)) {
    const last = names.at(-1);
    for (const other of [undefined, null, 1.5, -1, true, "\ud800", [[]], {}, JSON.parse('{"__proto__":[]}')]) {
      const copy = structuredClone(random);
      const place = names.slice(0, -1).reduce((value, name) => value[name], copy);
      const isList = Array.isArray(place);
      if ((other === undefined && isList) || isOfForm(names, other)) continue;
      if (other === undefined) delete place[last];
      else place[last] = other;
      assert.ok(
        (await failed(canonical(copy), null)).includes("format"),
        `${names.join(".")} ${JSON.stringify(other)}`,
      );
      tried++;
    }
  }
  assert.ok(tried > 2_000, `${tried}`);
});

test("nothing that was altered is taken for proven, whatever it is", async () => {
  const chance = chanceFrom(13);
  let changes = 0;
  for (let number = 0; number < 300; number++) {
    const random = signedRecord(chance, number);
    const other = canonical(altered(chance, random));
    if (other === canonical(random)) continue;
    const found = await failed(other, receiptOf(chance, random));
    assert.ok(found.includes("format") || found.includes("record_signature"), other);
    changes++;
  }
  assert.ok(changes > 200, `${changes}`);
});

test("bytes that are no record at all are not taken for one", async () => {
  const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
  const swap = (from, to) => text.replace(from, to);
  const cases = [
    "",
    "null",
    "[]",
    "{}",
    "1",
    '"',
    "giog",
    deep,
    `${text} `,
    `\ufeff${text}`,
    ` ${text}`,
    swap('"format":1', '"format":1.0'),
    swap('"format":1', '"format":1,"format":1'),
    swap('"at_ms":0', '"at_ms":-0'),
    swap('"do"', '"d\\u006f"'),
    swap('"actions"', '"__proto__":{"format":1},"actions"'),
    swap('"variant":"giog"', '"variant":"constructor"'),
    swap('"format":1', `"format":1,"note":${deep}`),
    swap('"actions":[', `"actions":[${'{"at_ms":0,"do":"take_back","seat":0},'.repeat(100_000)}`),
  ];
  for (const other of cases) {
    assert.notEqual(other, text);
    const found = await verify(bytesOf(other), receipt, KEYS);
    assert.ok(withResult(found, "fail").length > 0, other.slice(0, 50));
  }
  for (const moment of [
    "0000-01-01T00:00:00.000Z",
    "2026-02-30T00:00:00.000Z",
    "2026-01-31T12:00:00Z",
    "2026-01-31T13:00:00.125+01:00",
  ]) {
    assert.ok((await failed(swap(/"ended_at":"[^"]*"/, `"ended_at":"${moment}"`), null)).includes("format"), moment);
  }
  const broken = bytesOf(text);
  broken[text.indexOf('"bot":"') + '"bot":"'.length] = 0xff;
  assert.deepEqual(await verify(broken, null, KEYS), [{ name: "format", result: "fail" }]);
  assert.deepEqual(await verify(new Uint8Array(2 ** 24 + 1), null, KEYS), [{ name: "format", result: "fail" }]);
});

/** The worked cases of a verifier fail the checks that `giog verify` fails; without a change these are unknown. */
async function checkWorked(file, unknown) {
  const { record, receipt, key, cases } = JSON.parse(read(`../../crates/rules/tests/vectors/${file}`));
  assert.ok(cases.length > 10);
  for (const { name, replace: [from, to] = ["", ""], before = "", after = "", fails } of cases) {
    assert.ok(record.includes(from), name);
    const found = await verify(bytesOf(before + record.replace(from, to) + after), receipt, [key]);
    assert.deepEqual(withResult(found, "fail").sort(), fails, name);
    if (!fails.length) assert.deepEqual(withResult(found, "unknown").sort(), unknown, name);
  }
}

test("every worked case of a verifier fails the checks that `giog verify` fails", () => checkWorked("verify.json", []));

test("of a game that nobody knows signatures and seeds are proven, and the rest is unknown", () => {
  const { unknown } = JSON.parse(read("../../crates/rules/tests/vectors/unknown-game.json"));
  return checkWorked("unknown-game.json", [...unknown, "no_game"].sort());
});

test("a weak key signs nothing, though the arithmetic would fit anything", async () => {
  const one = `01${"00".repeat(31)}`;
  const weak = changed((copy) => {
    copy.fairness.signer = one;
    copy.fairness.start_signature = `${one}${"00".repeat(32)}`;
    copy.signature = `${one}${"00".repeat(32)}`;
  });
  assert.deepEqual(await failed(weak, null), ["record_signature", "start_signature"]);
});

test("the worked values of the vectors come out", () => {
  const cases = JSON.parse(read("../../crates/rules/tests/vectors/fairness.json"));
  assert.ok(cases.length >= 10);
  for (const {
    match_id,
    server_seed,
    entropy,
    record_with_ceremony_by_server,
    lay,
    throw: thrown,
    ...expected
  } of cases) {
    const { variant, seats, actions, ...lots } = record_with_ceremony_by_server;
    const made = { match_id, variant, seats, ceremony: "server", fairness: { server_seed, entropy } };
    assert.equal(seedCommitment(match_id, server_seed), expected.seed_commitment);
    const commitments = entropy.map((one, seat) => (one ? entropyCommitment(made, seat, one) : ""));
    assert.deepEqual(commitments, expected.entropy_commitments);
    const seed = matchSeed(made);
    assert.equal(seed, expected.match_seed);
    const word = words(seed);
    assert.deepEqual(expected.first_words.map(word), expected.first_words);
    const {
      lots: { six, ...found },
      choices,
    } = decided(made);
    assert.deepEqual([six ?? 0, found, choices], [0, lots, actions]);
    for (const hidden of [lay, thrown].filter(Boolean)) {
      assert.equal(sealCommitment(made, { ...hidden, text: hidden.pieces ?? hidden.sign }), hidden.commitment);
    }
  }
});
