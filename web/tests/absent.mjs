// Who is away, who agrees to end the match, and what is said of it: `node --test web/tests/absent.mjs`.

import assert from "node:assert/strict";
import test from "node:test";

import "./page.mjs";

globalThis.WebSocket = class {};
globalThis.navigator ??= { languages: ["en"] };
const { heard, newRoom } = await import("../room.js");
const { session } = await import("../session.js");
const { speak } = await import("../texts.js");
const { absentTold } = await import("../views/absent.js");

await speak("en");

const ROOM = "fcfee05f-0a28-4477-9765-22f5a2274c9e";
const occupant = (player) => ({ player, name: player, tag: "1234" });
const seatsOf = (...players) =>
  players.map((player, seat) => ({ seat, occupant: occupant(player), ready: false, away: false }));
const START = { match_id: ROOM, variant: "giog", seats: 2, players: [{ id: "lin" }, { id: "mei" }] };

/** A room with a match, as a snapshot shows it. */
function playing({ settings = {}, seats = seatsOf("lin", "mei") } = {}) {
  const clock = { kind: "timed", decision_ms: 30_000, bank_ms: 0 };
  const state = {
    phase: "playing",
    settings: { variant: "giog", seats: 2, options: {}, clock, ...settings },
    seats,
    previous: null,
    series: { matches: 0, rows: [] },
  };
  const match = { start: START, view: { variant: "giog", you: 0 }, commitments: [] };
  return heard(newRoom(ROOM, "lin"), { type: "snapshot", seq: 1, you: 0, state, match });
}

const presence = (...connected) => ({ type: "notice", notice: { do: "presence", connected, spectators: 0 } });

test("of somebody whom the page saw go it says when a stand-in plays; of others that they are not connected", (context) => {
  session.me = { player: "lin", limits: { grace_ms: 30_000 } };
  let now = 5_000;
  context.mock.method(performance, "now", () => now);
  const both = heard(playing(), presence(0, 1), 1_000);
  assert.equal(absentTold(both, 1), null);
  const gone = heard(both, presence(0), 5_000);
  assert.equal(absentTold(gone, 1), "stand-in in 0:30");
  now = 12_000;
  // Other news of who is there change nothing.
  const later = heard(gone, { type: "notice", notice: { do: "presence", connected: [0], spectators: 3 } }, 11_000);
  assert.equal(absentTold(later, 1), "stand-in in 0:23");
  assert.equal(absentTold(heard(later, presence(0, 1), 12_000), 1), null);
  const back = heard(heard(later, presence(0, 1), 12_000), presence(0), 12_000);
  assert.equal(absentTold(back, 1), "stand-in in 0:30", "who was back has the whole time again");
  assert.equal(absentTold(heard(playing(), presence(0), 1_000), 1), "offline", "nobody knows since when");
  const paused = { ...later, now: { deciding: [], you: null, pause_left_ms: 900_000 } };
  assert.equal(absentTold(paused, 1), "offline", "in a pause no stand-in plays");
  const away = heard(later, { type: "event", seq: 2, event: { do: "away", seat: 1 } });
  assert.equal(absentTold(away, 1), null, "a stand-in plays");
});

test("where nobody plays for absent people no time is said", () => {
  session.me = { player: "lin", limits: { grace_ms: 30_000 } };
  for (const settings of [
    { clock: { kind: "days", days: 3 } },
    { clock: { kind: "timed", decision_ms: 600_000, bank_ms: 0 } },
    { options: { on_time: "lose" } },
  ]) {
    const gone = heard(heard(playing({ settings }), presence(0, 1), 1_000), presence(0), 5_000);
    assert.equal(absentTold(gone, 1), "offline");
  }
});

test("who agrees to end the match is known from events as from a snapshot", () => {
  const event = (room, seq, event) => heard(room, { type: "event", seq, event });
  const asked = event(playing(), 2, { do: "ending", seat: 1, agrees: true });
  const [lin, mei] = seatsOf("lin", "mei");
  assert.deepEqual(asked.state.seats, [lin, { ...mei, ending: true }]);
  assert.deepEqual(event(asked, 3, { do: "ending", seat: 1, agrees: false }).state.seats, [lin, mei]);
  assert.deepEqual(event(asked, 3, { do: "away", seat: 1 }).state.seats, [lin, { ...mei, away: true }]);
  const ended = event(asked, 3, { do: "abandoned", match_id: ROOM, server_seed: "00" });
  assert.deepEqual(ended.state.seats, [lin, mei]);
  assert.equal(ended.match, null);
});
