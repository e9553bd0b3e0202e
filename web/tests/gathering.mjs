// What a table shows after a match about its players: `node --test web/tests/gathering.mjs`.

import assert from "node:assert/strict";
import test from "node:test";

import "./page.mjs";

document.createElement = () => ({});
document.head = { append: (sheet) => queueMicrotask(() => sheet.onload()) };

globalThis.WebSocket = class {};
globalThis.Element = HTMLElement;
globalThis.navigator ??= { languages: ["en"] };
const { speak } = await import("../texts.js");
const {
  companies,
  gathering,
  levels: ofBots,
  lostSeat,
  onward,
  rateds,
  results,
  suggests,
} = await import("../views/gathering.js");
await Promise.all([results.load(), suggests.load(), ofBots.load(), companies.load(), rateds.load()]);
const { evenings, series } = await import("../views/series.js");
const { roomPlayed } = await import("../views/played.js");
const { playersOf } = await import("../views/players.js");
const { talk } = await import("../views/talk.js");
const { personMenu } = await import("../views/people.js");
const { session } = await import("../session.js");

await speak("en");
await evenings.load();

const MATCH = "28c5a5ad-0000-4000-8000-000000000000";
const person = (player, name) => ({ player, name, tag: "1234" });
const [LIN, MEI, ZOE] = [person("lin", "Lin"), person("mei", "Mei"), person("zoe", "Zoe")];
/** Games as the server describes them, with the sizes of hands for each number of players. */
const gameOf = (id, ...hand_sizes) => ({ id, name: id, min_players: 2, hand_sizes, kinds: [], plays: new Map() });
const GAMES = [gameOf("giog", 10, 10), gameOf("ju-ma-pao", 20, 20)];

/** All texts in a description, one after another. */
const said = (child) =>
  Array.isArray(child)
    ? child.map(said).join("")
    : typeof child === "object"
      ? said(child?.children ?? [])
      : `${child}`;

/** A table after a match of giog between Lin and Mei, who won: Mei has left, and Zoe has her seat. */
function tableAfter({ settings = {}, ...more } = {}) {
  const seatOf = (occupant, seat) => ({ seat, occupant, ready: false, away: false });
  const outcome = { captured: [8, 12], beheaded: [], scores: [-2, 2], winners: [1] };
  const room = {
    id: MATCH,
    me: "lin",
    you: 0,
    match: null,
    finished: {
      start: { match_id: MATCH, variant: "giog", players: [{ id: "lin" }, { id: "mei" }] },
      view: { tricks: [], options: {} },
    },
    cast: [LIN, MEI],
    now: null,
    present: { connected: [0], spectators: 0 },
    chat: [],
    state: {
      phase: "gathering",
      owner: null,
      settings: { variant: "giog", seats: 2, options: {}, clock: { kind: "none" }, chat: "off", ...settings },
      seats: [LIN, ZOE].map(seatOf),
      series: { matches: 0, rows: [] },
      next: null,
      previous: { match_id: MATCH, outcome },
    },
    ...more,
  };
  return { room, games: GAMES, levels: [], variant: GAMES[0], panel: null, redraw() {} };
}

test("who won is named after they have left, by the name that they had", () => {
  const told = said(gathering(tableAfter()));
  assert.match(told, /Mei wins/);
  assert.doesNotMatch(told, /Zoe wins|\?/);
  const { state, you, present } = roomPlayed(tableAfter());
  assert.deepEqual([state.seats[1].occupant, you, present], [MEI, 0, null]);
});

test("who played is asked again where it could not be had", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const asked = context.mock.method(globalThis, "fetch", async () => {
    throw new TypeError("no network");
  });
  const table = tableAfter({ finished: null });
  table.room.state.previous.match_id = MATCH.replace("2", "4");
  const look = async () => {
    roomPlayed(table);
    await new Promise((go) => setImmediate(go));
  };
  await look();
  await look();
  assert.equal(asked.mock.callCount(), 1);
  context.mock.timers.tick(5_000);
  await look();
  assert.equal(asked.mock.callCount(), 2);
});

test("who is forgotten is told as that", () => {
  assert.match(said(gathering(tableAfter({ cast: [LIN, null] }))), /deleted player wins/);
  const players = [{ seat: 0, won: false, score: null, player: "mei", tag: "1234" }];
  assert.equal(said(playersOf({ variant: "giog", players })), "deleted player");
});

test("a declared bot is told as one, with its engine, and bots are offered only where they may sit", () => {
  const declared_bot = { engine: "rocket", version: "1.2" };
  const rocky = { ...person("rocky", "Rocky"), declared_bot };
  const table = tableAfter({ settings: { bots: "none" } });
  const { state } = table.room;
  state.owner = "lin";
  state.seats[1].occupant = rocky;
  const told = said(gathering(table));
  assert.match(told, /Bot Rocky.*rocket 1\.2/);
  assert.doesNotMatch(told, /Bot Lin/);
  const players = [{ seat: 0, won: false, score: null, player: "rocky", name: "Rocky", tag: "1234", declared_bot }];
  assert.equal(said(playersOf({ variant: "giog", players })), "Bot Rocky");
  state.seats[1].occupant = null;
  const offers = /Fill with bots|Add a bot/i;
  assert.doesNotMatch(said(gathering(table)), offers);
  state.settings.bots = "house";
  assert.match(said(gathering(table)), offers);
});

test("scores are explained by the match that they are of, whatever is agreed on for the next one", () => {
  assert.match(said(gathering(tableAfter())), /\b10\b/);
  const table = tableAfter({ settings: { variant: "ju-ma-pao", seats: 3 } });
  table.variant = GAMES[1];
  assert.match(said(gathering(table)), /\b10\b/, "the share of two players of giog");
  table.games = [];
  assert.doesNotMatch(said(gathering(table)), /\b10\b|\b20\b/, "of an unknown game nothing is said");
});

test("of Sang krip scores are less what everybody was dealt, and only Dǎ qí luò 2 pays for a general", () => {
  const scoring = (variant) => {
    const table = tableAfter();
    table.games = [gameOf(variant, 8, 8)];
    table.room.finished.start.variant = variant;
    table.room.state.previous.outcome = { captured: [4, 12], beheaded: [], scores: [-6, 6], winners: [1] };
    return said(gathering(table));
  };
  assert.match(scoring("sang-krip"), /minus 8 for everyone\./);
  assert.doesNotMatch(scoring("sang-krip"), /general/);
  assert.match(scoring("da-qi-luo-2"), /minus 8 for everyone\. Mei wins the last trick with a general/);
});

test("pieces of tied tricks lie with those of the next one, and with nobody's after the last", () => {
  const table = tableAfter();
  const trick = (winner, ...plays) => ({ winner, plays });
  const tricks = [trick(null, "R", "R"), trick(null, "H", "H"), trick(1, "C", "E"), trick(0, "A", "p")];
  table.room.finished.view = { tricks: [...tricks, trick(null, "P", "P")], options: {} };
  const caught = (child) =>
    Array.isArray(child)
      ? child.flatMap(caught)
      : child?.props?.class === "caught"
        ? [child.children.flat().map(({ props }) => props.code)]
        : caught(child?.children ?? []);
  assert.deepEqual(
    caught(gathering(table)).map((codes) => codes.join("")),
    ["RRHHCE", "Ap"],
    "the winner is first",
  );
});

test("everybody sees the places and points of a match of dice, whoever followed it and whoever comes later", (context) => {
  context.mock.method(globalThis, "fetch", () => new Promise(() => {}));
  const match_id = MATCH.replace("2", "3");
  const result = { end: "rounds", winners: [1], scores: [88, 112], gains: [-12, 12], sides: [[0], [1]] };
  const told = (finished) => {
    const table = tableAfter({ settings: { variant: "sic-bo" }, finished });
    table.room.state.previous = { match_id, outcome: null, result };
    return said(gathering(table));
  };
  const view = { tricks: [], outcome: result };
  const players = [{ id: "lin" }, { id: "zoe" }];
  for (const finished of [null, { start: { match_id, variant: "sic-bo", players }, view, since: [] }])
    assert.match(told(finished), /Zoe wins.*PlacePlayerScore1Zoe1122Lin88/);
});

test("what a beheaded player captured is struck through and counts nothing, and the reason is said", () => {
  const table = tableAfter();
  const trick = { trick: 4, winner: 0, plays: ["Kp", "rr"], beheaded: [0] };
  table.room.finished.view = { tricks: [trick], options: { beheading: "forfeit" } };
  table.room.state.previous.outcome = { captured: [12, 8], beheaded: [0], scores: null, winners: [1] };
  const all = gathering(table);
  assert.match(said(all), /1Mei8.*82LinBeheaded: red general in trick 512.*0Whoever captured most pieces wins/);
  const struck = (child) =>
    Array.isArray(child)
      ? child.some(struck)
      : child?.tag === "s"
        ? said(child) === "12"
        : struck(child?.children ?? []);
  assert.ok(struck(all));
});

test("whoever shares a win is told so", () => {
  const table = tableAfter();
  table.room.state.previous.outcome = { captured: [10, 10], beheaded: [], scores: null, winners: [0, 1] };
  assert.match(said(gathering(table)), /You share the win with .?Mei.?\./);
});

test("a seat that was lost while nobody was told why can be taken again", () => {
  const table = tableAfter({ you: null, lost: { seat: 1 } });
  table.room.state.seats[1].occupant = null;
  assert.equal(said(lostSeat(table)), "You lost your seat. Sit down again");
});

test("a day until the match begins is said as that", () => {
  const now = { at: performance.now(), seq: 1, deciding: [], start_left_ms: 172_800_000 };
  assert.match(said(gathering(tableAfter({ now }))), /Get ready: (2d 0h|1d 23h) left/);
});

test("a line of chat is the same element when older ones are let go", () => {
  const line = (number) => ({ number, from: ZOE, seat: 1, to: "room", text: `${number}` });
  const keys = (chat) => {
    const { room } = tableAfter({ settings: { chat: "free" }, chat });
    const [lines] = talk({ room }).children;
    return lines.children.map(({ props }) => props.key);
  };
  assert.deepEqual(keys([line(1), line(2)]), [1, 2]);
  assert.deepEqual(keys([line(2), line(3)]), [2, 3]);
});

test("a removed person is shown with the usual texts", async (context) => {
  context.mock.method(session, "request", async () => ({}));
  const { room } = tableAfter();
  const told = [];
  const asked = [];
  document.createElement = () => ({ querySelector: () => null });
  document.body = { append: (question) => asked.push(question) };
  const owner = { room: { ...room, state: { ...room.state, owner: "lin" } }, tell: (text) => told.push(text) };
  const menu = personMenu(owner, { player: "zoe", name: "forgotten" }, { where: "here" });
  const buttons = (child) => (child.tag === "button" ? [child] : (child.children ?? []).flatMap(buttons));
  for (const { props } of buttons(menu).slice(-2)) props.onclick({ currentTarget: { closest: () => null } });
  assert.equal(told.length, 0, "the owner is asked first");
  for (const { act, text } of asked) {
    assert.match(text, /deleted player/);
    act();
  }
  await new Promise((go) => setTimeout(go));
  assert.equal(told.length, 2);
  for (const text of told) assert.match(text, /deleted player/);
});

/** A table before a match of Lin, who owns it, Mei and Zoe. */
function tableBefore(changes, { you = 0, owner = "lin", ...more } = {}) {
  const seats = [LIN, MEI, ZOE].map((occupant, seat) => ({
    seat,
    occupant,
    ready: false,
    away: false,
    ...changes[seat],
  }));
  const table = tableAfter({ you, present: { connected: [0, 1, 2], spectators: 0 }, ...more });
  const state = { ...table.room.state, owner, seats, previous: null };
  return { ...table, room: { ...table.room, me: seats[you]?.occupant.player, state } };
}

test("a table says how many are ready and who it waits for", () => {
  const told = (changes, more) => said(gathering(tableBefore(changes, more)));
  assert.doesNotMatch(told([{}, {}, {}]), /of 3 ready/, "nobody waits yet");
  assert.match(told([{ ready: true }, {}, { ready: true }]), /2 of 3 ready, waiting for Mei\./);
  assert.match(told([{ ready: true }, {}, {}]), /1 of 3 ready, waiting for Mei and Zoe\./);
  assert.match(told([{}, { ready: true }, { ready: true }]), /2 of 3 ready, waiting for you\./);
  assert.doesNotMatch(told([{ ready: true }, { ready: true }, { ready: true }]), /of 3 ready/);
});

/** How many buttons say this. */
const buttons = (child, text) =>
  Array.isArray(child)
    ? child.reduce((sum, one) => sum + buttons(one, text), 0)
    : (child?.tag === "button" && said(child) === text ? 1 : 0) + (child?.children ? buttons(child.children, text) : 0);

test("whoever is there and not ready can be reminded, by people at the table", () => {
  const nudges = (changes, more) => buttons(gathering(tableBefore(changes, more)), "Nudge");
  assert.equal(nudges([{ ready: true }, {}, {}]), 2);
  assert.equal(nudges([{}, { ready: true }, {}]), 1);
  assert.equal(nudges([{}, {}, {}], { present: { connected: [0, 1], spectators: 0 } }), 1, "Zoe is not there");
  assert.equal(nudges([{}, {}, {}], { you: null }), 0, "a spectator");
});

test("a suggested game is told to all, and the owner can take it", () => {
  const suggests = [{}, { suggests: "mahjong" }, {}];
  const take = "Change to Mahjong";
  assert.equal(buttons(gathering(tableBefore(suggests)), take), 1);
  const others = gathering(tableBefore(suggests, { you: 2 }));
  assert.equal(buttons(others, take), 0);
  assert.match(said(others), /Suggests Mahjong/);
  assert.match(said(others), /Suggest the next game/);
  assert.doesNotMatch(said(gathering(tableBefore(suggests))), /Suggest the next game/, "the owner chooses");
});

test("the results of an evening are told by game, with wins and places", () => {
  const row = (occupant, won, ...places) => ({ occupant, seat: null, played: 2, won, shared: 0, places });
  const evening = [
    { variant: "giog", matches: 2, rows: [row(LIN, 2, 2), row(MEI, 0, 0, 2)] },
    { variant: "mahjong", matches: 1, rows: [row(MEI, 1, 1)] },
  ];
  const table = tableBefore([{}, {}, {}]);
  table.room.state.series = { matches: 0, rows: [], evening };
  const told = said(series(table));
  assert.match(told, /The whole evening.*Mahjong · One match.*Giog · 2 matches/);
  assert.match(told, /PlayerWinsPlace 1Place 2Lin220Mei002/);
  table.room.state.series = { matches: 0, rows: [] };
  assert.doesNotMatch(said(series(table)), /evening/);
});

test("the owner chooses the level of a bot where the game has several, and others are told it", () => {
  const bot = { bot: "club" };
  const levels = [{ variant: "giog", seats: 2, levels: ["simple", "club", "strong"] }];
  const asked = [];
  const of = (owner, known) => {
    const table = tableAfter({ settings: {} });
    table.room.state.seats[1].occupant = bot;
    table.room.state.owner = owner;
    const ask = async (...request) => asked.push(request);
    return { ...table, levels: known, ask };
  };
  const selects = (child) =>
    Array.isArray(child)
      ? child.flatMap(selects)
      : typeof child !== "object" || !child
        ? []
        : child.tag === "select" && child.props.key === "level"
          ? [child]
          : selects(child.children ?? []);
  const [select] = selects(gathering(of("lin", levels)));
  assert.equal(said(select), "easy botclub botstrong bot");
  select.props.onchange({ currentTarget: { selectedIndex: 2 } });
  assert.deepEqual(asked, [["add_bot", { seat: 1, level: "strong" }]]);
  for (const [owner, known] of [
    ["mei", levels],
    ["lin", []],
    ["lin", [{ ...levels[0], seats: 4 }]],
  ]) {
    const drawn = gathering(of(owner, known));
    assert.deepEqual(selects(drawn), []);
    assert.match(said(drawn), /club bot/);
  }
});

test("nobody chooses a seat of a rated table, and nobody is invited to it", () => {
  const empty = { occupant: null, ready: false, away: false };
  const waits = (settings) => {
    const table = tableAfter({ settings, you: null });
    table.room.state.previous = null;
    table.room.state.seats[1] = { seat: 1, ...empty };
    return said(gathering(table));
  };
  assert.match(waits({ rated: true, bots: "none" }), /when people have taken every seat/);
  assert.doesNotMatch(waits({ rated: true }), /Sit here|Share/);
  assert.match(waits({}), /Sit here.*Share|Share.*Sit here/);
});

test("the result of a rated table has everybody's new rating, and leads to the next match", async (context) => {
  const rating = (points, plus_minus) => ({ points, plus_minus });
  const changes = [
    { seat: 0, player: "lin", rank: 2, before: rating(1500, 667), after: rating(1413, 600), provisional: true },
  ];
  const players = [LIN, MEI].map((who, seat) => ({ seat, ...who, won: seat === 1 }));
  const answer = { match_id: MATCH, players, rated: { unrated: null, changes } };
  context.mock.method(globalThis, "fetch", async () => new Response(JSON.stringify(answer)));
  const table = tableAfter({ settings: { rated: true }, you: null });
  assert.match(said(gathering(table)), /on their way/);
  await new Promise((go) => {
    table.redraw = go;
  });
  const told = said(gathering(table));
  assert.match(told, /Your rating is now 1413 ± 600 \(−87\)\./);
  assert.match(told, /LinRating 1413 ± 600 \(−87\)/);
  // Mei's is not among them.
  assert.match(told, /hides the rating/);
  assert.match(said(onward(table)), /another rated match/);
  assert.equal(onward(tableAfter({ you: null })), null);
});

test("a past match of a rated table has what it changed beside its players", () => {
  const rating = (points, plus_minus) => ({ points, plus_minus });
  const players = [LIN, MEI].map((who, seat) => ({ seat, ...who, won: seat === 1 }));
  const change = { seat: 1, player: "mei", rank: 1, before: rating(1500, 667), after: rating(1587, 600) };
  const told = said(playersOf({ variant: "giog", players, rated: { unrated: null, changes: [change] } }));
  assert.match(told, /^Lin.*Mei Rating 1587 ± 600 \(\+87\)$/);
  assert.doesNotMatch(said(playersOf({ variant: "giog", players })), /±/);
});
