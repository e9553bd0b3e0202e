// Places and points after a match: `node --test web/tests/standing.mjs`.

import assert from "node:assert/strict";
import test from "node:test";

import { standings } from "../views/standing.js";

const short = (rows) => rows.map(({ seat, place, points }) => [seat, place, points]);
const tricks = (captured, beheaded, winners, scores = null) => ({ outcome: { captured, beheaded, winners, scores } });
const viewOf = (beheading, played = []) => ({ tricks: played, options: { beheading } });

test("most pieces come first, and who has as many shares the place", () => {
  assert.deepEqual(short(standings(tricks([8, 14, 8], [], [1]), { view: viewOf("forfeit"), seats: 3 })), [
    [1, 1, 14],
    [0, 2, 8],
    [2, 2, 8],
  ]);
});

test("a beheaded player has nothing, or the last place, as the table says", () => {
  const trick = { trick: 2, beheaded: [0], plays: ["pK", "rr", "hh"] };
  const forfeit = standings(tricks([15, 8, 7], [0], [1]), { view: viewOf("forfeit", [trick]), seats: 3 });
  assert.deepEqual(short(forfeit), [
    [1, 1, 8],
    [2, 2, 7],
    [0, 3, 0],
  ]);
  const { captured, forfeits, beheaded } = forfeit[2];
  assert.deepEqual([captured, forfeits, beheaded], [15, true, { trick: 2, general: "K" }]);
  const last = standings(tricks([15, 8, 7], [0], [1]), { view: viewOf("last", [trick]), seats: 3 });
  assert.deepEqual(short(last), [
    [1, 1, 8],
    [2, 2, 7],
    [0, 3, 15],
  ]);
  assert.equal(last[2].forfeits, false);
});

test("who wins by the last trick is first with fewer pieces", () => {
  assert.deepEqual(short(standings(tricks([2, 18], [], [0]), { view: viewOf(undefined), seats: 2 })), [
    [0, 1, 2],
    [1, 2, 18],
  ]);
});

test("scores decide where there are some, in games of tiles too", () => {
  assert.deepEqual(short(standings(tricks([3, 17], [], [0], [4, -4]), { seats: 2 })), [
    [0, 1, 4],
    [1, 2, -4],
  ]);
  const dice = { outcome: null, result: { winners: [1], scores: [88, 112], gains: [-12, 12], sides: [[0], [1]] } };
  assert.deepEqual(short(standings(dice, { seats: 2 })), [
    [1, 1, 112],
    [0, 2, 88],
  ]);
});

test("on boards a win is worth one, also to each of a team, and a draw a half", () => {
  const board = (winners, sides) => ({ outcome: null, result: { end: "", winners, scores: null, sides } });
  const points = (previous, seats) => standings(previous, { seats }).map(({ seat, points }) => [seat, points]);
  assert.deepEqual(points(board([1], [[0], [1]]), 2), [
    [1, 1],
    [0, 0],
  ]);
  assert.deepEqual(points(board([0, 1], [[0], [1]]), 2), [
    [0, 0.5],
    [1, 0.5],
  ]);
  const team = [
    [0, 2],
    [1, 3],
  ];
  assert.deepEqual(points(board([0, 2], team), 4), [
    [0, 1],
    [2, 1],
    [1, 0],
    [3, 0],
  ]);
});
