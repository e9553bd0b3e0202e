// Boards are parsed, turned and followed correctly: `node --test web/tests/boards.mjs`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { doneStanding } from "../boardmatch.js";
import { checked } from "../boards/check.js";
import { clocksOf, leftAfter, tookMs } from "../boards/clocks.js";
import { Plan } from "../boards/plan.js";
import { pointsOf } from "../boards/points.js";
import { positionOf, tracked } from "../boards/position.js";
import { neighbour, rowsOf, shapeOf, sizeOf, spotOf } from "../boards/shape.js";
import { colourOf, reserveOf, sideOf } from "../boards/sides.js";
import { GAMES } from "../games/list.js";
import { heard, newRoom } from "../room.js";

const START = "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w - - 0 1";
const BOARDS = [...GAMES.values()].filter(({ family }) => family === "boards").map(({ id }) => id);

/** The boards of the worked cases of a game, as the referee formats them. */
function boards(game) {
  const file = path.join(import.meta.dirname, `../../crates/rules/tests/games/${game}/cases.jsonl`);
  const verdicts = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  return verdicts.flatMap(({ verdict, record }) =>
    verdict.board ? [verdict.board].flat().map((text) => [text, record.options]) : [],
  );
}

for (const game of BOARDS) {
  test(`every board of the worked cases of ${game} is read, and what stands on it has points`, () => {
    const all = boards(game);
    assert.ok(all.length > 10, `${all.length} boards`);
    for (const [text, options] of all) {
      const { men, reserve } = positionOf(game, text);
      const { points } = shapeOf(game, options);
      for (const point of men.keys()) assert.ok(points.includes(point), `${text}: ${point}`);
      const signs = text.split(" ")[0].replace(/[/\d.[\]]/g, "").length - reserve.length;
      const wide = game === "qi-guo-xiangxi" ? [...men.values()].join("").length : men.size;
      assert.equal(wide, signs, text);
    }
  });

  test(`from every side each point of ${game} has a place of its own, and rows are read from the left`, () => {
    const shape = shapeOf(game);
    for (const turn of [0, 1, 2, 3]) {
      const [w, h] = sizeOf(shape, turn);
      const spots = shape.points.map((point) => spotOf(shape, turn, point));
      assert.equal(new Set(spots.map(String)).size, shape.points.length);
      for (const [x, y] of spots) assert.ok(x >= 0 && y >= 0 && x < w && y < h);
      const rows = rowsOf(shape, turn).map((row) => row.map((point) => spotOf(shape, turn, point)));
      assert.equal(rows.flat().length, shape.points.length);
      for (const row of rows)
        assert.deepEqual(
          row.map(([x]) => x),
          row.map(([x]) => x).sort((a, b) => a - b),
        );
    }
  });

  test(`arrows lead to every point of ${game}`, () => {
    const shape = shapeOf(game);
    for (const turn of [0, 3]) {
      const met = new Set([shape.points[0]]);
      for (const point of met)
        for (const [dx, dy] of [
          [1, 0],
          [-1, 0],
          [0, 1],
          [0, -1],
        ])
          met.add(neighbour(shape, turn, point, dx, dy));
      assert.equal(met.size, shape.points.length);
    }
  });
}

test("red looks from below, black from above, and who plays Qin from the west", () => {
  const shape = shapeOf("xiangqi");
  assert.deepEqual(spotOf(shape, 0, "a0"), [0, 9]);
  assert.deepEqual(spotOf(shape, 2, "a0"), [8, 0]);
  const large = shapeOf("qi-guo-xiangxi");
  assert.deepEqual(spotOf(large, 1, "a10"), [9, 18]);
  assert.deepEqual(spotOf(large, 3, "s6"), [5, 18]);
});

test("points of moves are told apart, with ranks of one and two digits", () => {
  assert.deepEqual(pointsOf("h2e2"), ["h2", "e2"]);
  assert.deepEqual(pointsOf("a10a9"), ["a10", "a9"]);
  assert.deepEqual(pointsOf("P@e3"), ["e3"]);
  assert.deepEqual(pointsOf("c2"), ["c2"]);
});

test("a piece is the same after it has moved, and what it took is gone", () => {
  const before = tracked([], positionOf("xiangqi", START).men);
  const cannon = before.findIndex(({ point }) => point === "h2");
  const horse = before.findIndex(({ point }) => point === "h9");
  const after = START.replace("1C5C1", "1C7").replace("rheakaehr", "rheakaeCr");
  const men = tracked(before, positionOf("xiangqi", after).men, "h2h9");
  assert.equal(men.length, 32);
  assert.deepEqual(men[cannon], { code: "C", point: "h9" });
  assert.deepEqual(men[horse], { code: "h", point: null });
  // Two equal pieces: the one that moved is recognized.
  const chariot = before.findIndex(({ point }) => point === "i0");
  const moved = tracked(before, positionOf("xiangqi", START.replace("9/RHEAKAEHR", "8R/RHEAKAEH1")).men, "i0i1");
  assert.deepEqual(moved[chariot], { code: "R", point: "i1" });
  assert.equal(moved.filter(({ point }) => point).length, 32);
});

test("of two that are alike the one that the last move names has moved, where the other was taken at the same time", () => {
  const before = tracked([], positionOf("xiangqi", START).men);
  const cannons = ["b2", "h2"].map((point) => before.findIndex((man) => man.point === point));
  const board = positionOf("xiangqi", START.replace("1C5C1", "4C4")).men;
  for (const [i, from] of ["b2", "h2"].entries()) {
    const men = tracked(before, board, `${from}e2`);
    assert.deepEqual(men[cannons[i]], { code: "C", point: "e2" });
    assert.deepEqual(men[cannons[1 - i]], { code: "C", point: null });
    // All others keep their identity and place.
    const others = (list) => list.filter((_, n) => !cannons.includes(n));
    assert.deepEqual(others(men), others(before));
  }
});

test("a piece that is turned up stands where it lay, and one that is put down is new", () => {
  const before = tracked([], positionOf("blind-chess", "????????/????????/????????/???????? - 0 1").men);
  const place = before.findIndex(({ point }) => point === "c0");
  const men = tracked(before, positionOf("blind-chess", "????????/????????/????????/??R????? b 0 1").men, "c0");
  assert.equal(men.length, 32);
  assert.deepEqual(men[place], { code: "R", point: "c0" });
  const dropped = tracked(
    tracked([], new Map([["e0", "K"]])),
    new Map([
      ["e0", "K"],
      ["e3", "P"],
    ]),
    "P@e3",
  );
  assert.deepEqual(dropped, [
    { code: "K", point: "e0" },
    { code: "P", point: "e3" },
  ]);
});

test("each seat of supply chess sees its own board first, its partner from behind", () => {
  const view = { variant: "supply-chess", position: {} };
  assert.deepEqual(
    [0, 1, 2, 3].map((seat) => sideOf(view, seat).boards),
    [
      [0, 1],
      [0, 1],
      [1, 0],
      [1, 0],
    ],
  );
  assert.deepEqual(
    [0, 1, 2, 3].map((seat) => sideOf(view, seat).turn),
    [
      [0, 2],
      [2, 0],
      [2, 0],
      [0, 2],
    ],
  );
});

test("in blind chess a seat has a colour once a piece was turned up", () => {
  const view = (board, turn) => ({ variant: "blind-chess", position: { board, turn } });
  assert.equal(colourOf(view("????????/????????/????????/???????? - 0 1", [0]), 0), null);
  const turned = view("????????/????????/????????/??R????? b 0 1", [1]);
  assert.equal(colourOf(turned, 0), "w");
  assert.equal(colourOf(turned, 1), "b");
});

const ROOM = "6ad2b4a2-4e5b-4cb3-a7a6-3b6b5b0f7f10";

/** A room of two at xiangqi that gets one message after another: `tell(event)`, `now(deciding, at)`. */
function told(options = {}, clock = { kind: "bank", bank_ms: 600_000, increment_ms: 5_000 }) {
  let room = { ...newRoom(ROOM, "me"), you: 0, state: { settings: { clock }, seats: [], phase: "opening" } };
  let seq = 0;
  const at = (message, at_ms = 0) => (room = heard(room, { room: ROOM, ...message }, at_ms));
  const tell = (event) => at({ type: "event", seq: ++seq, event });
  const now = (deciding, at_ms) => at({ type: "now", seq, deciding, you: null }, at_ms);
  tell({ do: "start", match_id: "m", variant: "xiangqi", seats: 2, options: { blindfold: false, ...options } });
  return { tell, now, room: () => room };
}

const position = (board, turn, notation = []) => ({
  board,
  turn: [turn],
  captured: [0, 0],
  moves: notation.length,
  offer: null,
  notation,
  captured_pieces: ["", ""],
});
const MOVED = START.replace("1C5C1", "1C2C4").replace(" w ", " b ");

test("a match on a board goes on by events: its position comes whole, of its plies only the new ones", () => {
  const { tell, room } = told();
  tell({ do: "set_up", first: 0, position: position(START, 0) });
  tell({ do: "move", seat: 0, move: "h2e2", position: position(MOVED, 1, [[0, "h2e2", "炮 (32)-35", "C2.5"]]) });
  tell({ do: "offer_draw", seat: 1, position: { ...position(MOVED, 1), moves: 1, offer: { by: 1, accepted: [] } } });
  const { view, done } = room().match;
  assert.equal(view.first, 0);
  assert.equal(view.position.board, MOVED);
  assert.deepEqual(view.position.offer, { by: 1, accepted: [] });
  assert.deepEqual(view.position.notation, [[0, "h2e2", "炮 (32)-35", "C2.5"]]);
  assert.deepEqual(
    done.map(({ action, before }) => [action.do, before]),
    [
      ["move", START],
      ["offer_draw", MOVED],
    ],
  );

  tell({
    do: "propose_take_back",
    seat: 0,
    position: { ...position(MOVED, 1), moves: 1, take_back: { by: 0, accepted: [] } },
  });
  assert.deepEqual(room().match.view.position.take_back, { by: 0, accepted: [] });
  assert.equal(room().match.view.position.notation.length, 1);
  tell({ do: "accept_take_back", seat: 1, position: position(START, 0) });
  assert.deepEqual(room().match.view.position.notation, [], "what was taken back does not stand");
  assert.equal(room().match.view.position.take_back, undefined);

  const outcome = { end: "agreed", winners: [0, 1], scores: null, sides: [[0], [1]] };
  tell({ do: "ended", ...outcome });
  tell({ do: "finished", match_id: "m" });
  assert.equal(room().match, null);
  assert.deepEqual(room().finished.view.outcome, outcome);
  assert.deepEqual(room().state.previous, { match_id: "m", outcome: null, result: outcome });
});

test("a move is planned for one's next ply, and for no later one", () => {
  const match = (notation, match_id = "m") => ({
    start: { match_id },
    view: { variant: "xiangqi", you: 1, position: position(START, 0, notation) },
  });
  const [one, other] = [
    [0, "h2e2"],
    [1, "h9g7"],
  ];
  const plan = new Plan();
  plan.set(match([one]), "a9a8");
  assert.equal(plan.of(match([one])), "a9a8");
  assert.equal(plan.of(match([one, [0, "a0a1"]])), "a9a8", "plies of others change nothing");
  // The time ran out, or the move was made in another window.
  const later = match([one, other]);
  assert.equal(plan.of(later), null);
  assert.equal(plan.isOf(later), true, "which is told");
  assert.equal(plan.isOf(match([one], "n")), false);
  plan.set(later, null);
  assert.equal(plan.isOf(later), false);
});

test("a seat of supply chess can put down the pieces of its colour on its board", () => {
  const boards = ["4k4/9/9/9/9/9/9/9/9/4K4[PPc] w - - 0 1", "4k4/9/9/9/9/9/9/9/9/4K4[r] w - - 0 1"];
  const view = { variant: "supply-chess", position: { board: boards } };
  assert.deepEqual(
    [0, 1, 2, 3].map((seat) => reserveOf(view, seat).join("")),
    ["PP", "c", "r", ""],
  );
  assert.deepEqual(reserveOf({ ...view, position: {} }, 0), []);
});

test("who does not see the board keeps the plies alone", () => {
  const { tell, room } = told({ blindfold: true });
  const blind = (turn, moves, notation, check) => ({ turn: [turn], moves, offer: null, notation, check });
  tell({ do: "set_up", first: 0, position: blind(0, 0, [], false) });
  tell({ do: "move", seat: 0, move: "h2e2", position: blind(1, 1, [[0, "h2e2"]], false) });
  tell({ do: "move", seat: 1, move: "h9g7", position: blind(0, 2, [[1, "h9g7"]], true) });
  const { view, done } = room().match;
  assert.equal(view.position.board, undefined);
  assert.deepEqual(view.position.notation, [
    [0, "h2e2"],
    [1, "h9g7"],
  ]);
  assert.equal(view.position.check, true);
  assert.deepEqual(
    done.map(({ before }) => before),
    [undefined, undefined],
  );
});

test("the time of a seat that is not asked is what was left, and what its move added", () => {
  const { tell, now, room } = told();
  const deciding = (seat, left_ms) => [{ seat, left_ms, bank_ms: left_ms }];
  const times = () => clocksOf(room(), room().match).map(({ left_ms, runs }) => [left_ms, runs]);
  tell({ do: "set_up", first: 0, position: position(START, 0) });
  now(deciding(0, 600_000), 1_000);
  assert.deepEqual(times(), [
    [600_000, true],
    [600_000, false],
  ]);
  tell({ do: "move", seat: 0, move: "h2e2", position: position(MOVED, 1, [[0, "h2e2"]]) });
  now(deciding(1, 600_000), 11_000);
  assert.deepEqual(times(), [
    [595_000, false],
    [600_000, true],
  ]);
  // A message that does not change the decision keeps it.
  now(deciding(1, 590_000), 21_000);
  assert.deepEqual(times(), [
    [595_000, false],
    [590_000, true],
  ]);
  // A player who answers before the `now` arrives has the increment, too.
  tell({ do: "move", seat: 1, move: "h9g7", position: position(START, 0, [[1, "h9g7"]]) });
  now(deciding(0, 595_000), 31_000);
  tell({ do: "move", seat: 0, move: "a0a1", position: position(MOVED, 1, [[0, "a0a1"]]) });
  tell({ do: "move", seat: 1, move: "a9a8", position: position(START, 0, [[1, "a9a8"]]) });
  now(deciding(0, 600_000), 31_000);
  assert.deepEqual(times(), [
    [600_000, true],
    [590_000, false],
  ]);
});

test("where each decision has a time of its own, who is not asked has none", () => {
  const { tell, now, room } = told({}, { kind: "days", days: 2 });
  const times = () => clocksOf(room(), room().match).map(({ left_ms }) => left_ms);
  tell({ do: "set_up", first: 0, position: position(START, 0) });
  now([{ seat: 0, left_ms: 172_800_000, bank_ms: 0 }], 0);
  assert.deepEqual(times(), [172_800_000, null]);
  tell({ do: "move", seat: 0, move: "h2e2", position: position(MOVED, 1, [[0, "h2e2"]]) });
  now([{ seat: 1, left_ms: 172_800_000, bank_ms: 0 }], 5_000);
  assert.deepEqual(times(), [null, 172_800_000]);
});

test("an attacked general is seen, and one that is covered is not", () => {
  const at = (fen) => checked(positionOf("xiangqi", fen));
  assert.equal(at(START), null);
  // A chariot, a cannon over one piece and over two, a horse and its block, a soldier, the other general.
  assert.equal(at("4k4/9/9/9/9/9/9/9/9/4RK3 b - - 0 1"), "e9");
  assert.equal(at("4k4/9/9/4p4/9/9/9/4C4/9/3K5 b - - 0 1"), "e9");
  assert.equal(at("4k4/9/4p4/4p4/9/9/9/4C4/9/3K5 b - - 0 1"), null);
  assert.equal(at("4k4/9/3H5/9/9/9/9/9/9/3K5 b - - 0 1"), "e9");
  assert.equal(at("4k4/3p5/3H5/9/9/9/9/9/9/3K5 b - - 0 1"), null);
  assert.equal(at("4k4/4P4/9/9/9/9/9/9/9/3K5 b - - 0 1"), "e9");
  assert.equal(at("4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1"), "e0");
  assert.equal(at("4k4/9/9/9/9/9/4p4/9/9/4K4 w - - 0 1"), null);
  assert.equal(at("4k4/9/9/9/9/9/9/9/4p4/4K4 w - - 0 1"), "e0");
});

/** An event of a finished match: seat, action and time. */
const event = (seat, what, at_ms, by) => ({ seat, do: what, at_ms, ...(by && { by }) });

test("what each had left in a finished match follows from its clock and the times of its moves", () => {
  const clock = { kind: "bank", bank_ms: 60_000, increment_ms: 2_000 };
  const match = { variant: "xiangqi", clock, people: [true, true] };
  const events = [
    { do: "set_up", at_ms: 0 },
    event(0, "move", 5_000),
    // An offer takes no time; the time of the following move started before it.
    event(1, "offer_draw", 8_000),
    event(1, "move", 9_000),
    event(0, "move", 19_500),
    event(1, "time_out", 119_500, "clock"),
    { do: "ended", at_ms: 119_500 },
  ];
  const left = (count) => leftAfter(match, events.slice(0, count));
  assert.deepEqual(left(1), [60_000, 60_000]);
  assert.deepEqual(left(2), [57_000, 60_000]);
  assert.deepEqual(left(3), [57_000, 60_000]);
  assert.deepEqual(left(4), [57_000, 58_000]);
  assert.deepEqual(left(5), [48_500, 58_000]);
  assert.deepEqual(left(7), [48_500, 0]);
  assert.equal(tookMs("xiangqi", events.slice(0, 4)), 4_000);
  assert.equal(tookMs("xiangqi", events.slice(0, 3)), 0);
});

test("no clocks are shown for bots, for players who were away, and without a time for the whole match", () => {
  const moved = [event(0, "move", 40_000), event(1, "move", 50_000, "away")];
  const after = (clock, people = [true, true]) => leftAfter({ variant: "blind-chess", clock, people }, moved);
  const bank = { kind: "bank", bank_ms: 60_000, increment_ms: 0 };
  assert.deepEqual(after(bank), [20_000, null]);
  assert.deepEqual(after(bank, [false, true]), [null, null]);
  assert.deepEqual(after(undefined), [null, null]);
  assert.deepEqual(after({ kind: "days", days: 3 }), [null, null]);
  assert.deepEqual(after({ kind: "timed", decision_ms: 60_000, bank_ms: 0 }), [null, null]);
  // Only the excess over the time for a decision is taken from the bank.
  assert.deepEqual(after({ kind: "timed", decision_ms: 30_000, bank_ms: 20_000 }), [10_000, null]);
});

test("each board of supply chess has its own time, and allies are chosen in a time of their own", () => {
  const clock = { kind: "bank", bank_ms: 60_000, increment_ms: 0 };
  const boards = [event(0, "move", 10_000), event(3, "move", 15_000), event(1, "drop", 20_000)];
  const four = [true, true, true, true];
  assert.deepEqual(
    leftAfter({ variant: "supply-chess", clock, people: four }, boards),
    [50_000, 50_000, 60_000, 45_000],
  );
  const chosen = [event(0, "ally", 10_000), event(0, "move", 15_000)];
  assert.deepEqual(leftAfter({ variant: "qi-guo-xiangxi", clock, people: four }, chosen)[0], 55_000);
});

test("resigning in turn uses no time of the next player", () => {
  const asked = (event, turn) => ({ ...event, position: { turn: [turn] } });
  const events = [
    asked(event(0, "move", 1_000), 1),
    asked(event(1, "resign", 61_000), 2),
    asked(event(2, "move", 66_000), 0),
    asked(event(3, "resign", 68_000), 0),
    asked(event(0, "move", 71_000), 2),
  ];
  const took = events.map((_, at) => tookMs("qi-guo-xiangxi", events.slice(0, at + 1)));
  assert.deepEqual(took, [1_000, 0, 5_000, 0, 5_000]);
});

test("of actions without a notation those that were taken back do not stand", () => {
  const of = (seat, what, at) => ({ action: { seat, do: what, at }, before: "" });
  const placed = [of(0, "place", "a1"), of(1, "place", "b1"), of(0, "move", "c1"), of(0, "remove", "b1")];
  const stand = (...more) => doneStanding([...placed, ...more]).map(({ action }) => action.at);
  const ask = (seat) => of(seat, "propose_take_back");
  const agree = (seat) => of(seat, "accept_take_back");
  assert.deepEqual(stand(ask(0), of(1, "decline_take_back")), ["a1", "b1", "c1", "b1"]);
  assert.deepEqual(stand(ask(0), agree(1)), ["a1", "b1"], "a whole turn is taken back");
  assert.deepEqual(stand(ask(1), agree(0)), ["a1"], "and what came after it");
  assert.deepEqual(stand(ask(0), agree(1), ask(1), agree(0), of(1, "place", "d1")), ["a1", "d1"]);
  assert.deepEqual(doneStanding([of(1, "accept_take_back")]), [], "what happened before is not known");
});
