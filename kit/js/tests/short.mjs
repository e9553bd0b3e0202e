// Short forms turned back into objects: the pairs of crates/protocol/tests/short.rs. `tests/clients` compares whole matches of a server.

import assert from "node:assert/strict";
import test from "node:test";

import { fullEvent, fullNow, singles } from "../src/short.js";

const DIGEST = "656963c99871ab833a4f28bbfa4845b0aa2665134a5b232b4b78dedef6cf8163";
const SHORT_DIGEST = "ZWljyZhxq4M6Tyi7-khFsKomZRNKWyMrS3je3vbPgWM";
const NONCE = "fae66386bcd6feac551b886606a60a89";
const SHORT_NONCE = "-uZjhrzW_qxVG4hmBqYKiQ";
const ID = "6ad2b4a2-4e5b-4cb3-a7a6-3b6b5b0f7f10";
const SHORT_ID = "atK0ok5bTLOnpjtrWw9_EA";

/** Each list is this object. @param {[list: unknown[], full: object][]} pairs */
const events = (pairs) => pairs.forEach(([list, full]) => assert.deepEqual(fullEvent(list), full));
/** @param {[list: unknown[], full: object][]} pairs */
const nows = (pairs) => pairs.forEach(([list, full]) => assert.deepEqual(fullNow(list), full));

test("plays", () => {
  const play = { do: "play", seat: 1, trick: 2, lead: false, count: 1, at_ms: 16 };
  const sealed = { trick: 2, seat: 1, attempt: 0, commitment: DIGEST };
  const led = { ...play, lead: true, type: "single" };
  const list = ["play", 16, 1, 2, 1, 0, SHORT_DIGEST];
  events([
    [list, { ...play, sealed }],
    [[...list, "single", "bot"], { ...led, by: "bot", sealed }],
    [[...list, null, null, "p", SHORT_NONCE], { ...play, pieces: "p", sealed: { ...sealed, nonce: NONCE } }],
    [["play", 16, 1, 2, 1, null, null, null, null, "p"], { ...play, pieces: "p", up: true }],
  ]);
});

test("tricks", () => {
  const [plays, shown] = [
    ["P", "p", null],
    [true, true, false],
  ];
  const scored = { winner: 0, won_by: "highest", captured: [3, 0, 0], beheaded: [1], at_ms: 16 };
  const full = { do: "trick", trick: 2, leader: 0, type: "single", plays, shown, ...scored };
  const list = (opened) => ["trick", 16, 2, 0, "single", plays, [2], 0, "highest", [3, 0, 0], [1], opened];
  const seal = (seat, attempt, text) => ({ trick: 2, seat, attempt, text, nonce: NONCE });
  events([
    [list([]), full],
    [list([[1, 3, SHORT_NONCE]]), { ...full, opened: [seal(1, 3, "p")] }],
    [list([SHORT_NONCE, SHORT_NONCE]), { ...full, opened: [seal(0, 0, "P"), seal(1, 0, "p")] }],
    [list([[1, 0, SHORT_NONCE]]), { ...full, opened: [seal(1, 0, "p")] }],
  ]);
});

test("what comes a few times in a match", () => {
  events([
    [["ready", 2], { do: "ready", seat: 2 }],
    [["next", SHORT_ID, SHORT_DIGEST], { do: "next", match_id: ID, seed_commitment: DIGEST }],
    [["finished", SHORT_ID, SHORT_DIGEST], { do: "finished", match_id: ID, server_seed: DIGEST }],
    [["reveal", 4, "server", 1, 15, "R"], { do: "reveal", seat: 1, stack: 15, piece: "R", by: "server", at_ms: 4 }],
    [["take", 4, "player", 1, 15], { do: "take", seat: 1, stack: 15, at_ms: 4 }],
    [["ordered", 4, "player", [1, 0]], { do: "ordered", order: [1, 0], at_ms: 4 }],
    [["dealt", 4, "player", [[1], [2]]], { do: "dealt", taken: [[1], [2]], at_ms: 4 }],
    [["dealt", 4, "player", [[1], [2]], "KAp"], { do: "dealt", taken: [[1], [2]], hand: "KAp", at_ms: 4 }],
    [["dealt", 4, "player", [[1], [2]], null, 3], { do: "dealt", taken: [[1], [2]], hand_size: 3, at_ms: 4 }],
  ]);
  const event = { do: "away", seat: 1 };
  assert.equal(fullEvent(event), event);
});

test("the start and the score table", () => {
  const options = { general_ban: "refuse", beheading: "forfeit" };
  const bot = { bot: "giog-1" };
  const all = ["", DIGEST];
  const list = (previous) => [
    ...["start", SHORT_ID, 1, "giog", 2, options, "server", previous, [SHORT_ID, bot], SHORT_DIGEST, all, ["", "00ff"]],
    ...["ZWljyZhxq4M6Tyi7-khFsKomZRNKWyMrS3je3vbPgWNlaWPJmHGrgzpPKLv6SEWwqiZlE0pbIytLeN7e9s-BYw", SHORT_DIGEST],
  ];
  const full = {
    ...{ do: "start", match_id: ID, rules: 1, variant: "giog", seats: 2, options, ceremony: "server", previous: null },
    ...{ players: [{ id: ID }, bot], seed_commitment: DIGEST, entropy_commitments: all, entropy: ["", "00ff"] },
    ...{ start_signature: DIGEST + DIGEST, signer: DIGEST },
  };
  const lin = { player: ID, name: "Lin", tag: "TAG" };
  const rows = [
    { occupant: lin, seat: null, played: 3, won: 1, shared: 2, captured: 9, score: null },
    { occupant: bot, seat: 1, played: 3, won: 0, shared: 2, score: -4 },
  ];
  const short = [
    [[SHORT_ID, "Lin", "TAG"], null, 3, 1, 2, 9, null],
    [bot, 1, 3, 0, 2, null, -4],
  ];
  events([
    [list(null), full],
    [list(SHORT_ID), { ...full, previous: ID }],
    [["series", 3, short], { do: "series", matches: 3, rows }],
  ]);
});

test("what is waited for", () => {
  const deciding = [
    { seat: 0, left_ms: null, bank_ms: null },
    { seat: 1, left_ms: 8, bank_ms: null },
    { seat: 2, left_ms: 9, bank_ms: 4 },
  ];
  const asked = (decision, more) => ({ deciding: [], you: { turn: 7, decision, ...more } });
  const back = { decision: 3, must: false, stage: "play", do: "take_back", trick: 1, pieces: "p", default: null };
  const any = { decision: 3, must: true, stage: "play", do: "play", trick: 1, default: { do: "play", pieces: "p" } };
  const follows = { ...any, lead: false, type: "single", count: 1, generals: "free", plays: ["p"] };
  const leads = { ...any, lead: true, type: null, count: null, generals: "refused", plays: null };
  const take = { decision: 0, must: true, stage: "ceremony", do: "take", stacks: [1] };
  nows([
    [[[]], { deciding: [], you: null }],
    [[[0, [1, 8], [2, 9, 4]], 7], { deciding, you: { turn: 7, decision: null } }],
    [[[], 7, ["take_back", 3, 1, "p"]], asked(back)],
    [[[], 7, ["play", 3, 1, "single", 1, "free", ["p"], "p"]], asked(follows)],
    [[[], 7, ["play", 3, 1, null, null, "refused", null, "p"], 40], asked(leads, { choices: 40 })],
    [[[], 7, take], asked(take)],
    [[[], null, null, null, 3], { deciding: [], you: null, start_left_ms: 3 }],
    [[[], null, null, null, 3, 4], { deciding: [], you: null, start_left_ms: 3, bots_left_ms: 4 }],
  ]);
});

test("news are their parts in order, and each event has its number", () => {
  const news = { type: "news", room: 0, seq: 8, events: [["ready", 0], { do: "away", seat: 1 }], now: [[]] };
  assert.deepEqual(singles(news, ID), [
    { type: "event", room: ID, seq: 7, event: { do: "ready", seat: 0 } },
    { type: "event", room: ID, seq: 8, event: { do: "away", seat: 1 } },
    { type: "now", room: ID, seq: 8, deciding: [], you: null },
  ]);
});
