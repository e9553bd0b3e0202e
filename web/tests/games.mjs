// A match of every game, computed by room.js from its messages: `node --test web/tests/games.mjs`. The result must equal the server's own
// views, which games.jsonl contains for some moments.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { heard, newRoom } from "../room.js";

const lines = readFileSync(path.join(import.meta.dirname, "games.jsonl"), "utf8")
  .trim()
  .split("\n");

/** What of a view follows from events, and what they leave out in one form: that plays are laid in turn shows with the lead. */
function followed({ known, throws, trick, thrown = [], aside = 0, ...view }) {
  const { up, best } = trick?.in_turn ?? {};
  const begun = throws?.thrown.includes(true) ? throws : null;
  return {
    ...view,
    thrown,
    throws: begun,
    aside,
    trick: trick && { ...trick, in_turn: best == null ? null : { up, best } },
  };
}

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
