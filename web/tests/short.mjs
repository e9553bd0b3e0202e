// The short forms of `news`, and what they stand for.

import assert from "node:assert/strict";
import { test } from "node:test";

import { fullEvent, fullNow } from "../short.js";

const digest = "656963c99871ab833a4f28bbfa4845b0aa2665134a5b232b4b78dedef6cf8163";
const digest64 = "ZWljyZhxq4M6Tyi7-khFsKomZRNKWyMrS3je3vbPgWM";
const nonce = "fae66386bcd6feac551b886606a60a89";
const nonce64 = "-uZjhrzW_qxVG4hmBqYKiQ";

test("plays in short forms are read in full", () => {
  const sealed = { trick: 2, seat: 1, attempt: 0, commitment: digest };
  const play = { do: "play", seat: 1, trick: 2, lead: false, count: 1, at_ms: 16 };
  assert.deepEqual(fullEvent(["play", 16, 1, 2, 1, 0, digest64]), { ...play, sealed });
  assert.deepEqual(fullEvent(["play", 16, 1, 2, 1, 0, digest64, "single", "bot"]), {
    ...play,
    lead: true,
    type: "single",
    by: "bot",
    sealed,
  });
  assert.deepEqual(fullEvent(["play", 16, 1, 2, 1, 0, digest64, null, null, "p", nonce64]), {
    ...play,
    pieces: "p",
    sealed: { ...sealed, nonce },
  });
  assert.deepEqual(fullEvent(["play", 16, 1, 2, 1, null, null, null, null, "p"]), { ...play, pieces: "p", up: true });
});

test("tricks in short forms are read in full", () => {
  const plays = ["P", "p", null];
  const list = ["trick", 16, 2, 0, "single", plays, [2], 0, "highest", [3, 0, 0], []];
  const trick = { do: "trick", trick: 2, leader: 0, type: "single", plays, shown: [true, true, false], winner: 0 };
  const end = { ...trick, won_by: "highest", captured: [3, 0, 0], beheaded: [], at_ms: 16 };
  assert.deepEqual(fullEvent([...list, []]), end);
  const opened = [{ trick: 2, seat: 1, attempt: 3, text: "p", nonce }];
  assert.deepEqual(fullEvent([...list, [[1, 3, nonce64]]]), { ...end, opened });
});

test("what is waited for is read in full in either form", () => {
  const none = { left_ms: null, bank_ms: null };
  assert.deepEqual(fullNow([[]]), { deciding: [], you: null });
  const deciding = [
    { seat: 0, ...none },
    { seat: 1, left_ms: 8, bank_ms: null },
    { seat: 2, left_ms: 9, bank_ms: 4 },
  ];
  assert.deepEqual(fullNow([[0, [1, 8], [2, 9, 4]], 7]), { deciding, you: { turn: 7, decision: null } });
  const take_back = { decision: 3, must: false, stage: "play", do: "take_back", trick: 1, pieces: "p", default: null };
  assert.deepEqual(fullNow([[], 7, ["take_back", 3, 1, "p"]]).you, { turn: 7, decision: take_back });
  const play = { decision: 3, must: true, stage: "play", do: "play", trick: 1, generals: "free" };
  assert.deepEqual(fullNow([[], 7, ["play", 3, 1, null, null, "free", null, "p"], 40]).you, {
    turn: 7,
    decision: { ...play, lead: true, type: null, count: null, plays: null, default: { do: "play", pieces: "p" } },
    choices: 40,
  });
  assert.deepEqual(fullNow([[], 7, ["play", 3, 1, "single", 1, "free", ["p"], "p"]]).you, {
    turn: 7,
    decision: { ...play, lead: false, type: "single", count: 1, plays: ["p"], default: { do: "play", pieces: "p" } },
  });
  const full = { deciding, you: null, start_left_ms: 3 };
  assert.equal(fullNow(full), full);
});

test("an event in full stays as it is, and a later short form is as unknown as any later event", () => {
  const event = { do: "away", seat: 1 };
  assert.equal(fullEvent(event), event);
  assert.deepEqual(fullEvent(["dance", 1]), { do: "dance" });
});
