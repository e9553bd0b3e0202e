// The graph of a rating: `node --test web/tests/graph.mjs`.

import assert from "node:assert/strict";
import test from "node:test";

import "./page.mjs";

const { HEIGHT, WIDTH, graph, paths } = await import("../views/graph.js");

const changes = [
  { points: 1413, plus_minus: 600 },
  { points: 1500, plus_minus: 20 },
  { points: 1460, plus_minus: 10 },
];
const points = (path) =>
  path
    .slice(1)
    .replace("z", "")
    .split("L")
    .map((place) => place.split(" ").map(Number));

test("the line goes through every match at equal distances, higher for more points", () => {
  const line = points(paths(changes).line);
  assert.deepEqual(
    line.map(([x]) => x),
    [0, WIDTH / 2, WIDTH],
  );
  const [first, second, third] = line.map(([, y]) => y);
  assert.ok(first > third && third > second);
});

test("everything is within the drawing, and the band is round the line", () => {
  const { line, band, low, high } = paths(changes);
  for (const [x, y] of [...points(line), ...points(band)])
    assert.ok(x >= 0 && x <= WIDTH && y >= 0 && y <= HEIGHT, `${x} ${y}`);
  assert.ok(low < 1413 && high > 1500);
  const [above, below] = [points(band).slice(0, 3), points(band).slice(3).toReversed()];
  points(line).forEach(([, y], at) => assert.ok(above[at][1] < y && y < below[at][1]));
});

test("a rating that never changed has a graph, and a single match has none", () => {
  const same = { points: 1500, plus_minus: 100 };
  assert.doesNotMatch(paths([same, same]).line, /NaN/);
  assert.equal(graph("Giog", [same]), null);
});
