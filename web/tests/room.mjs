// The session of docs/PROTOCOL.md, processed by room.js: `node --test web/tests/room.mjs`.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { heard, left, newRoom } from "../room.js";
import { sorted, without } from "../tricksmatch.js";
import { sha256 } from "../client/sha256.js";

const document = readFileSync(path.join(import.meta.dirname, "../../docs/PROTOCOL.md"), "utf8");
const session = document.slice(document.indexOf("<!-- session:begin -->"));
const frames = [...session.matchAll(/^Lin < (\{.*\})$/gm)].map(([, frame]) => JSON.parse(frame));
const { player } = frames.find(({ player }) => player);
const { room: id } = frames.find(({ type }) => type === "snapshot");

/** The room after the last message with this number. */
function roomAt(seq) {
  const until = frames.findLastIndex((frame) => frame.type === "now" && frame.seq === seq);
  return frames.slice(0, until + 1).reduce((room, frame) => heard(room, frame, 1_000), newRoom(id, player));
}

test("people and bots who sit down have their seats", () => {
  const { state, you } = roomAt(5);
  assert.equal(you, 0);
  assert.deepEqual(
    state.seats.map(({ occupant }) => occupant.name ?? occupant.bot),
    ["Lin", "Mei", "simple"],
  );
  assert.deepEqual(
    roomAt(6).state.seats.map(({ ready }) => ready),
    [true, false, false],
  );
});

test("a deleted person has another name on the seat, in the score table and in the chat", () => {
  const room = roomAt(5);
  const mei = room.state.seats[1].occupant;
  const row = { occupant: mei, seat: null, played: 1, won: 0, shared: 0, captured: 0, score: null };
  const known = {
    ...room,
    chat: [{ from: mei, seat: 1, to: "room", text: "hello" }],
    state: { ...room.state, series: { matches: 1, rows: [row] } },
  };
  const gone = { ...mei, name: "forgotten" };
  const message = { type: "event", room: id, seq: room.seq + 1, event: { do: "renamed", ...gone } };
  const { state, chat } = heard(known, message, 1_000);
  for (const person of [state.seats[1].occupant, state.series.rows[0].occupant, chat[0].from])
    assert.deepEqual(person, gone);
  assert.equal(state.seats[0].occupant.name, "Lin");
});

test("a person who sits down again with another name has it in the score table and in the chat", () => {
  const room = roomAt(5);
  const mei = room.state.seats[1].occupant;
  const row = { occupant: mei, seat: null, played: 1, won: 0, shared: 0, captured: 0, score: null };
  const known = {
    ...room,
    chat: [{ from: mei, seat: 1, to: "room", text: "hello", number: 1 }],
    state: { ...room.state, series: { matches: 1, rows: [row] } },
  };
  const events = [
    { do: "stood", seat: 1, reason: "stood" },
    { do: "sat", seat: 1, occupant: { ...mei, name: "Devi" } },
  ];
  const { state, chat } = events.reduce(
    (room, event) => heard(room, { type: "event", room: id, seq: room.seq + 1, event }, 1_000),
    known,
  );
  for (const person of [state.seats[1].occupant, state.series.rows[0].occupant, chat[0].from])
    assert.deepEqual(person, { ...mei, name: "Devi" });
});

test("whoever waits for a rated match has nothing of the one before", () => {
  const before = roomAt(5);
  const previous = { match_id: id, outcome: null };
  const cast = before.state.seats.map(({ occupant }) => occupant);
  const settings = { ...before.state.settings, rated: true };
  const finished = { start: { match_id: id } };
  const room = { ...before, cast, finished, state: { ...before.state, settings, previous } };
  const past = ({ state, finished, cast }) => [state.previous, finished, cast];
  const kept = [previous, finished, cast];
  const sat = (room, seat) => {
    const { occupant } = before.state.seats[seat];
    return heard(room, { type: "event", room: id, seq: room.seq + 1, event: { do: "sat", seat, occupant } });
  };
  assert.deepEqual(past(sat({ ...room, you: null }, 1)), kept, "it stays for those who played it");
  assert.deepEqual(past(sat({ ...room, you: null }, 0)), [null, null, []]);
  const usual = { ...room, state: { ...room.state, settings: before.state.settings } };
  assert.deepEqual(past(sat({ ...usual, you: null }, 0)), kept, "and at other tables");
  const snapshot = (you) => heard(room, { type: "snapshot", room: id, seq: 9, you, state: room.state, match: null });
  assert.equal(snapshot(null).state.previous, previous);
  assert.equal(snapshot(0).state.previous, null);
});

test("lines of chat have the name at the author's seat, or else the last one that the author had", () => {
  const say = (room, from, seat) =>
    heard(room, { type: "notice", room: id, notice: { do: "chat", from, seat, to: "room", text: "hello" } });
  const before = roomAt(5);
  const mei = before.state.seats[1].occupant;
  const zoe = { player: "00000000-0000-4000-8000-000000000000", name: "Zoe", tag: "4671" };
  // Mei writes it on a device that has her former name.
  let room = say(before, { ...mei, name: "Maya" }, 1);
  room = say(room, zoe, null);
  room = say(room, { ...zoe, name: "Zadie" }, null);
  assert.deepEqual(
    room.chat.flatMap((line) => ("from" in line ? [line.from.name] : [])),
    ["Mei", "Zadie", "Zadie"],
  );
  assert.equal(room.state.seats[1].occupant.name, "Mei");
});

test("suggestions of the next game stay as long as snapshots show them", () => {
  const tell = (room, event) => heard(room, { type: "event", room: id, seq: room.seq + 1, event });
  const suggests = ({ state }) => state.seats.map((at) => ("suggests" in at ? at.suggests : undefined));
  const room = roomAt(5);
  const first = tell(tell(room, { do: "suggested", seat: 1, variant: "mahjong" }), {
    do: "suggested",
    seat: 0,
    variant: "xiangqi",
  });
  assert.deepEqual(suggests(first), ["xiangqi", "mahjong", undefined]);
  const withdrawn = tell(first, { do: "suggested", seat: 0, variant: null });
  assert.deepEqual(withdrawn.state.seats[0], room.state.seats[0], "as if it had never been");
  assert.deepEqual(suggests(tell(first, { do: "stood", seat: 1, reason: "stood" })), ["xiangqi", undefined, undefined]);
  const { settings } = room.state;
  assert.deepEqual(suggests(tell(first, { do: "configured", settings })), [undefined, undefined, undefined]);
  const { start } = roomAt(24).match;
  assert.deepEqual(suggests(tell(first, { do: "start", ...start })), [undefined, undefined, undefined]);
});

test("a match is dealt, and what is laid leaves the hand until it is taken back", () => {
  const dealt = frames.find((frame) => frame.event?.do === "dealt").event;
  const before = roomAt(18).match.view;
  assert.equal(before.hand, dealt.hand);
  assert.equal(before.stage, "play");
  assert.deepEqual(before.hand_sizes, [10, 10, 7]);
  assert.deepEqual(before.trick.laid, [false, false, true]);
  const laid = roomAt(19).match.view;
  assert.equal(laid.hand, without(dealt.hand, "ccP"));
  assert.equal(laid.trick.yours, "ccP");
  const back = roomAt(20).match.view;
  assert.equal(back.hand, dealt.hand);
  assert.deepEqual(back.hand_sizes, [10, 10, 7]);
});

test("a finished trick is kept, and its winner leads", () => {
  const { view, commitments } = roomAt(24).match;
  assert.equal(view.tricks.length, 1);
  assert.deepEqual(view.tricks[0].plays, ["cPP", "Ppp", "ppp"]);
  assert.deepEqual(view.captured, [0, 0, 9]);
  assert.equal(view.trick.leader, 2);
  assert.equal(view.trick.type, "single");
  assert.deepEqual(
    commitments.map(({ seat }) => seat),
    [2, 0, 0, 1, 2],
  );
});

test("after the match its last view and its outcome stay", () => {
  const room = roomAt(47);
  assert.equal(room.match, null);
  assert.deepEqual(room.finished.view.outcome.winners, [2]);
  assert.deepEqual(room.state.previous.outcome.beheaded, [0]);
  assert.equal(room.state.phase, "gathering");
});

test("nobody is away between matches, and commitments to entropy end with the start", () => {
  const playing = { ...roomAt(24) };
  const tell = (room, event) => heard(room, { type: "event", room: id, seq: room.seq + 1, event });
  const { match_id } = playing.match.start;
  const away = tell(playing, { do: "away", seat: 1 });
  assert.deepEqual(
    away.state.seats.map((at) => at.away),
    [false, true, false],
  );
  assert.deepEqual(
    tell(away, { do: "abandoned", match_id }).state.seats.map((at) => at.away),
    [false, false, false],
  );
  const opening = tell(roomAt(5), { do: "committed", match_id, entropy_commitments: ["ab", "", ""] });
  assert.deepEqual(opening.state.entropy_commitments, ["ab", "", ""]);
  for (const event of [
    { do: "cancelled", match_id, reason: "left" },
    { do: "closed", reason: "owner" },
  ]) {
    const { state } = tell(opening, event);
    assert.ok(!("entropy_commitments" in state));
    assert.equal(state.next, null);
  }
});

test("a snapshot keeps the match that lies on the table only if it is still the last one, and a lost seat until there is another", () => {
  const room = { ...roomAt(47), you: null, lost: { seat: 0, reason: "idle" } };
  const { state } = room;
  const told = (more, you = null) =>
    heard(room, { type: "snapshot", room: id, seq: 90, you, state: { ...state, ...more }, match: null });
  assert.equal(told({}).finished, room.finished);
  assert.equal(told({ previous: { ...state.previous, match_id: "another" } }).finished, null);
  assert.deepEqual(told({}).lost, room.lost);
  assert.equal(told({}, 1).lost, null);
});

test("a snapshot without the seat that one had says that it is lost, though not why", () => {
  const room = roomAt(47);
  const told = heard(room, { type: "snapshot", room: id, seq: 90, you: null, state: room.state, match: null });
  assert.deepEqual(told.lost, { seat: 0 });
});

test("what was missed is told to the seat that one had, and the seat is lost with the reason", () => {
  const resume = (room, you, ...events) => {
    const { seq } = room;
    const last = seq + events.length;
    return [
      { type: "resumed", room: id, after: seq, you },
      ...events.map((event, i) => ({ type: "event", room: id, seq: seq + i + 1, event })),
      { type: "now", room: id, seq: last, deciding: [] },
    ].reduce((room, message) => heard(room, message, 1_000), room);
  };
  const gone = resume(roomAt(47), null, { do: "stood", seat: 0, reason: "gone" });
  assert.equal(gone.you, null);
  assert.deepEqual(gone.lost, { seat: 0, reason: "gone" });
  const { do: _, ...start } = frames.find((frame) => frame.event?.do === "start").event;
  const played = resume(
    roomAt(6),
    null,
    { do: "start", ...start },
    { do: "abandoned", match_id: start.match_id },
    {
      do: "stood",
      seat: 0,
      reason: "left",
    },
  );
  assert.equal(played.finished.view.you, 0, "the match was one's own");
  assert.deepEqual([played.you, played.lost], [null, null], "somebody who left knows it");
  assert.equal(resume(roomAt(47), 1).you, 1, "the server knows where one sits");
});

test("who played is known as long as the match lies there, by the name that they have now", () => {
  const room = roomAt(47);
  const mei = room.state.seats[1].occupant;
  const events = [
    { do: "stood", seat: 1, reason: "stood" },
    { do: "renamed", ...mei, name: "forgotten" },
  ];
  const after = events.reduce(
    (room, event) => heard(room, { type: "event", room: id, seq: room.seq + 1, event }, 1_000),
    room,
  );
  assert.equal(room.cast[1].name, "Mei");
  assert.equal(after.cast[1].name, "forgotten");
});

test("lines of chat keep their numbers when the first ones are let go", () => {
  const line = { do: "chat", from: { player, name: "Lin", tag: "1" }, seat: 0, to: "room", text: "hello" };
  let room = { ...roomAt(5), chat: [] };
  for (let i = 0; i < 101; i++) room = heard(room, { type: "notice", room: id, notice: line });
  assert.equal(room.chat.length, 100);
  assert.deepEqual([room.chat[0].number, room.chat.at(-1).number], [2, 101]);
});

test("why one is there no more is told apart from why one was not let in again", () => {
  const out = heard(roomAt(5), { type: "left", room: id, reason: "no_spectators" });
  assert.equal(out.left, "left_no_spectators");
});

test("an event that is there already changes nothing, and no value is changed in place", () => {
  const room = roomAt(24);
  const copy = structuredClone(room);
  const again = frames.findLast((frame) => frame.type === "event" && frame.seq === 24);
  assert.equal(heard(room, again, 2_000), room);
  heard(room, { ...again, seq: 25 }, 2_000);
  assert.deepEqual(room, copy);
});

test("time runs from when it was told", () => {
  const { now } = roomAt(18);
  assert.equal(left(90_000, now, 1_000), 90_000);
  assert.equal(left(90_000, now, 91_500), 0);
  assert.equal(left(null, now, 91_500), null);
  assert.equal(sorted("pKcA"), "KAcp");
});

test("in a pause time stands still, and what people agreed to is gone afterwards", () => {
  const room = roomAt(18);
  const after = (room, event) => heard(room, { type: "event", room: id, seq: room.seq + 1, event }, 1_000);
  const agreeing = after(room, { do: "agrees", seat: 1, agrees: true });
  assert.deepEqual(
    agreeing.state.seats.map(({ agrees }) => agrees),
    [undefined, true, undefined],
  );
  assert.deepEqual(after(agreeing, { do: "agrees", seat: 1, agrees: false }).state, room.state);
  const paused = after(agreeing, { do: "paused" });
  assert.deepEqual(paused.state, { ...room.state, paused: true });
  assert.equal(left(90_000, { ...room.now, pause_left_ms: 900_000 }, 91_500), 90_000);
  assert.deepEqual(after(paused, { do: "continued", seat: 0 }).state, room.state);
  const { match_id } = room.match.start;
  for (const before of [agreeing, paused]) {
    const { state } = after(before, { do: "abandoned", match_id, server_seed: "" });
    assert.ok(!("paused" in state) && state.seats.every((at) => !("agrees" in at)));
  }
});

test("digests are those of SHA-256 at every length about a block", () => {
  for (let length = 0; length < 140; length++) {
    const text = "x".repeat(length);
    assert.equal(sha256(text), createHash("sha256").update(text).digest("hex"));
  }
  assert.equal(
    sha256("a", 7, { hex: "ff00" }),
    createHash("sha256")
      .update(Buffer.from([0x61, 7, 0xff, 0]))
      .digest("hex"),
  );
});
