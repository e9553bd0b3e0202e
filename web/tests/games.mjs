// A match of every game, computed by room.js from its messages: `node --test web/tests/games.mjs`. The result must equal the server's own
// views, which games.jsonl contains for some moments.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { heard, newRoom } from "../room.js";
import { followed } from "./support/followed.mjs";

const lines = readFileSync(path.join(import.meta.dirname, "games.jsonl"), "utf8")
  .trim()
  .split("\n");

for (const line of lines) {
  const { variant, seats, options, you, told } = JSON.parse(line);
  test(`${variant} as ${you === null ? "spectators see" : "its player sees"} it`, () => {
    const places = Array.from({ length: seats }, (_, seat) => ({ seat, occupant: null, ready: true, away: false }));
    const start = { do: "start", variant, options, seats };
    let room = heard(
      { ...newRoom("room"), you, state: { phase: "gathering", seats: places } },
      { type: "event", seq: 1, event: start },
    );
    let views = 0;
    for (const { event, view } of told) {
      if (event) room = heard(room, { type: "event", seq: room.seq + 1, event });
      else assert.deepEqual(followed(room.match.view), followed(view), `look ${++views}`);
    }
    assert.ok(views > 2);
    assert.equal(room.match.view.stage, "over");
  });
}
