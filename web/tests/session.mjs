// The requests that the page's session sends by itself: `node --test web/tests/session.mjs`.

import assert from "node:assert/strict";
import test from "node:test";

import "./page.mjs";

globalThis.WebSocket = class {};
const { receipts } = await import("../receipts.js");
const { Refusal } = await import("../client/refusal.js");
const { TOKEN } = await import("../rest.js");
const { session } = await import("../session.js");
const { settings } = await import("../settings.js");
const { keep, kept } = await import("../storage.js");

const ROOM = "fcfee05f-0a28-4477-9765-22f5a2274c9e";
const OTHERS = ["1", "2", "3"].map((digit) => ROOM.replace("f", digit));
const next = { match_id: "28c5a5ad-0000-4000-8000-000000000000", seed_commitment: "d2" };

test("entropy is not opened for a snapshot that has no commitments, and is for one that has", (context) => {
  const sent = context.mock.method(session, "request", async () => ({}));
  const { entropy_commitment } = receipts.prepare(next, 0);
  receipts.acknowledge(next.match_id, true);
  const { entropy } = receipts.receipt(next.match_id);
  const told = (more) => {
    const state = { phase: "opening", next, seats: [], ...more };
    const detail = { type: "snapshot", room: ROOM, seq: 8, you: 0, state, match: null };
    session.connection.dispatchEvent(new CustomEvent("message", { detail }));
    return sent.mock.calls.map(({ arguments: [type, fields] }) => [type, fields]);
  };
  assert.deepEqual(told({}), []);
  const { match_id } = next;
  assert.deepEqual(told({ entropy_commitments: [entropy_commitment, ""] }), [
    ["open_entropy", { room: ROOM, match_id, entropy }],
  ]);
});

/** The server sends a message. */
function tell(detail) {
  session.connection.dispatchEvent(new CustomEvent("message", { detail }));
}

/** The server sends a snapshot of a room. */
function snapshot(room, more = {}) {
  const state = { phase: "gathering", next: null, seats: [], ...more.state };
  tell({ type: "snapshot", room, seq: 1, you: null, match: null, ...more, state });
}

/** A person after `hello`, in no room; requests are answered by `answer`. Returns the sent requests. */
function begin(context, answer = () => ({})) {
  session.rooms.clear();
  session.me = { player: "me", rooms: [], limits: { rooms_per_connection: 2 } };
  session.connection.state = "open";
  const sent = context.mock.method(session.connection, "request", async (type, fields) => answer(type, fields));
  return () =>
    sent.mock.calls.map(({ arguments: [type, { room, seat }] }) =>
      [type, room, seat].filter((one) => one !== undefined),
    );
}

/** More timer ticks than any task without waiting takes. */
const TURNS = 20;

/** Runs all tasks that do not wait. */
async function settled() {
  for (let turn = 0; turn < TURNS; turn++) await new Promise((go) => setTimeout(go));
}

const refuse = (code) => {
  throw new Refusal({ code, message: "", wait_ms: 0 });
};

test("joining a room completes when its snapshot has arrived", async (context) => {
  begin(context);
  let entered = false;
  session.enter(ROOM).then(() => (entered = true));
  await settled();
  assert.equal(entered, false);
  snapshot(ROOM);
  await settled();
  assert.equal(entered, true);
});

test("rooms that were only looked at are left, the oldest first, before a connection is in too many", async (context) => {
  const sent = begin(context);
  const enter = async (room, you = null) => {
    const entered = session.enter(room);
    await settled();
    snapshot(room, { you });
    await entered;
  };
  const [first, second, third] = OTHERS;
  await enter(ROOM, 0);
  await enter(first);
  await enter(second);
  assert.deepEqual(sent(), [
    ["join", ROOM],
    ["join", first],
    ["leave", first],
    ["join", second],
  ]);
  session.me.limits.rooms_per_connection = 3;
  await enter(first);
  await enter(second);
  await enter(third);
  assert.deepEqual(
    sent().slice(4),
    [
      ["join", first],
      ["leave", first],
      ["join", third],
    ],
    "the second was looked at last",
  );
  assert.deepEqual([...session.rooms.keys()], [ROOM, second, third]);
});

test("a refused join leaves no room", async (context) => {
  let refused = "banned_from_room";
  const sent = begin(context, (type) => type === "join" && refused && refuse(refused));
  for (const room of OTHERS) await assert.rejects(session.enter(room), { code: "banned_from_room" });
  assert.equal(session.rooms.get(OTHERS[0]).left, "banned_from_room");
  refused = "";
  for (const room of [ROOM, OTHERS[0]]) {
    session.enter(room);
    await settled();
    snapshot(room);
  }
  assert.deepEqual(
    sent().filter(([type]) => type === "leave"),
    [],
  );
});

test("a refused rejoin shows the reason, and asks for the password again", async (context) => {
  begin(context);
  session.rooms.set(ROOM, { id: ROOM, seq: 4, you: 0, state: { phase: "gathering" }, left: null });
  const refusal = new Refusal({ code: "wrong_password", message: "" });
  session.connection.dispatchEvent(new CustomEvent("out", { detail: { room: ROOM, refusal } }));
  await settled();
  assert.equal(session.rooms.get(ROOM).left, "wrong_password");
  assert.deepEqual(session.seated, [ROOM], "the seat is not gone with it");
});

test("a lobby that nobody looks at any more while there is no connection is not given up on the next one", async (context) => {
  const sent = begin(context, () => ({ rooms: [], more: false }));
  const end = session.watchLobby();
  session.connection.state = "waiting";
  end();
  const endAgain = session.watchLobby();
  session.connection.state = "open";
  session.connection.dispatchEvent(new Event("greeted"));
  await settled();
  assert.deepEqual(sent(), [["watch_lobby"], ["watch_lobby"]]);
  assert.equal(session.lobby.size, 0);
  endAgain();
  assert.deepEqual(sent().at(-1), ["unwatch_lobby"]);
});

test("a lobby that is refused for a moment is asked for again", async (context) => {
  let tries = 0;
  begin(context, (type) =>
    type === "watch_lobby" && ++tries === 1 ? refuse("rate_limited") : { rooms: [], more: false },
  );
  const end = session.watchLobby();
  await settled();
  assert.equal(tries, 2);
  assert.equal(session.lobby.size, 0);
  end();
});

test("a lobby whose changes have ended is asked for again after the time that was told", async (context) => {
  const sent = begin(context, () => ({ rooms: [], more: false }));
  const end = session.watchLobby();
  await settled();
  tell({ type: "lobby", rooms: [], gone: [], wait_ms: 0 });
  await settled();
  assert.deepEqual(sent(), [["watch_lobby"], ["watch_lobby"]]);
  end();
});

test("the lobby goes on after its first page", async (context) => {
  const page = (cursor) =>
    cursor ? { rooms: [{ room: "b" }], more: false, next: null } : { rooms: [{ room: "a" }], more: true, next: "n" };
  const asked = [];
  begin(context, (type, { cursor } = {}) => {
    asked.push([type, cursor]);
    return page(cursor);
  });
  const end = session.watchLobby();
  await settled();
  assert.equal(session.lobbyHasMore, true);
  await session.moreOfLobby();
  assert.deepEqual([...session.lobby.keys()], ["a", "b"]);
  assert.equal(session.lobbyHasMore, false);
  await session.moreOfLobby();
  assert.deepEqual(asked, [
    ["watch_lobby", undefined],
    ["list_rooms", "n"],
  ]);
  end();
});

test("bots are put on named seats, so that sending it again adds no other", async (context) => {
  const sent = begin(context);
  const seats = [
    { seat: 0, occupant: { player: "me" } },
    { seat: 1, occupant: null },
    { seat: 2, occupant: null },
  ];
  snapshot(ROOM, { you: 0, state: { seats } });
  await session.addBots(ROOM, 1);
  assert.deepEqual(sent(), [["add_bot", ROOM, 1]]);
  await session.addBots(ROOM, 3);
  assert.deepEqual(sent().slice(1), [
    ["add_bot", ROOM, 1],
    ["add_bot", ROOM, 2],
  ]);
});

test("messages that this page does not know lead into no room", async (context) => {
  const sent = begin(context);
  for (const more of [{}, { room: ROOM }]) tell({ type: "invitation", ...more });
  session.connection.dispatchEvent(new Event("greeted"));
  await settled();
  assert.deepEqual([...session.rooms.keys()], []);
  assert.deepEqual(sent(), []);
});

test("a muted person has their new name, and a name changed on another device is used by a new connection", (context) => {
  begin(context);
  document.documentElement.classList = { toggle() {} };
  const renewed = context.mock.method(session.connection, "renew", () => {});
  session.me.name = "Lin";
  settings.set("muted", [{ player: "mei", name: "Mei" }]);
  snapshot(ROOM, { state: { series: { matches: 0, rows: [] } } });
  const rename = (seq, player, name) =>
    tell({ type: "event", room: ROOM, seq, event: { do: "renamed", player, name, tag: "1234" } });
  rename(2, "mei", "Maya");
  assert.deepEqual(settings.get("muted"), [{ player: "mei", name: "Maya" }]);
  rename(3, "me", "Lin");
  assert.equal(renewed.mock.callCount(), 0);
  rename(4, "me", "Devi");
  assert.equal(renewed.mock.callCount(), 1);
  // The repeated message is recognized.
  rename(4, "me", "Devi");
  assert.equal(renewed.mock.callCount(), 1);
  settings.set("muted", []);
});

test("a new name that comes with the greeting is used everywhere, and lists with the former one are not", async (context) => {
  begin(context);
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { WebSocket } = globalThis;
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
  const greet = async (name) => {
    session.connection.connect();
    const socket = sockets.at(-1);
    socket.onopen();
    const greeting = { type: "ok", re: socket.sent.id, player: "me", name, rooms: [], limits: {} };
    socket.onmessage({ data: JSON.stringify(greeting) });
    await new Promise((go) => setImmediate(go));
  };
  let renamed = 0;
  session.addEventListener("renamed", () => renamed++);
  session.me.name = "Lin";
  snapshot(ROOM, { state: { series: { matches: 0, rows: [] } } });
  const from = { player: "me", name: "Lin", tag: "1234" };
  tell({ type: "notice", room: ROOM, notice: { do: "chat", from, seat: null, to: "room", text: "hello" } });
  const list = "giog.answer./matches?limit=12";
  keep(list, "{}");
  const names = () => [session.me.name, kept("giog.name"), session.rooms.get(ROOM).chat[0].from.name];
  await greet("Lin");
  assert.deepEqual(names(), ["Lin", "Lin", "Lin"]);
  assert.deepEqual([renamed, kept(list)], [0, "{}"]);
  await greet("Devi");
  assert.deepEqual(names(), ["Devi", "Devi", "Devi"]);
  assert.deepEqual([renamed, kept(list)], [1, null]);
  globalThis.WebSocket = WebSocket;
});

test("who this browser was is kept to go back to, but no token that one's own code has ended", async (context) => {
  begin(context);
  document.documentElement.classList = { toggle() {} };
  context.mock.method(session.connection, "renew", () => session.connection.dispatchEvent(new Event("greeted")));
  keep(TOKEN, "first");
  await session.become({ player: "me", token: "second", name: "Lin" });
  assert.equal(session.former, null);
  session.me = { player: "me", rooms: [], limits: {} };
  await session.become({ player: "other", token: "third", name: "Mei" });
  assert.deepEqual(session.former, { token: "second", name: "Lin" });
});
