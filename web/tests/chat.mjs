// The chat as the page keeps it: which addresses can be pressed, what is said of what happened, and the lines of a snapshot:
// `node --test web/tests/chat.mjs`.

import assert from "node:assert/strict";
import test from "node:test";

import "./page.mjs";

globalThis.WebSocket = class {};
globalThis.Element = HTMLElement;
globalThis.navigator ??= { languages: ["en"] };
const { speak } = await import("../texts.js");
const { linked } = await import("../views/linked.js");
const { happenedTold } = await import("../views/happened.js");
const { keepNewest } = await import("../views/talk.js");
const { heard, newRoom } = await import("../room.js");

await speak("en");

const ID = "28c5a5ad-0000-4000-8000-000000000000";
const person = (player, name) => ({ player, name, tag: "1234" });
const [LIN, MEI] = [person("lin", "Lin"), person("mei", "Guest 2923")];

test("addresses of tables and matches of this server can be pressed, and no others", () => {
  const led = (text) => linked(text).filter((part) => typeof part === "object");
  for (const path of [`/room/${ID}`, `/match/${ID}`, `/match/${ID}/12`, `/match/${ID}/open/3`])
    for (const [before, address, after] of [
      ["", path, ""],
      ["look: ", `http://localhost${path}`, ", it is fine"],
      ["این ", path, "؟"],
    ])
      assert.deepEqual(led(`${before}${address}${after}`), [{ text: address, href: path }]);
  // What a shared link says of its table is left out.
  assert.deepEqual(
    led(`http://localhost/room/${ID}#as=abc`).map(({ href }) => href),
    [`/room/${ID}`],
  );
  for (const text of [
    "http://localhost/#/move/SECRET",
    `http://localhost/room/${ID}#/move/SECRET`,
    `/room/${ID}#/move/SECRET`,
    `https://elsewhere.example/room/${ID}`,
    `//elsewhere.example/room/${ID}`,
    `http://localhost@elsewhere.example/room/${ID}`,
    `http://me@localhost/room/${ID}`,
    `javascript:alert(1)//room/${ID}`,
    "/room/no-id",
    `/change/${ID}`,
    `/api/v1/rooms/${ID}`,
    "/about",
    `/room/${ID}?x=1`,
  ])
    assert.deepEqual(linked(text), [text]);
  assert.deepEqual(linked(`a  b /room/${ID}. c`), ["a  b ", { text: `/room/${ID}`, href: `/room/${ID}` }, ". c"]);
});

/** A table with Lin, who owns it, and Mei, who is a guest without a name. */
function gathered() {
  const at = (occupant, seat) => ({ seat, occupant, ready: false, away: false });
  const settings = {
    variant: "giog",
    seats: 3,
    options: {},
    ceremony: "server",
    clock: { kind: "none" },
    access: "unlisted",
    chat: "free",
    spectators: true,
    take_backs: true,
    stand_in: "bot",
    hints: "auto",
    reveal_pause_ms: 0,
  };
  const state = {
    settings,
    phase: "gathering",
    owner: "lin",
    seats: [LIN, null, null].map(at),
    next: null,
    previous: null,
    series: { matches: 2, rows: [] },
  };
  const chat = [
    { from: LIN, seat: 0, to: "room", text: "one" },
    { from: { ...LIN, name: "Linda" }, seat: 0, to: "room", phrase: "hello" },
  ];
  return heard(newRoom(ID, "lin"), { type: "snapshot", room: ID, seq: 1, you: 0, state, match: null, chat });
}
const after = (room, event) => heard(room, { type: "event", room: ID, seq: room.seq + 1, event });
const said = (room) => room.chat.flatMap((line) => ("happened" in line ? [happenedTold(room, line)] : []));

test("that everybody stands up after a rated match is no line of its own", () => {
  const happened = { do: "stood", who: MEI, reason: "match_over" };
  assert.equal(happenedTold(gathered(), { happened }), null);
  assert.match(happenedTold(gathered(), { happened: { ...happened, reason: "not_ready" } }), /lost their seat/);
});

test("the lines of the first snapshot are there, with the names of now; a later snapshot takes away none", () => {
  const room = gathered();
  assert.deepEqual(
    room.chat.map(({ number, from, text, phrase }) => [number, from.name, text ?? phrase]),
    [
      [1, "Lin", "one"],
      [2, "Lin", "hello"],
    ],
  );
  const again = heard(room, { type: "snapshot", room: ID, seq: 2, you: 0, state: room.state, match: null });
  assert.deepEqual(again.chat, room.chat);
});

test("lines say who came by the name that they have now, who left and is back, and what the owner did", () => {
  let room = after(gathered(), { do: "sat", seat: 1, occupant: MEI });
  assert.deepEqual(said(room), ["Guest 2923 sits down."]);
  room = after(room, { do: "renamed", ...MEI, name: "Mei" });
  assert.deepEqual(said(room), ["Mei sits down."]);
  room = after(room, { do: "away", seat: 1 });
  room = after(room, { do: "back", seat: 1 });
  room = after(room, { do: "sat", seat: 2, occupant: { bot: "usual" } });
  room = after(room, {
    do: "configured",
    settings: { ...room.state.settings, access: "public", reveal_pause_ms: 1_000 },
  });
  room = after(room, { do: "configured", settings: { ...room.state.settings } });
  room = after(room, { do: "series", matches: 3, rows: [] });
  room = after(room, { do: "series", matches: 0, rows: [] });
  room = after(room, { do: "owner", owner: "mei" });
  room = after(room, { do: "owner", owner: null });
  room = after(room, { do: "stood", seat: 1, reason: "gone" });
  room = after(room, { do: "stood", seat: 0, reason: "left" });
  const [, away, back, changed, other, ...rest] = said(room);
  assert.match(away, /^Mei is away/);
  assert.equal(back, "Mei is back.");
  assert.match(changed, /^The table was changed: .*: .* and .*: /);
  assert.equal(other, "The table’s settings were changed.");
  assert.deepEqual(rest, [
    "The scores begin anew.",
    "Mei owns the table now.",
    "Mei was disconnected for too long and lost their seat.",
    "You left the table.",
  ]);
});

test("the newest line is in view unless one reads above it", () => {
  const lines = { scrollHeight: 500, scrollTop: 0, clientHeight: 100 };
  const view = { querySelector: () => lines };
  keepNewest(view);
  assert.equal(lines.scrollTop, 500);
});

test("after a reload a line says what was changed as it did before; of an older server, that something was", () => {
  const before = gathered();
  const { state } = before;
  const settings = { ...state.settings, seats: 4, access: "public" };
  const now = after(before, { do: "configured", settings });
  const [told] = said(now);
  assert.match(told, /4/);
  const again = (happened) =>
    said(heard(newRoom(ID, "lin"), { type: "snapshot", seq: 9, you: 0, state, match: null, happened: [happened] }));
  assert.deepEqual(again({ after: 0, do: "configured", before: state.settings, settings }), [told]);
  assert.deepEqual(again({ after: 0, do: "configured" }), ["The table’s settings were changed."]);
});

test("after a reload the lines say what happened where it happened, by the names that people have now", () => {
  const { state } = gathered();
  const said = (from, text) => ({ from, seat: 0, to: "room", text });
  const room = heard(newRoom(ID, "lin"), {
    type: "snapshot",
    seq: 9,
    you: 0,
    state,
    match: null,
    chat: [said(LIN, "hello"), said(MEI, "hi")],
    happened: [
      { after: 0, do: "sat", who: person("lin", "Old") },
      { after: 1, do: "configured" },
      { after: 2, do: "stood", who: person("zoe", "Zoe"), reason: "left" },
      { after: 2, do: "series" },
    ],
  });
  const lines = room.chat.map((line) => ("happened" in line ? happenedTold(room, line) : line.text));
  const [sat, hello, configured, hi, stood, series] = lines;
  assert.deepEqual([hello, hi, lines.length], ["hello", "hi", 6]);
  assert.equal(sat, happenedTold(room, { happened: { do: "sat", who: LIN } }));
  assert.match(stood, /Zoe/);
  for (const told of [configured, series]) assert.ok(told.length > 0);
  assert.deepEqual(
    room.chat.map(({ number }) => number),
    [1, 2, 3, 4, 5, 6],
  );
});
