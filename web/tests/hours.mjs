// When most people play: `node --test web/tests/hours.mjs`.

import assert from "node:assert/strict";
import test from "node:test";

import "./page.mjs";

const { busiest, hoursHere, timeTold } = await import("../views/hours.js");

/** So many matches in these hours, and none in others. */
const hours = (some) => Array.from({ length: 24 }, (_, hour) => some[hour] ?? 0);

test("the three hours in a row with most matches are named in the reader's time", () => {
  const evening = hours({ 9: 6, 18: 2, 19: 5, 20: 3, 21: 2 });
  assert.deepEqual(busiest(evening, 0), [18 * 60, 21 * 60]);
  assert.deepEqual(busiest(evening, 5 * 60 + 30), [23 * 60 + 30, 2 * 60 + 30]);
  assert.deepEqual(busiest(evening, -11 * 60), [7 * 60, 10 * 60]);
});

test("hours on both sides of midnight belong together", () => {
  assert.deepEqual(busiest(hours({ 22: 1, 23: 5, 0: 5, 1: 4 }), 0), [23 * 60, 2 * 60]);
});

test("nothing is said of few matches, or if any time is as good", () => {
  assert.equal(busiest([], 0), null);
  assert.equal(busiest(hours({ 20: 9 }), 0), null);
  assert.deepEqual(busiest(hours({ 20: 10 }), 0), [18 * 60, 21 * 60]);
  assert.equal(busiest(Array(24).fill(7), 0), null);
});

test("each hour of the day here has the matches of that hour", () => {
  assert.deepEqual(hoursHere(hours({ 23: 5, 0: 2 }), 60), hours({ 0: 5, 1: 2 }));
  assert.deepEqual(hoursHere(hours({ 23: 5, 0: 2 }), -11 * 60), hours({ 12: 5, 13: 2 }));
  assert.deepEqual(hoursHere(hours({ 12: 4 }), 0), hours({ 12: 4 }));
  assert.equal(hoursHere([], 0).length, 0);
});

test("a time is told as the reader's language writes it", () => {
  document.documentElement.lang = "de";
  assert.equal(timeTold(19 * 60), "19:00");
  document.documentElement.lang = "en";
  assert.match(timeTold(19 * 60 + 30), /^7:30\sPM$/);
});
