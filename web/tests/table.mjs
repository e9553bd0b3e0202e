// What somebody has begun at a table belongs to one decision: `node --test web/tests/table.mjs`.

import assert from "node:assert/strict";
import test from "node:test";

import "./page.mjs";

// Style sheets are there at once.
document.createElement = () => ({});
document.head = { append: (sheet) => queueMicrotask(() => sheet.onload()) };
globalThis.WebSocket = class {};
globalThis.Element = HTMLElement;
globalThis.navigator ??= { languages: ["en"] };
const { session } = await import("../session.js");
const { Seated } = await import("../views/seated.js");
const { BoardPlay } = await import("../boards/live.js");
const dice = await import("../tiles/dice/live.js");
const paigow = await import("../tiles/paigow/live.js");

const ROOM = "fcfee05f-0a28-4477-9765-22f5a2274c9e";
const WARNED = { do: "play", lead: false, count: 1, generals: "behead", plays: ["K", "p"] };

/** A table at which `room` is looked at. */
function tableOf(room) {
  const dialog = { isOpen: false, showModal: () => (dialog.isOpen = true), close: () => (dialog.isOpen = false) };
  class Table extends Seated {
    dialog = dialog;
    get room() {
      return room();
    }
    querySelector() {
      return dialog;
    }
    onEnd() {}
  }
  return new Table();
}

/** A room with a decision of a match. */
const roomAt = (match_id, turn, decision = WARNED) => ({
  id: ROOM,
  match: { start: { match_id }, view: { variant: "giog", you: 0, hand: "Kp", trick: null } },
  now: { deciding: [], you: { turn, decision, may: [] } },
  state: { settings: {}, seats: [] },
});

test("what was asked about before it is laid is laid in no later decision", async (context) => {
  const sent = context.mock.method(session, "request", async () => ({}));
  let room = roomAt("one", 3);
  const table = tableOf(() => room);
  const ask = () => {
    table.lay("K");
    assert.ok(table.risk);
    return new Promise((go) => queueMicrotask(go));
  };
  for (const later of [roomAt("one", 4), roomAt("another", 3)]) {
    room = roomAt("one", 3);
    await ask();
    table.forgetRisk();
    assert.equal(table.dialog.isOpen, true, "its decision is open");
    room = later;
    table.risked(true);
    assert.equal(sent.mock.callCount(), 0);
    room = roomAt("one", 3);
    await ask();
    room = later;
    table.forgetRisk();
    assert.equal(table.dialog.isOpen, false);
    assert.equal(table.risk, null);
  }
  room = roomAt("one", 3);
  await ask();
  table.risked(true);
  assert.equal(sent.mock.calls[0].arguments[1].pieces, "K");
});

test("stacks that were tapped are ticked in no later decision", () => {
  let room = roomAt("one", 0, { do: "order", stacks: 3 });
  const table = tableOf(() => room);
  table.place(2);
  table.place(0);
  assert.deepEqual(table.order, [2, 0]);
  room = roomAt("another", 0, { do: "order", stacks: 3 });
  assert.deepEqual(table.order, []);
  table.place(1);
  assert.deepEqual(table.order, [1]);
});

test("a piece of the reserve is held until it is put back or down, or is gone, and in no other match", () => {
  const board = (reserve) => `4k4/9/9/9/9/9/9/9/9/4K4[${reserve}] w - - 0 1`;
  const matchOf = (match_id, reserve) => ({
    start: { match_id, seats: 4 },
    view: { variant: "supply-chess", you: 0, options: {}, position: { board: [board(reserve), board("")], turn: [0] } },
  });
  const table = { redraw() {}, board: matchOf("one", "Pc") };
  const play = new BoardPlay(table);
  play.hold("P");
  assert.equal(play.held, "P");
  table.board = matchOf("another", "P");
  assert.equal(play.held, null);
  table.board = matchOf("one", "c");
  assert.equal(play.held, null);
  table.board = matchOf("one", "P");
  assert.equal(play.acts({ key: "Escape" }), true);
  assert.equal(play.held, null);
  assert.equal(play.acts({ key: "Escape", target: null }), false, "it means something else then");
});

/** What plays a game of tiles or dice at a deal of a match, as `at` says; what is laid is in `laid`. */
function playOf({ Play }, at, decision, hint) {
  const laid = [];
  class Asked extends Play {
    get match() {
      return { start: { match_id: at.match } };
    }
    get view() {
      return at;
    }
    get decision() {
      return decision;
    }
    get mayAsk() {
      return true;
    }
    async hint() {
      return hint;
    }
    act(action) {
      laid.push(action);
    }
    redraw() {}
  }
  return [new Asked({ onEnd() {}, redraw() {}, dispatchEvent() {}, asking: false }), laid];
}

test("tiles that are picked go back with Escape, and are picked in no other match", () => {
  const at = { match: "one", deal: 0 };
  const [play] = playOf(paigow, at, { do: "split" });
  play.pick(2);
  assert.deepEqual(play.picked, [2]);
  assert.equal(play.acts({ key: "Escape" }), true);
  assert.deepEqual(play.picked, []);
  play.pick(2);
  at.match = "another";
  assert.deepEqual(play.picked, []);
});

test("Escape takes the last bet off, and bets are put down in no other match", async () => {
  const at = { match: "one", deal: 0, bets: null };
  const bets = [
    { on: "big", points: 5 },
    { on: "small", points: 1 },
  ];
  const [play, laid] = playOf(dice, at, { do: "bet", most: 10 }, { do: "bet", bets });
  const lay = async () => {
    play.acts({ key: "b" });
    await new Promise((go) => setTimeout(go));
    return laid.pop().bets.map(({ on }) => on);
  };
  const suggest = async () => {
    play.acts({ key: "g" });
    await new Promise((go) => setTimeout(go));
  };
  assert.deepEqual(await lay(), []);
  await suggest();
  assert.deepEqual(await lay(), ["big", "small"]);
  assert.equal(play.acts({ key: "Escape" }), true);
  assert.deepEqual(await lay(), ["big"]);
  at.match = "another";
  assert.deepEqual(await lay(), []);
});
