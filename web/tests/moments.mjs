// After any sequence of messages the page's state equals the snapshot at that time: random sessions of all games, with several people,
// spectators, reloads and lost connections, which `tests/examples/sessions.rs` plays; and the sessions of docs/sessions.
//
//   GIOG_TEST_SESSIONS=target/debug/examples/sessions node --test web/tests/moments.mjs
//   GIOG_TEST_SESSIONS_COUNT=10000 …                         a long run: twenty minutes of a core, with a debug build
//   GIOG_TEST_SESSIONS_FIRST=17 GIOG_TEST_SESSIONS_COUNT=1 … repeats one of them
//
// GIOG_TEST_SESSIONS is the program (`cargo build --workspace --example sessions`), which `tests/page` builds; without it random sessions
// are skipped. Values that a page computes on demand are not part of its state: see `followed`.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import test from "node:test";

import { heard, newRoom, ofTiles, ofTricks, onBoard } from "../room.js";
import { game as mahjong } from "../games/mahjong/state.js";
import { paiGow } from "../games/pai-gow/seen.js";
import { dice } from "../tiles/dice/seen.js";
import { viewOf } from "../tiles/view.js";
import { followed } from "./support/followed.mjs";

const ROOT = path.join(import.meta.dirname, "../..");
const PROGRAM = process.env.GIOG_TEST_SESSIONS;
/** Three of each game. */
const COUNT = process.env.GIOG_TEST_SESSIONS_COUNT ?? "60";
const FIRST = process.env.GIOG_TEST_SESSIONS_FIRST ?? "0";
/** How far two computations of one remaining time may differ, in milliseconds. */
const NEAR_MS = 50;

const TILES = { mahjong, "pai-gow": paiGow };
const json = (value) => JSON.parse(JSON.stringify(value));

/** The compared form of a match. */
function comparable(match) {
  if (!match) return null;
  const { start, commitments } = match;
  const tiles = ofTiles(match);
  if (tiles) return json({ start, commitments, view: viewOf(tiles, TILES[tiles.view.variant] ?? dice) });
  return json({ start, commitments, view: ofTricks(match) ? followed(match.view) : onBoard(match).view });
}

/** Fails if a room differs from a snapshot of the same time. */
function assertShown(room, { you, state, match }) {
  assert.deepEqual(json(room.state), state);
  if (you !== undefined) assert.equal(room.you ?? null, you ?? null);
  const shown = match && heard(newRoom(room.id, room.me), { type: "snapshot", seq: 1, you, state, match }).match;
  assert.deepEqual(comparable(room.match), comparable(shown));
}

/** The open decisions, with the times at which they end: in a pause what is left, which stands still then, and the end of the pause. */
function asked({ now }) {
  if (!now) return null;
  const runs = now.pause_left_ms == null;
  const ends = (left) => (left == null ? null : left + (runs ? now.at : 0));
  return {
    paused: runs ? null : now.at + now.pause_left_ms,
    deciding: now.deciding.map(({ seat, left_ms, bank_ms }) => [seat, ends(left_ms), bank_ms != null]),
    you: json(now.you ?? null),
    start: ends(now.start_left_ms),
    bots: ends(now.bots_left_ms),
  };
}

const near = (one, other) => one === other || (one !== null && other !== null && Math.abs(one - other) <= NEAR_MS);

/** Fails if two observers that are the same person have different decisions. */
function assertAskedAlike(one, other) {
  const [a, b] = [asked(one), asked(other)];
  const seats = ({ deciding }) => deciding.map(([seat, , bank]) => [seat, bank]);
  assert.deepEqual(seats(a), seats(b));
  assert.deepEqual(a.you, b.you);
  a.deciding.forEach(([seat, ends], i) => assert.ok(near(ends, b.deciding[i][1]), `the time of seat ${seat}`));
  assert.ok(near(a.paused, b.paused), "the time until the end of the pause");
  assert.ok(near(a.start, b.start), "the time until the start");
  assert.ok(near(a.bots, b.bots), "the time until bots come");
}

const skip = !PROGRAM && "GIOG_TEST_SESSIONS names no program";
test("after any messages the page knows what a snapshot of that moment shows", { skip }, async () => {
  const child = spawn(PROGRAM, [COUNT, FIRST], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((go) => child.once("close", go));
  const counts = { sessions: 0, messages: 0, snapshots: 0, reloads: 0, matches: 0 };
  let session = {};
  let rooms = [];
  for await (const line of createInterface({ input: child.stdout, crlfDelay: Infinity })) {
    const told = JSON.parse(line);
    if ("session" in told) {
      [session, rooms] = [told, []];
      counts.sessions += 1;
      continue;
    }
    const observer = told.to ?? told.of;
    const room = rooms[observer] ?? newRoom("room", told.me);
    try {
      if (told.message) {
        rooms[observer] = heard(room, told.message, told.at);
        counts.messages += 1;
        counts.matches += told.message.event?.do === "finished" ? 1 : 0;
      } else if (told.snapshot) {
        counts.snapshots += 1;
        if ((told.snapshot.seq ?? room.seq) === room.seq && room.state) assertShown(room, told.snapshot);
      } else if (room.seq === rooms[told.reloaded].seq) {
        counts.reloads += 1;
        assertAskedAlike(room, rooms[told.reloaded]);
      }
    } catch (error) {
      error.message = `session ${session.session} (${session.variant}), observer ${observer}, after ${room.seq}: ${error.message}`;
      child.kill();
      throw error;
    }
  }
  assert.equal(await ended, 0);
  assert.equal(counts.sessions, Number(COUNT));
  if (counts.sessions >= 60)
    assert.ok(
      Object.values(counts).every((count) => count >= 60),
      JSON.stringify(counts),
    );
});

for (const file of readdirSync(path.join(ROOT, "docs/sessions"))) {
  test(`what is told in docs/sessions/${file} is what its snapshots show`, () => {
    const lines = readFileSync(path.join(ROOT, "docs/sessions", file), "utf8")
      .trim()
      .split("\n")
      .map(JSON.parse);
    const rooms = new Map();
    for (const { who, got } of lines) {
      if (!got || !("room" in got)) continue;
      const before = rooms.get(who);
      if (got.type === "snapshot" && before?.seq === got.seq) assertShown(before, got);
      rooms.set(who, heard(before ?? newRoom(got.room), got, 0));
    }
    assert.ok(rooms.size > 0);
  });
}
