// The package against a real server, whose address is in GIOG_TEST_SERVER (http://127.0.0.1:8080), and its program in GIOG_TEST_PROGRAM.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";

import { Table, ask, connect, messages, newKey, send, verify } from "giog-client";

const { GIOG_TEST_SERVER: SERVER, GIOG_TEST_PROGRAM: PROGRAM } = process.env;
const options = SERVER ? { timeout: 300_000 } : { skip: "GIOG_TEST_SERVER names no server" };
const socketUrl = `${SERVER?.replace("http", "ws")}/ws`;
/** After so many turns a match on a board is resigned: who plays the first legal move may play for ever. */
const MOST_TURNS = 3;
/** What keeps a match short, by games. */
const SHORT = { mahjong: { options: { length: "hand", min_faan: 0 }, clock: { kind: "none" }, window_least_ms: 100 } };
const folder = mkdtempSync(path.join(tmpdir(), "giog-js-"));
after(() => rmSync(folder, { recursive: true }));

/** The sockets of this program, so that they can be cut. */
const sockets = [];
if (SERVER)
  globalThis.WebSocket = class extends WebSocket {
    constructor(...of) {
      super(...of);
      sockets.push(this);
    }
  };

/** A room with others on all seats but one: computer players, unless `join` says who else. */
async function roomOf(connection, variant, join = (room) => connection.insist("add_bot", { room })) {
  const settings = { variant, reveal_pause_ms: 0, ...SHORT[variant] };
  const { room } = await connection.insist("create_room", { key: newKey(), settings });
  const told = messages(connection, room);
  await connection.insist("join", { room });
  let seats = 0;
  for await (const message of told) {
    if (message.type !== "snapshot") continue;
    seats = message.state.settings.seats;
    break;
  }
  for (let others = 1; others < seats; others++) await join(room);
  return room;
}

/** People who play the same; they take a seat of a room each. Computer players think for long on boards. */
function people() {
  const all = [];
  const join = async (room) => {
    const connection = connect(socketUrl, { name: "Mei" });
    all.push(connection);
    await connection.greeted();
    const table = new Table(connection, room, plays([]));
    const over = first(table.matches()).catch(() => {});
    while (table.seat === null) await new Promise((go) => connection.addEventListener("message", go, { once: true }));
    return { over };
  };
  return { all, join };
}

/** Checks the record of a match, and that it is what the receipt says. */
async function proven(receipt) {
  const text = await (await send(SERVER, `/matches/${receipt.match_id}/record`)).text();
  const { keys } = await ask(SERVER, "/keys");
  const checks = await verify(text, { receipt, keys: keys.map(({ key }) => key) });
  assert.deepEqual(
    checks.filter(({ result }) => result === "fail"),
    [],
  );
  for (const name of ["record_signature", "seed_commitment", "receipt_entropy", "receipt_commitments"])
    assert.equal(checks.find((check) => check.name === name)?.result, "pass", name);
  const kept = path.join(folder, `${receipt.match_id}.json`);
  writeFileSync(kept, JSON.stringify(receipt));
  const link = `${SERVER}/api/v1/matches/${receipt.match_id}`;
  if (PROGRAM) await promisify(execFile)(PROGRAM, ["verify", link, "--receipt", kept]);
}

const first = async (all) => (await all.next()).value;

/** The default, or any action; boards are left after some turns. */
function plays(turns) {
  return (turn) => {
    turns.push(turn);
    return turn.decision.default || turns.length < MOST_TURNS ? null : { do: "resign" };
  };
}

const described = SERVER ? await ask(SERVER, "/variants") : {};
const games = ["variants", "boards", "tiles"].flatMap((family) =>
  (described[family] ?? []).map(({ id }) => ({ id, isOnBoard: family === "boards" })),
);
for (const { id, isOnBoard } of games)
  test(`a seat plays a match of ${id}, and its receipt fits the record`, options, async () => {
    const connection = connect(socketUrl, { name: "Lin" });
    const turns = [];
    const { all, join } = people();
    // With own entropy, and who sits last begins the match.
    const room = await roomOf(connection, id, isOnBoard ? join : undefined);
    const table = new Table(connection, room, plays(turns));
    const receipt = await first(table.matches());
    for (const one of [connection, ...all]) one.stop();
    assert.equal(receipt.seat, table.seat);
    assert.ok(turns.length > 0);
    for (const turn of turns) assert.deepEqual([turn.game, turn.you, turn.match], [id, table.seat, receipt.match_id]);
    await proven(receipt);
  });

test("a connection that is cut again and again comes back to its match, whose receipt is whole", options, async () => {
  const connection = connect(socketUrl, { name: "Lin" });
  const room = await roomOf(connection, "giog");
  let turns = 0;
  const cut = () => sockets.at(-1).close();
  const table = new Table(connection, room, () => {
    if (turns++ % 2 === 0) cut();
  });
  const before = sockets.length;
  const receipt = await first(table.matches());
  assert.ok(
    turns > 3 && sockets.length >= before + turns / 2,
    `${turns} turns, ${sockets.length - before} connections`,
  );
  assert.equal(receipt.late, undefined);
  connection.stop();
  await proven(receipt);
});

test("short forms say the same as objects", options, async () => {
  const short = connect(socketUrl, { name: "Lin" });
  const { token } = await short.greeted();
  const plain = connect(socketUrl, { token, short: false, batch: false });
  await plain.greeted();
  const room = await roomOf(short, "giog");
  const heard = [];
  const told = [];
  short.on("message", (message) => heard.push(message));
  plain.on("message", (message) => told.push(message));
  await plain.insist("join", { room });
  const isOver = new Promise((go) => plain.on("message", ({ event }) => event?.do === "finished" && go()));
  await first(new Table(short, room, () => null).matches());
  await isOver;
  for (const one of [short, plain]) one.stop();
  const events = (all) => new Map(all.flatMap(({ type, seq, event }) => (type === "event" ? [[seq, event]] : [])));
  const decisions = (all) =>
    new Map(all.flatMap(({ type, you }) => (type === "now" && you?.decision ? [[you.turn, you.decision]] : [])));
  for (const [of, least] of [
    [events, 30],
    [decisions, 2],
  ]) {
    const [mine, others] = [of(heard), of(told)];
    const both = [...mine.keys()].filter((key) => others.has(key));
    assert.ok(both.length > least, `${both.length}`);
    // Long lists of plays are sent on request only, where messages come together.
    const bare = (one) => ({ ...one, plays: null });
    for (const key of both) assert.deepEqual(bare(mine.get(key)), bare(others.get(key)));
  }
});

test("what is refused is told with its code", options, async () => {
  const connection = connect(socketUrl, { name: "Lin" });
  const room = "00000000-0000-4000-8000-000000000000";
  await assert.rejects(connection.join(room), { code: "no_such_room" });
  await assert.rejects(first(new Table(connection, room, () => null).matches()), { code: "no_such_room" });
  connection.stop();
  await assert.rejects(connect(socketUrl, { token: "0".repeat(64) }).greeted(), { code: "bad_token" });
  await assert.rejects(ask(SERVER, `/matches/${room}`), { code: "no_such_match" });
});

test("a program of ten lines plays what the runner plays to it, of all games", options, async () => {
  if (!PROGRAM) return;
  const example = path.join(import.meta.dirname, "../examples/bot.mjs");
  await promisify(execFile)(PROGRAM, ["bot", "check", "--", process.execPath, example]);
});

test("a program says what it is, and everybody may see it", options, async () => {
  const bot = { engine: "rocket", version: "1.2" };
  const connection = connect(socketUrl, { name: "Rocky", bot });
  const { player } = await connection.greeted();
  connection.stop();
  const reply = await fetch(`${SERVER}/api/v1/players/${player}`);
  assert.deepEqual((await reply.json()).declared_bot, bot);
});
