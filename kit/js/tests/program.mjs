// What a program answers its runner.

import assert from "node:assert/strict";
import test from "node:test";
import { bot } from "../src/index.js";

test("a program has the options that are set, and names those that it has", async () => {
  const options = { depth: "3", style: "calm" };
  const answer = bot(() => undefined, { options });
  const hello = { type: "hello", v: 1, engine: "giog 1", options: { depth: "5", weather: "sun" } };
  assert.deepEqual((await answer(hello)).options, ["depth", "style"]);
  assert.deepEqual(options, { depth: "5", style: "calm" });
});

test("a program that has nothing to say at its start is silent, and answers ping", async () => {
  const answer = bot(() => undefined);
  assert.equal(await answer({ type: "hello", v: 1, engine: "giog 1" }), undefined);
  assert.deepEqual(await answer({ type: "ping", v: 1 }), { type: "pong" });
});
