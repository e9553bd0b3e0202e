// What the page's session sends of its own accord: `node --test web/tests/session.mjs`.

import assert from "node:assert/strict";
import test from "node:test";

import "./page.mjs";

globalThis.WebSocket = class {};
const { acknowledge, prepare, receipt } = await import("../receipts.js");
const { session } = await import("../session.js");

const ROOM = "fcfee05f-0a28-4477-9765-22f5a2274c9e";
const next = { match_id: "28c5a5ad-0000-4000-8000-000000000000", seed_commitment: "d2" };

test("entropy is not opened for a snapshot that has no commitments, and is for one that has", (context) => {
  const sent = context.mock.method(session, "request", async () => ({}));
  const { entropy_commitment } = prepare(next, 0);
  acknowledge(next.match_id, true);
  const { entropy } = receipt(next.match_id);
  const told = (more) => {
    const state = { phase: "opening", next, seats: [], ...more };
    const detail = { type: "snapshot", room: ROOM, seq: 8, you: 0, state, match: null };
    session.connection.dispatchEvent(new CustomEvent("message", { detail }));
    return sent.mock.calls.map(({ arguments: [type, fields] }) => [type, fields]);
  };
  assert.deepEqual(told({}), []);
  const { match_id } = next;
  assert.deepEqual(told({ entropy_commitments: [entropy_commitment, ""] }), [
    ["open_entropy", { room: ROOM, match_id, entropy }],
  ]);
});
