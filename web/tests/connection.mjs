// The connection comes back by itself: at once, but not everybody at the same moment; then after longer and longer pauses.

import assert from "node:assert/strict";
import { mock, test } from "node:test";

const sockets = [];
globalThis.WebSocket = class {
  constructor() {
    sockets.push(this);
  }
  send(text) {
    this.sent = JSON.parse(text);
  }
  close() {}
};
globalThis.document = { addEventListener() {}, hidden: false };
globalThis.addEventListener = () => {};
mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
const { Connection } = await import("../connection.js");

/** How many milliseconds pass until there is another socket. */
function waited() {
  const before = sockets.length;
  for (let ms = 0; ms < 20_000; ms++) {
    if (sockets.length > before) return ms;
    mock.timers.tick(1);
  }
  return Infinity;
}

test("whoever was greeted comes back at once, more or less; further tries wait longer and longer", async () => {
  const identity = { hello: () => ({}), greeted() {}, refused: () => true };
  new Connection("ws://nowhere", identity).connect();
  const greet = async (socket) => {
    socket.onopen();
    socket.onmessage({ data: JSON.stringify({ type: "ok", re: socket.sent.id }) });
    await Promise.resolve()
      .then(() => {})
      .then(() => {});
  };
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
