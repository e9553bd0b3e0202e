// Boards are read, turned and followed as they should be: `node --test web/tests/boards.mjs`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { pointsOf, positionOf, tracked } from "../boards/position.js";
import { neighbour, rowsOf, shapeOf, sizeOf, spotOf } from "../boards/shape.js";
import { colourOf, sideOf } from "../boards/sides.js";

const START = "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w - - 0 1";
const GAMES = ["xiangqi", "supply-chess", "blind-chess", "qi-guo-xiangxi", "square-chess", "pong-hau-ki"];

/** The boards of the worked cases of a game, as the referee writes them. */
function boards(game) {
  const file = path.join(import.meta.dirname, `../../crates/rules/tests/vectors/${game}.jsonl`);
  const verdicts = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  return verdicts.flatMap(({ verdict, record }) =>
    verdict.board ? [verdict.board].flat().map((text) => [text, record.options]) : [],
  );
}

for (const game of GAMES) {
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
  // Two alike: the one that moved has moved.
  const chariot = before.findIndex(({ point }) => point === "i0");
  const moved = tracked(before, positionOf("xiangqi", START.replace("9/RHEAKAEHR", "8R/RHEAKAEH1")).men, "i0i1");
  assert.deepEqual(moved[chariot], { code: "R", point: "i1" });
  assert.equal(moved.filter(({ point }) => point).length, 32);
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
