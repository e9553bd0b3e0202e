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
const { Connection } = await import("../connection.js");

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
