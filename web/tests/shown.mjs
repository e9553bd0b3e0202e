// While the last result is being revealed, a table of tiles or dice shows nothing of it, at any time of a match.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { heard, newRoom } from "../room.js";
import { game as mahjong } from "../games/mahjong/state.js";
import { paiGow } from "../games/pai-gow/seen.js";
import { dice } from "../tiles/dice/seen.js";
import { beforeResult, viewOf } from "../tiles/view.js";

/** The sessions of docs/sessions are real messages. */
const SESSIONS = path.join(import.meta.dirname, "../../docs/sessions");
const RESULTS = {
  "pai-gow": "splits",
  mahjong: "hand_over",
  "sic-bo": "dice",
  "grand-hazard": "dice",
  "chuck-a-luck": "dice",
};
const GAMES = { "pai-gow": paiGow, mahjong };

/** The texts about a match for a player: points, the last result, the outcome. */
const told = ({ scores, outcome, last_deal, last_round, last_hand }) => ({
  scores,
  outcome,
  last_deal,
  last_round,
  last_hand,
});

for (const [variant, result] of Object.entries(RESULTS)) {
  test(`points and results of ${variant} are those before the last result until it has been shown`, () => {
    const lines = readFileSync(path.join(SESSIONS, `${variant}.jsonl`), "utf8")
      .trim()
      .split("\n");
    const game = GAMES[variant] ?? dice;
    const follower = lines.map((line) => JSON.parse(line)).find(({ got }) => got?.type === "snapshot").who;
    let room = newRoom("room");
    let before = null;
    let results = 0;
    for (const line of lines) {
      const { who, got } = JSON.parse(line);
      if (who !== follower || !got || !("room" in got)) continue;
      if (got.event?.do === result && room.match) {
        before = told(viewOf(room.match, game));
        results += 1;
      }
      room = heard(room, got, 0);
      const match = room.match ?? room.finished;
      if (before && match) assert.deepEqual(told(viewOf(beforeResult(match), game)), before);
    }
    assert.ok(results > 0);
  });
}
