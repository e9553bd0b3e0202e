// What a page shows of a room while the last result is being revealed: nothing of it, in any game, at any moment of a match.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { heard, newRoom, ofTiles, ofTricks } from "../room.js";
import { game as mahjong } from "../games/mahjong/state.js";
import { paiGow } from "../games/pai-gow/seen.js";
import { shownRoom } from "../shown.js";
import { dice } from "../tiles/dice/seen.js";
import { viewOf } from "../tiles/view.js";

/** The sessions of docs/sessions are real messages. */
const SESSIONS = path.join(import.meta.dirname, "../../docs/sessions");
/** The events with a result. */
const RESULTS = ["trick", "splits", "dice", "hand_over"];
const GAMES = { "pai-gow": paiGow, mahjong };
const json = (value) => JSON.parse(JSON.stringify(value));

/** What a player reads of a room: the whole match, the one before, and the scores of the room. */
function told({ match, finished, state: { phase, previous, series } }) {
  const tiles = ofTiles(match);
  const view = tiles ? viewOf(tiles, GAMES[tiles.view.variant] ?? dice) : match?.view;
  return json({ view, finished: finished?.start.match_id ?? null, phase, previous, series });
}

/** The messages of a session for the first who followed a match, and the kind of event that was a result in it. */
function followed(file) {
  const lines = readFileSync(path.join(SESSIONS, file), "utf8").trim().split("\n").map(JSON.parse);
  const follower = lines.find(({ got }) => got?.type === "snapshot").who;
  const messages = lines.filter(({ who, got }) => who === follower && got && "room" in got).map(({ got }) => got);
  const result = RESULTS.find((kind) => messages.some(({ event }) => event?.do === kind)) ?? "ended";
  return { messages, result };
}

for (const file of readdirSync(SESSIONS).filter((name) => name.endsWith(".jsonl"))) {
  const { messages, result } = followed(file);
  if (!messages.some(({ event }) => event?.do === result)) continue;
  test(`what is shown of ${file} is as before the last result until that is shown, and then with it until it is over`, () => {
    let room = newRoom("room");
    let revealed = null;
    let before = null;
    let results = 0;
    for (const message of messages) {
      const earlier = room;
      room = heard(room, message, 0);
      if (message.event?.do === "start") revealed = null;
      if (message.event?.do === result && earlier.match) {
        revealed = { before: earlier, after: room };
        before = told(earlier);
        results += 1;
      }
      if (!revealed || !room.state) continue;
      const hidden = shownRoom(room, { ...revealed, hides: true });
      assert.deepEqual(told(hidden), before);
      // Whose turn it is tells who won a trick.
      if (ofTricks(revealed.after.match))
        assert.deepEqual([hidden.now?.deciding ?? [], hidden.now?.you?.decision ?? null], [[], null]);
      if (room.match) continue;
      const held = shownRoom(room, { ...revealed, hides: false });
      assert.deepEqual(told(held), told(revealed.after));
      assert.equal(held.now?.start_left_ms, undefined, "nobody is called to get ready");
    }
    assert.ok(results > 0);
  });
}
