// Choices that a person has begun at a table belong to one decision: `node --test web/tests/table.mjs`.

import assert from "node:assert/strict";
import test from "node:test";

import "./page.mjs";

// Style sheets are loaded at once.
document.createElement = () => ({});
document.head = { append: (sheet) => queueMicrotask(() => sheet.onload()) };
globalThis.WebSocket = class {};
globalThis.Element = HTMLElement;
globalThis.navigator ??= { languages: ["en"] };
const { session } = await import("../session.js");
const { Seated } = await import("../views/seated.js");
const { BoardPlay } = await import("../boards/live.js");
const dice = await import("../tiles/dice/live.js");
const paigow = await import("../games/pai-gow/live.js");
const mahjong = await import("../games/mahjong/live.js");
const { rack } = await import("../games/mahjong/rack.js");
const { Refusal } = await import("../client/refusal.js");
const { clockText, leftText } = await import("../terms.js");
const { t } = await import("../texts.js");
const { keepAwake } = await import("../views/attention.js");
const { HOLD_MS, Reveal } = await import("../views/reveal.js");

const ROOM = "fcfee05f-0a28-4477-9765-22f5a2274c9e";
const WARNED = { do: "play", lead: false, count: 1, generals: "behead", plays: ["K", "p"] };

/** All texts in a description, one after another; texts are not loaded, so there are keys instead. */
const said = (child) =>
  Array.isArray(child) ? child.map(said).join(" ") : child?.children ? said(child.children) : `${child || ""}`;

/** A table that shows `room`. */
function tableOf(room) {
  const dialog = { isOpen: false, showModal: () => (dialog.isOpen = true), close: () => (dialog.isOpen = false) };
  class Table extends Seated {
    dialog = dialog;
    get current() {
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

/** A table that reveals results as views/table.js does; `matches` are the match before the result and after it. */
function revealingTable(matches = []) {
  const reveal = new Reveal({}, () => {});
  return {
    onEnd() {},
    redraw() {},
    dispatchEvent() {},
    asking: false,
    current: null,
    get reveal() {
      return reveal.hidden;
    },
    get holds() {
      return reveal.stage === "held";
    },
    get tiles() {
      return matches[reveal.hidden ? 0 : 1];
    },
    endReveal: () => reveal.end(),
    showAll: () => reveal.show(),
    /** What the table does after an event. */
    hears(play, event, tell = () => {}) {
      const result = play.happened(event);
      const after = { id: ROOM, state: {} };
      if (result) reveal.begin({ before: after, after }, { ...result, told: tell });
    },
  };
}

/** A table of tiles or dice at the deal `at` of a match; the laid hands or bets are in `laid`. */
function playOf({ Play }, at, decision, hint, table = revealingTable()) {
  const laid = [];
  class Asked extends Play {
    get match() {
      return { start: { match_id: at.match }, view: {}, first: at.first ?? at, since: at.since ?? [] };
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
      this.closed();
      laid.push(action);
    }
    redraw() {}
  }
  return [new Asked(table), laid];
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

test("what can be bet on is asked for again where it could not be had", async (context) => {
  const asked = context.mock.method(globalThis, "fetch", async () => {
    throw new TypeError("no network");
  });
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const [play] = playOf(dice, { match: "one", deal: 0, bets: null }, { do: "bet", most: 10 });
  for (const tries of [1, 2]) {
    for (const _ of [1, 2]) {
      play.acts({ key: "b" });
      await new Promise((go) => setImmediate(go));
    }
    assert.equal(asked.mock.callCount(), tries);
    context.mock.timers.tick(5_000);
  }
});

test("a move that is made while a draw is being offered is made in the turn after it", async (context) => {
  const xiangqi = {
    variant: "xiangqi",
    you: 0,
    options: {},
    position: { board: "", turn: [0], moves: 0, offer: null },
  };
  const decision = { do: "choose", must: true, may: [{ do: "move", choices: ["h2e2"] }] };
  const at = (turn) => ({
    ...roomAt("one", turn, decision),
    match: { start: { match_id: "one", seats: 2 }, view: xiangqi },
    state: { settings: {}, seats: [], previous: null },
  });
  let room = at(3);
  const table = tableOf(() => room);
  const play = new BoardPlay(table);
  const answers = [];
  const sent = context.mock.method(session, "request", () => new Promise((go) => answers.push(go)));
  play.do("offer_draw");
  const moved = play.play("h2e2");
  await new Promise((go) => setTimeout(go));
  assert.equal(sent.mock.callCount(), 1);
  room = at(4);
  answers.shift()({});
  await new Promise((go) => setTimeout(go));
  assert.equal(table.asking, true, "the move is on its way");
  answers.shift()({});
  await moved;
  assert.equal(table.asking, false);
  assert.deepEqual(
    sent.mock.calls.map(({ arguments: [, { do: action, turn }] }) => [action, turn]),
    [
      ["offer_draw", 3],
      ["move", 4],
    ],
  );
});

test("a move for which one has days is made when it is confirmed, and not before; another one takes its place", async (context) => {
  const xiangqi = {
    variant: "xiangqi",
    you: 0,
    options: {},
    position: { board: "", turn: [0], moves: 0, offer: null },
  };
  const decision = { do: "choose", must: true, may: [{ do: "move", choices: ["h2e2", "b2e2"] }] };
  const room = {
    ...roomAt("one", 3, decision),
    match: { start: { match_id: "one", seats: 2 }, view: xiangqi },
    state: { settings: { clock: { kind: "days", days: 3 } }, seats: [], previous: null },
  };
  const table = tableOf(() => room);
  const play = new BoardPlay(table);
  const sent = context.mock.method(session, "request", async () => ({}));
  const [first, second] = [play.play("h2e2"), play.play("b2e2")];
  await first;
  assert.equal(play.unsure, "b2e2");
  assert.equal(sent.mock.callCount(), 0);
  play.confirm(true);
  await second;
  assert.equal(play.unsure, null);
  assert.deepEqual(
    sent.mock.calls.map(({ arguments: [, { move }] }) => move),
    ["b2e2"],
  );
  const third = play.play("h2e2");
  assert.equal(play.acts({ key: "Escape", target: null }), true, "Escape drops it");
  await third;
  room.state = { ...room.state, settings: { clock: { kind: "bank", bank_ms: 60_000, increment_ms: 0 } } };
  await play.play("h2e2");
  assert.equal(sent.mock.callCount(), 2, "with minutes nothing is asked");
});

/** A match on a board after an action: the texts about the action and about the table. */
function toldOn(variant, action) {
  const { position } = action;
  const match = { start: { match_id: "one" }, view: { variant, you: 0, options: {}, position }, done: [{ action }] };
  const room = { you: 0, match, now: { deciding: [], you: null }, state: { seats: [], previous: null } };
  const play = new BoardPlay({ room, board: match, redraw() {} });
  return [play.eventTold(room, action), play.reading({ key: "t" })].map((told) => told.includes(t("board.repeated")));
}

test("a position that comes for the second time is told with the move that led to it, and read until the next", () => {
  const position = { board: "4k4/9/9/9/9/9/9/9/9/3K5 w - - 4 3", turn: [0], moves: 4, offer: null };
  const move = { seat: 1, do: "move", move: "g7h9", position };
  const repeated = { ...position, repeated: [0] };
  assert.deepEqual(toldOn("xiangqi", move), [false, false]);
  assert.deepEqual(toldOn("xiangqi", { ...move, position: repeated }), [true, true]);
  assert.deepEqual(toldOn("xiangqi", { seat: 1, do: "offer_draw", position: repeated }), [false, true]);
  // An action on the other board changes nothing on this one.
  const board = ["4k4/9/9/9/9/9/9/9/9/3K5[] w - - 4 3", "4k4/9/9/9/9/9/9/9/9/3K5[] b - - 4 3"];
  const two = { ...repeated, board, turn: [0, 2] };
  assert.deepEqual(toldOn("supply-chess", { ...move, position: two }), [true, true]);
  assert.deepEqual(toldOn("supply-chess", { ...move, seat: 3, position: two }), [false, true]);
});

test("a turn that was taken is told where something else was done in it, and not where it was this", async (context) => {
  const table = tableOf(() => roomAt("one", 3));
  const failed = [];
  table.dispatchEvent = ({ detail }) => failed.push(detail);
  let taken;
  context.mock.method(session, "request", async () => {
    throw new Refusal({ code: "already", message: "taken", taken });
  });
  for (const same of [
    { turn: 3, do: "play", pieces: "Kp" },
    { turn: 3, do: "play", pieces: "pK" },
  ]) {
    taken = same;
    await table.act({ do: "play", pieces: "Kp" });
  }
  assert.deepEqual(failed, []);
  taken = { turn: 3, do: "play", pieces: "KK" };
  await table.act({ do: "play", pieces: "Kp" });
  assert.equal(failed.length, 1);
});

test("after a match a board names who played there, and its help leads to the rules of the game that is agreed on", () => {
  const person = (player) => ({ player, name: player, tag: "1234" });
  const start = { match_id: "one", seats: 2, variant: "xiangqi", players: [{ id: "lin" }, { id: "mei" }] };
  const room = {
    me: "lin",
    you: null,
    match: null,
    finished: { start, view: { variant: "xiangqi", you: 0, position: { notation: [] } }, done: [] },
    cast: [person("lin"), person("mei")],
    state: {
      settings: { variant: "square-chess" },
      seats: [{ seat: 0, occupant: person("zoe") }],
      series: { rows: [] },
      previous: { match_id: "one" },
    },
  };
  const table = { room, board: room.finished, variant: { id: "giog" }, redraw() {} };
  const play = new BoardPlay(table);
  assert.deepEqual(
    play.room.state.seats.map(({ occupant }) => occupant.name),
    ["lin", "mei"],
  );
  assert.equal(play.room.you, 0);
  const tiles = new paigow.Play({ ...table, onEnd() {} });
  assert.equal(tiles.room.state.seats[1].occupant.name, "mei");
  assert.match(JSON.stringify(play.panel("help")), /"\/learn\/square-chess"/);
});

test("while the dice roll, seats, coach, keys and list know nothing of what they bring; acting ends that", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const thrown = {
    do: "dice",
    deal: 0,
    dice: [1, 2, 3],
    bets: [[], []],
    points: [-4, 4],
    banker: null,
    scores: [1, 9],
  };
  const first = {
    ...{ match: "one", variant: "sic-bo", options: { rounds: 3 }, deal: 0, you: 0, banker: null, outcome: null },
    ...{ decided: [], betting: [0, 1], bets: null, scores: [5, 5], last_round: null },
  };
  const at = { ...first, first, since: [thrown], deal: 1, scores: [1, 9], last_round: thrown };
  const matches = [
    { first, since: [], view: {} },
    { first, since: [thrown], view: {} },
  ];
  const table = revealingTable(matches);
  const [play] = playOf(dice, at, { do: "bet", most: 1 }, undefined, table);
  const occupant = { bot: "simple" };
  play.table.room = {
    you: 0,
    match: { since: [] },
    now: { deciding: [] },
    state: { seats: [0, 1].map((seat) => ({ seat, occupant })), previous: null },
  };
  const read = (key) => play.reading({ key });
  const scores = () => play.withShown.scores;
  assert.deepEqual(scores(), [1, 9]);
  table.hears(play, thrown);
  assert.deepEqual(scores(), [5, 5]);
  assert.equal(read("l"), "deals.none");
  assert.deepEqual(play.shownMatch.since, []);
  assert.equal(play.decision.do, "bet", "a decision waits for no reveal");
  context.mock.timers.tick(2_000);
  await new Promise((go) => setImmediate(go));
  assert.deepEqual(scores(), [1, 9]);
  assert.notEqual(read("l"), "deals.none");
  table.hears(play, thrown);
  assert.deepEqual(scores(), [5, 5]);
  play.acts({ key: "b" });
  assert.deepEqual(scores(), [1, 9]);
});

test("a round is told for some time or until a key, and its bets lie until whoever can bet has bet", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const pass = async (ms) => {
    context.mock.timers.tick(ms);
    await new Promise((go) => setImmediate(go));
  };
  const thrown = { do: "dice", dice: [1, 2, 3], bets: [[], null], points: [0, 0], banker: 1 };
  const at = {
    ...{ match: "one", variant: "sic-bo", options: {}, deal: 1, you: 1, banker: 1, outcome: null },
    ...{ decided: [], betting: [0], bets: null, scores: [9, 9], last_round: thrown },
  };
  const match = { first: at, since: [], view: {} };
  const table = revealingTable([match, match]);
  const [play] = playOf(dice, at, null, undefined, table);
  const occupant = { bot: "simple" };
  play.table.room = {
    you: 1,
    match: { since: [] },
    now: { deciding: [] },
    state: { seats: [0, 1].map((seat) => ({ seat, occupant })), previous: null },
  };
  const key = (key) => play.acts({ key, target: null });
  const isTold = () => !said(play.draw()).includes("dice.round.of");
  assert.deepEqual([isTold(), key("Escape")], [false, false]);
  table.hears(play, thrown);
  assert.equal(isTold(), true);
  assert.equal(key("Enter"), true, "the dice lie");
  assert.equal(isTold(), true);
  assert.equal(key("Escape"), true);
  assert.equal(isTold(), false);

  table.hears(play, thrown);
  await pass(2_000);
  assert.equal(isTold(), true);
  await pass(HOLD_MS);
  assert.equal(isTold(), false);

  at.you = play.table.room.you = 0;
  table.hears(play, thrown);
  await pass(2_000);
  await pass(HOLD_MS);
  assert.equal(isTold(), false, "the line goes on with the next round");
  assert.equal(play.isShown(true), true, "it is one's own turn to go on");
  play.closed();
  assert.equal(play.isShown(true), false);

  // After the match the dice lie there, and the line tells who won, as in other games.
  Object.assign(at, { outcome: { winners: [0], scores: [9, 8] }, decided: [] });
  play.table.room.match = null;
  assert.ok(said(play.draw()).includes(t("told.over.you")));
  assert.doesNotMatch(said(play.draw()), /dice\.thrown/);
});

/** A match of mahjong as seat 0 sees it, in a hand with five discards: this of its view, and these events since the server sent that. */
function mahjongPlay(of = {}, since = []) {
  const each = (value) => [value, value, value, value];
  const hand = {
    ...{ round: 0, dealer: 0, turn: 2, pending: null, wall: 70, tiles: "1m", drawn: null },
    ...{ melds: each([]), flowers: each(""), discards: each(""), counts: each(13) },
  };
  const common = { variant: "mahjong", options: {}, you: 0, deal: 0, windows: 5, hand, last_hand: null };
  const view = { ...common, scores: each(0), ...of };
  class Seen extends mahjong.Play {
    get view() {
      return view;
    }
    get match() {
      return { start: { match_id: "one" }, since };
    }
  }
  const state = { settings: {}, seats: [0, 1, 2, 3].map((seat) => ({ seat, occupant: null })), previous: null };
  const room = { you: 0, match: { since }, now: { deciding: [] }, state };
  const play = new Seen({
    room,
    onEnd() {},
    redraw() {},
    get current() {
      return room;
    },
  });
  return { play, room };
}

test("nobody is waited for in a match of mahjong that was abandoned", () => {
  const { play, room } = mahjongPlay();
  const waits = () => JSON.stringify(play.draw()).includes("waits");
  assert.match(said(play.draw()), /mj\.ask\.wait/);
  assert.equal(waits(), true);
  room.match = null;
  assert.doesNotMatch(said(play.draw()), /mj\.ask|mj\.auto/);
  assert.equal(waits(), false);
});

test("the last hand of a match of mahjong is held with what it was worth, however many discards it had", () => {
  const last_hand = { winner: null, points: [0, 0, 0, 0], payments: [0, 0, 0, 0] };
  const over = mahjongPlay({ deal: 1, last_hand }, [{ do: "hand_over" }]);
  assert.match(said(over.play.draw()), /mj\.told\.drawn/);
  // In the fifth window of the next hand it is shown no more.
  assert.doesNotMatch(said(mahjongPlay({ deal: 1, last_hand }, [{ do: "discard" }]).play.draw()), /mj\.told\.drawn/);
});

test("the screen is let go if it is kept on only after nobody wants it any more, and is asked for once", async () => {
  let asked = 0;
  let held = false;
  let answer = () => {};
  const lock = { release: () => (held = false) };
  const request = () => {
    asked++;
    return new Promise((go) => {
      answer = () => {
        held = true;
        go(lock);
      };
    });
  };
  Object.defineProperty(globalThis.navigator, "wakeLock", { configurable: true, value: { request } });
  const late = keepAwake(true);
  keepAwake(true);
  keepAwake(false);
  answer();
  await late;
  assert.deepEqual([asked, held], [1, false]);
  const again = keepAwake(true);
  answer();
  await again;
  keepAwake(true);
  assert.deepEqual([asked, held], [2, true]);
  keepAwake(false);
  assert.equal(held, false);
});

test("a long time is told in days and hours, a short one as a clock shows it", () => {
  assert.deepEqual([5_000, 600_000, 5_400_000, 86_400_000, 176_400_000].map(clockText), [
    "0:05",
    "10:00",
    "1:30:00",
    "1d 0h",
    "2d 1h",
  ]);
});

test("which tile the coach would part with is reckoned once, whatever the hand", () => {
  let reckoned = 0;
  const play = {
    held: ["1m", "2m", "3m"].map((tile) => ({ key: `${tile}0`, tile, drawn: false })),
    at: null,
    chosen: null,
    mayDiscard: true,
    proposes: () => true,
    get proposed() {
      reckoned++;
      return "2m";
    },
  };
  const marked = rack(play).children.map(({ children: [tile] }) => tile.props.class);
  assert.deepEqual(marked, [null, "proposed", null]);
  assert.equal(reckoned, 1);
});

test("it is told who resigned or ran out of time, of a team too", async () => {
  const { endTold } = await import("../boards/words.js");
  const room = { you: 1, state: { seats: [] } };
  const sides = [
    [0, 2],
    [1, 3],
  ];
  const end = (outcome, done = []) => endTold(room, outcome, { done });
  assert.match(end({ end: "resigned", winners: [0], sides: [[0], [1]] }), /You resigned\.$/);
  assert.match(end({ end: "time", winners: [1], sides: [[0], [1]] }), /Seat 1.? ran out of time\.$/);
  const resigned = [{ action: { seat: 3, do: "resign" } }];
  assert.match(end({ end: "resigned", winners: [0, 2], sides }, resigned), /Seat 4.? resigned\.$/);
  assert.match(end({ end: "resigned", winners: [0, 2], sides }), / Resigned\.$/, "nobody has seen who it was");
});

test("the last ten seconds are shown in tenths, and nothing else is", () => {
  const shown = [61_000, 10_000, 9_951, 9_950, 9_900, 850, 1, 0].map(leftText);
  assert.deepEqual(shown, ["1:01", "0:10", "0:10", "0:10", "9.9", "0.9", "0.1", "0:00"]);
});
