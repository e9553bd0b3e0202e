// Decisions that the page does not know, as a newer server may ask for them: `node --test web/tests/newer.mjs`.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { isDeepStrictEqual } from "node:util";

import "./page.mjs";

globalThis.navigator ??= { languages: ["en"] };
const { heard, newRoom } = await import("../room.js");
const { isNewer } = await import("../views/newer.js");
const { newer, unshown } = await import("../views/unshown.js");

const SESSIONS = path.join(import.meta.dirname, "../../docs/sessions");
/** The fields of decisions that may be lists of choices. */
const LISTS = ["stacks", "plays", "signs", "ends", "choices"];

/** The room of a whole session of a game, at each decision of Lin. */
function asked(game) {
  const lines = readFileSync(path.join(SESSIONS, `${game}.jsonl`), "utf8")
    .trim()
    .split("\n");
  const rooms = [];
  let room = newRoom("");
  for (const line of lines) {
    const { who, got } = JSON.parse(line);
    if (who !== "Lin" || !got?.room) continue;
    room = heard(room, got);
    if (got.type === "now" && got.you?.decision?.must) rooms.push(room);
  }
  return rooms;
}

/** The room, with other fields in the open decision. */
function otherwise(room, fields) {
  const { now } = room;
  const decision = { ...now.you.decision, ...fields };
  return { ...room, now: { ...now, you: { ...now.you, decision } } };
}

const games = readdirSync(SESSIONS).map((name) => path.basename(name, ".jsonl"));

for (const game of games) {
  test(`the page knows everything that ${game} asks`, () => {
    const rooms = asked(game);
    assert.ok(rooms.length > 0);
    for (const room of rooms) assert.equal(unshown(room), null);
    assert.equal(rooms.some(isNewer), false);
  });

  test(`what ${game} asks can be answered by any other name, with the default and with all that is listed`, () => {
    for (const room of asked(game)) {
      const { decision } = room.now.you;
      const proposed = decision.default && { ...decision.default, do: "do_anew" };
      const found = unshown(otherwise(room, { do: "do_anew", default: proposed }));
      assert.deepEqual(found.proposed, proposed);
      if (decision.may) continue;
      const list = LISTS.map((name) => decision[name]).find(Array.isArray) ?? [];
      assert.equal(found.listed.length, list.length);
      assert.ok(list.length === 0 || found.listed.some((action) => isDeepStrictEqual(action, proposed)));
      assert.ok(found.listed.every((action) => action.do === "do_anew"));
    }
  });
}

test("of several kinds of action, only those are listed that the page does not know", () => {
  const [room] = asked("xiangqi");
  const more = [
    { do: "pass", choices: null },
    { do: "jump", choices: ["a1", "b2"] },
  ];
  const may = [...room.now.you.decision.may, ...more];
  assert.deepEqual(unshown(otherwise(room, { may })), { proposed: null, listed: [{ do: "pass" }] });
  assert.equal(isNewer(otherwise(room, { may })), true);
  const proposed = { do: "jump", at: "b2" };
  const jumps = ["a1", "b2"].map((at) => ({ do: "jump", at }));
  assert.deepEqual(unshown(otherwise(room, { may, default: proposed })), {
    proposed,
    listed: [{ do: "pass" }, ...jumps],
  });
});

test("without a default nothing is guessed, and what nobody waits for needs nothing", () => {
  const [room] = asked("giog");
  const anew = otherwise(room, { do: "do_anew", default: null });
  assert.deepEqual(unshown(anew), { proposed: null, listed: [] });
  assert.equal(unshown(otherwise(anew, { must: false })), null);
  assert.equal(unshown({ ...anew, match: null }), null);
});

/** The buttons of a description, with their texts. */
function buttonsIn(child) {
  if (Array.isArray(child)) return child.flatMap(buttonsIn);
  if (child?.tag === "button") return [{ text: child.children.join(""), press: child.props.onclick }];
  return child?.children ? buttonsIn(child.children) : [];
}

test("there is a button to reload, one for the default, and one for each choice", () => {
  const [room] = asked("giog");
  const acted = [];
  const lift = { do: "lift", stacks: [8, 9], default: { do: "lift", stack: 8 } };
  const table = { room: otherwise(room, lift), asking: false, act: (action) => acted.push(action) };
  const buttons = buttonsIn(newer(table));
  assert.deepEqual(
    buttons.map(({ text }) => text),
    ["Reload the page", "Let the server choose", "lift 8", "lift 9"],
  );
  for (const { press } of buttons.slice(1)) press();
  assert.deepEqual(
    acted.map(({ stack }) => stack),
    [8, 8, 9],
  );
  assert.equal(newer({ ...table, room }), null);
});
