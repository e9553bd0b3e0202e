// The page's use of REST answers: `node --test web/tests/rest.mjs`.

import assert from "node:assert/strict";
import test from "node:test";

const { ask, askOpenly, bytesAt } = await import("../rest.js");

const MATCH = "/matches/28c5a5ad-0000-4000-8000-000000000000";

/** The next answers are all this one. */
const answer = (...response) => {
  globalThis.fetch = async () => new Response(...response);
};

test("what does not come from the server, or not whole, is told as a lost connection", async () => {
  const lost = { code: "connection_lost" };
  for (const [text, status] of [
    ["", 502],
    ["<html>Bad Gateway</html>", 503],
    ['{"match_id":"28c5', 200],
  ]) {
    answer(text, { status });
    await assert.rejects(ask(MATCH), lost);
    await assert.rejects(askOpenly(MATCH), lost);
  }
  answer("", { status: 504 });
  await assert.rejects(bytesAt(`${MATCH}/record`), lost);
});

test("a refusal of the server is one", async () => {
  answer(JSON.stringify({ code: "no_such_match", detail: "there is none" }), { status: 404 });
  await assert.rejects(ask(MATCH), { code: "no_such_match", message: "there is none" });
});
