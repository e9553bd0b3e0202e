// The connection reconnects automatically: at once, but not all clients at the same moment; then after longer and longer pauses.

import assert from "node:assert/strict";
import { mock, test } from "node:test";

const sockets = [];
globalThis.WebSocket = class {
  constructor(url) {
    this.url = url;
    sockets.push(this);
  }
  send(text) {
    this.sent = JSON.parse(text);
  }
  close() {
    this.closed = true;
  }
};
globalThis.document = { addEventListener() {}, hidden: false };
globalThis.addEventListener = () => {};
mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
const { Connection } = await import("../src/connection.js");

/** The milliseconds until there is another socket. */
function waited() {
  const before = sockets.length;
  for (let ms = 0; ms < 20_000; ms++) {
    if (sockets.length > before) return ms;
    mock.timers.tick(1);
  }
  return Infinity;
}

const identity = { hello: () => ({}), greeted() {}, refused: () => true };

/** The server answers `hello` on a socket. */
async function greet(socket) {
  socket.onopen();
  socket.onmessage({ data: JSON.stringify({ type: "ok", re: socket.sent.id }) });
  await Promise.resolve()
    .then(() => {})
    .then(() => {});
}

test("after a successful hello the connection reconnects almost at once; further attempts wait longer and longer", async () => {
  new Connection("ws://nowhere", identity).connect();
  const moments = new Set();
  for (const random of [0, 0.25, 0.5, 0.999]) {
    mock.method(Math, "random", () => random);
    await greet(sockets.at(-1));
    sockets.at(-1).onclose({ code: 1012, reason: "come back at once" });
    const wait = waited();
    assert.ok(wait <= 201, `${wait} ms`);
    moments.add(wait);
  }
  assert.equal(moments.size, 4, "not all at the same moment");
  mock.method(Math, "random", () => 0.5);
  const waits = [];
  for (let tries = 0; tries < 6; tries++) {
    sockets.at(-1).onclose({ code: 1006, reason: "" });
    waits.push(waited());
  }
  assert.deepEqual(waits, [400, 800, 1_600, 3_200, 6_400, 10_000]);
});

test("a connection that hangs before the server has greeted is given up, and another one is tried", async () => {
  const connection = new Connection("ws://hangs", identity);
  const mine = () => sockets.filter(({ url }) => url === "ws://hangs");
  connection.connect();
  assert.equal(connection.isLost, false, "nothing was lost yet");
  await greet(mine()[0]);
  mine()[0].onclose({ code: 1006, reason: "" });
  mock.timers.tick(200);
  // It is opened, but not answered; the next one is not even opened.
  mine()[1].onopen();
  for (const tries of [2, 3]) {
    mock.timers.tick(14_999);
    assert.equal(mine().length, tries);
    assert.equal(connection.state, "connecting");
    assert.equal(connection.isLost, true);
    mock.timers.tick(1);
    assert.equal(connection.state, "waiting");
    assert.equal(mine()[tries - 1].closed, true);
    mock.timers.tick(1_000);
    assert.equal(mine().length, tries + 1);
  }
  await greet(mine()[3]);
  mock.timers.tick(60_000);
  assert.equal(connection.state, "open", "whoever was greeted stays");
  assert.equal(connection.isLost, false);
});

test("a banned person is told so for all requests, and gets in when the ban is over", async () => {
  const connection = new Connection("ws://banned", identity);
  const mine = () => sockets.filter(({ url }) => url === "ws://banned");
  connection.connect();
  const wanted = connection.request("quick_play", { key: "k" });
  const [first] = mine();
  first.onopen();
  first.onmessage({ data: JSON.stringify({ type: "error", re: first.sent.id, code: "banned", message: "" }) });
  await assert.rejects(wanted, { code: "banned" });
  await assert.rejects(connection.request("list_rooms", {}), { code: "banned" });
  assert.equal(first.closed, true);
  first.onclose({ code: 1005, reason: "" });
  assert.equal(connection.isLost, true);
  assert.equal(connection.closed?.code, "banned");
  mock.timers.tick(200);
  await greet(mine()[1]);
  assert.equal(connection.state, "open");
  assert.equal(connection.closed, null);
});

const ROOM = "fcfee05f-0a28-4477-9765-22f5a2274c9e";
const tick = async () => {
  for (let turn = 0; turn < 8; turn++) await Promise.resolve();
};

/** A connection whose sockets keep all that was sent, and are answered one after another. */
async function played(url) {
  const connection = new Connection(url, identity);
  const mine = () => sockets.filter((socket) => socket.url === url);
  connection.connect();
  const open = async () => {
    const socket = mine().at(-1);
    socket.all = [];
    socket.send = (text) => socket.all.push((socket.sent = JSON.parse(text)));
    socket.onopen();
    answer(socket, socket.all[0]);
    await tick();
    return socket;
  };
  return { connection, socket: await open(), open };
}
const answer = (socket, { id }, more = {}) =>
  socket.onmessage({ data: JSON.stringify({ type: "ok", re: id, ...more }) });
const tell = (socket, message) => socket.onmessage({ data: JSON.stringify(message) });
/** What was sent over a socket after `hello`, without ids. */
const sent = (socket) => socket.all.slice(1).map(({ id, ...frame }) => frame);
async function cut(socket) {
  socket.onclose({ code: 1006, reason: "" });
  mock.timers.tick(200);
}

test("a room is joined again after the last event, and what was asked meanwhile waits for it", async () => {
  const { connection, socket, open } = await played("ws://again");
  connection.request("join", { room: ROOM, password: "p" });
  answer(socket, socket.sent, { room: ROOM, handle: 0 });
  tell(socket, { type: "snapshot", room: ROOM, seq: 4 });
  tell(socket, {
    type: "news",
    room: 0,
    seq: 6,
    events: [
      ["ready", 0],
      ["ready", 1],
    ],
  });
  connection.request("sit", { room: ROOM }).catch(() => {});
  await cut(socket);
  const elsewhere = connection.request("list_rooms", {});
  const next = await open();
  const join = { type: "join", room: ROOM, password: "p", after: 6 };
  assert.deepEqual(sent(next), [join, { type: "list_rooms" }]);
  answer(next, next.all[2]);
  await elsewhere;
  answer(next, next.all[1], { room: ROOM, handle: 3 });
  await tick();
  assert.deepEqual(sent(next), [join, { type: "list_rooms" }, { type: "sit", room: ROOM }]);
  // The handle is that of the new connection.
  const heard = [];
  connection.on("message", (message) => heard.push(message.seq));
  tell(next, { type: "news", room: 0, seq: 7, events: [["ready", 0]] });
  tell(next, { type: "news", room: 3, seq: 7, events: [["ready", 0]] });
  assert.deepEqual(heard, [7]);
  connection.stop();
});

test("if the connection breaks before the snapshot of a quick-play room, the room is joined over the next connection", async () => {
  const { connection, socket, open } = await played("ws://quick");
  connection.request("quick_play", { key: "k" });
  answer(socket, socket.sent, { room: ROOM, handle: 0 });
  await cut(socket);
  assert.deepEqual(sent(await open()), [{ type: "join", room: ROOM }]);
  connection.stop();
});

test("a room that is too busy to come into is entered as soon as it is not", async () => {
  const { connection, socket } = await played("ws://busy");
  const refused = assert.rejects(connection.join(ROOM), { code: "shutting_down" });
  const refuse = () =>
    tell(socket, { type: "error", re: socket.sent.id, code: "shutting_down", message: "", wait_ms: 7 });
  for (let tries = 1; tries < 3; tries++) {
    assert.equal(socket.all.length, 1 + tries);
    refuse();
    await tick();
    mock.timers.tick(7);
  }
  await refused;
  answer(socket, socket.sent, { room: ROOM });
  await tick();
  mock.timers.tick(60);
  assert.equal(socket.all.length, 4);
  connection.stop();
});

test("a room that one is not let into again is told, and what waited for it is sent", async () => {
  const { connection, socket, open } = await played("ws://out");
  connection.request("join", { room: ROOM });
  answer(socket, socket.sent, { room: ROOM });
  await cut(socket);
  connection.request("chat", { room: ROOM, key: "k", text: "hello" }).catch(() => {});
  const told = [];
  connection.on("out", ({ room, refusal }) => told.push([room, refusal.code]));
  const next = await open();
  tell(next, { type: "error", re: next.sent.id, code: "wrong_password", message: "" });
  await tick();
  assert.deepEqual(told, [[ROOM, "wrong_password"]]);
  assert.equal(next.sent.type, "chat");
  assert.equal(connection.rooms.size, 0);
  await cut(next);
  assert.deepEqual(
    sent(await open()).map(({ type }) => type),
    ["chat"],
  );
  connection.stop();
});

test("a room that was left, or closed, is not joined again", async () => {
  const { connection, socket, open } = await played("ws://left");
  const other = ROOM.replace("f", "e");
  for (const room of [ROOM, other]) {
    connection.request("join", { room });
    answer(socket, socket.sent, { room });
  }
  connection.request("leave", { room: ROOM });
  answer(socket, socket.sent, { room: ROOM });
  tell(socket, { type: "left", room: other, reason: "closed" });
  await cut(socket);
  assert.deepEqual(sent(await open()), []);
  connection.stop();
});

test("a refused person is told so, and a new connection may begin", async () => {
  const connection = new Connection("ws://refused", { ...identity, refused: () => false });
  const mine = () => sockets.filter(({ url }) => url === "ws://refused");
  connection.connect();
  const greeted = assert.rejects(connection.greeted(), { code: "bad_token" });
  mine()[0].onopen();
  tell(mine()[0], { type: "error", re: mine()[0].sent.id, code: "bad_token", message: "" });
  await greeted;
  assert.equal(connection.state, "stopped");
  await assert.rejects(connection.request("list_rooms", {}), { code: "bad_token" });
  connection.connect();
  await greet(mine()[1]);
  assert.equal((await connection.greeted()).type, "ok");
  connection.stop();
});

test("a request is sent again after refusals that pass, and only after these", async () => {
  const { connection, socket } = await played("ws://insists");
  const got = connection.insist("list_rooms", {});
  tell(socket, { type: "error", re: socket.sent.id, code: "rate_limited", message: "", wait_ms: 30 });
  await tick();
  mock.timers.tick(30);
  await tick();
  assert.equal(socket.all.length, 3);
  tell(socket, { type: "error", re: socket.sent.id, code: "bad_cursor", message: "" });
  await assert.rejects(got, { code: "bad_cursor" });
  connection.stop();
});
