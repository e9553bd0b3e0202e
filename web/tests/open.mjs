// A match with everything open: `node --test web/tests/open.mjs`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { opened } from "../views/open.js";

const record = JSON.parse(readFileSync(path.join(import.meta.dirname, "record.json"), "utf8"));

/** The events that spectators see: plays without pieces, and tricks of which the last seat's play stays hidden. */
function events() {
  const list = [{ do: "start" }, { do: "dealt" }];
  let laid = 0;
  let trick = 0;
  for (const { seat, do: what } of record.actions.filter((action) => action.do === "play")) {
    list.push({ do: what, seat });
    if (++laid % record.seats) continue;
    list.push({ do: "trick", trick, plays: record.result.tricks[trick].plays.with(record.seats - 1, null) });
    trick++;
  }
  return list;
}

test("hands are emptied play by play, and nothing stays hidden", () => {
  const steps = opened(record, events());
  assert.deepEqual(steps[1].open.hands, record.result.hands);
  assert.deepEqual(steps.at(-1).open.hands, Array(record.seats).fill(""));
  const tricks = steps.filter(({ event }) => event.do === "trick");
  assert.deepEqual(
    tricks.map(({ event }) => event.plays),
    record.result.tricks.map(({ plays }) => plays),
  );
  const first = steps.findIndex(({ event }) => event.do === "trick");
  assert.deepEqual(steps[first - 1].open.plays, record.result.tricks[0].plays);
  assert.deepEqual(steps[first].open.plays, Array(record.seats).fill(null));
});

test("a play that was taken back is in the hand again", () => {
  const actions = [
    { seat: 0, do: "play", pieces: "P" },
    { seat: 1, do: "play", pieces: "A" },
    { seat: 1, do: "take_back" },
    { seat: 1, do: "play", pieces: "c" },
  ];
  const told = [{ do: "dealt" }, ...actions.map(({ seat, do: what }) => ({ do: what, seat }))];
  const steps = opened({ seats: 2, actions, result: { hands: ["KP", "Ac"], tricks: [] } }, told);
  assert.deepEqual(
    steps.map(({ open }) => open.hands[1]),
    ["Ac", "Ac", "c", "Ac", "A"],
  );
  assert.deepEqual(
    steps.map(({ open }) => open.plays[1]),
    [null, null, "A", null, "c"],
  );
});
