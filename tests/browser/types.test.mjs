// Checks the types of the protocol and of the page with the TypeScript in this folder: `node --test tests/browser/types.test.mjs`. Real
// messages of servers and clients must have the types of `kit/js/types/protocol.d.ts`, and other values must not.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";

const here = import.meta.dirname;
const root = path.join(here, "../..");
const tsc = path.join(here, "node_modules/typescript/bin/tsc");
const scratch = await mkdtemp(path.join(tmpdir(), "giog-types-"));
after(() => rm(scratch, { recursive: true }));

/** The compiler's errors about some code, line by line. */
async function compiled(...parameters) {
  try {
    await promisify(execFile)(process.execPath, [tsc, "--noEmit", ...parameters], { cwd: root });
    return [];
  } catch ({ stdout, stderr }) {
    return `${stdout}${stderr}`.trim().split("\n");
  }
}

/** The compiler's errors about values with their types. */
async function claimed(name, values) {
  const head = [
    `import type * as P from ${JSON.stringify(path.join(root, "kit/js/types/protocol.js"))};`,
    `import type { Reply } from ${JSON.stringify(path.join(root, "kit/js/src/connection.js"))};`,
    `import type { Kept } from ${JSON.stringify(path.join(root, "kit/js/src/receipts.js"))};`,
  ];
  const lines = values.map(([value, type]) => `(${JSON.stringify(value)}) satisfies ${type};`);
  const file = path.join(scratch, name);
  await writeFile(file, [...head, ...lines].join("\n"));
  const strict = ["--strict", "--exactOptionalPropertyTypes", "--allowJs", "--skipLibCheck"];
  return compiled(...strict, "--target", "esnext", "--module", "esnext", "--moduleResolution", "bundler", file);
}

/** What writes the types of the package anew. */
const AGAIN = "tests/browser/node_modules/.bin/tsc -p kit/js";

const read = (file) => readFile(path.join(root, file), "utf8");

/** The session of docs/PROTOCOL.md, each reply with the type for its request. */
async function session() {
  const text = await read("docs/PROTOCOL.md");
  const asked = new Map();
  const frames = text.matchAll(/^(\w+) ([<>]) (\{"(?:id|type)".*\})$/gm);
  return [...frames].map(([, who, way, json]) => {
    const frame = JSON.parse(json);
    if (way === ">") {
      asked.set(`${who} ${frame.id}`, frame.type);
      return [frame, "P.Request"];
    }
    const request = asked.get(`${who} ${frame.re}`);
    return [frame, frame.type === "ok" ? `{ type: "ok" } & Reply<"${request}">` : "P.ServerMessage"];
  });
}

/** The type of the body of a REST answer, by the name of its snapshot in the server's tests. */
const BODIES = [
  [/^matches__matches$/, "P.MatchList"],
  [/^matches__match_record$/, "P.Record"],
  [/^matches__match_(finished|running)$/, "P.MatchInfo"],
  [/^events__/, "P.MatchEvents"],
  [/^rooms__rooms$/, "P.RoomList"],
  [/^rooms__room$/, "P.RoomInfo"],
  [/^rooms__cancelled_starts$/, "P.CancelledStarts"],
  [/^server__server$/, "P.ServerInfo"],
  [/^health__keys$/, "P.KeyList"],
  [/^health__(healthz|readyz)$/, "P.Health"],
  [/^guests__guest_made$/, "P.NewGuest"],
  [/^guests__guest_(me|renamed)$/, "P.PlayerInfo"],
  [/^qr__qr$/, "P.QrCode"],
  [
    /^problems__(?!statuses)|^\w+__no_such_|^health__readyz_|^secrecy__|_wrong_password$|_bad_code$|^guests__guest_/,
    "P.ProblemDetails",
  ],
];

/** The REST answers in the server's tests. */
async function answers() {
  const folder = "crates/server/tests/rest/snapshots";
  const found = [];
  for (const file of await readdir(path.join(root, folder))) {
    const [, type] = BODIES.find(([name]) => name.test(file.replace(/^rest__|\.snap$/g, ""))) ?? [];
    if (!type) continue;
    const [, , picture] = (await read(path.join(folder, file))).split("---\n");
    const { body, ...bare } = JSON.parse(picture);
    found.push([body ?? bare, type]);
  }
  return found;
}

/** A match of each game, in the messages to a seat and to spectators. */
async function games() {
  const lines = (await read("web/tests/games.jsonl")).trim().split("\n");
  return lines
    .flatMap((line) => JSON.parse(line).told)
    .flatMap(({ event, view, decision }) =>
      event
        ? [[event, "P.RoomEvent"]]
        : [
            [view, "P.View"],
            [decision, "P.Decision | null"],
          ],
    );
}

test("the page's own code has the types that it names", async () => {
  assert.deepEqual(await compiled("-p", "web"), []);
});

test("the types of the package for JavaScript are those of its code", async () => {
  const written = path.join(scratch, "types");
  await promisify(execFile)(process.execPath, [tsc, "-p", "kit/js", "--outDir", written], { cwd: root });
  const types = path.join(root, "kit/js/types");
  const there = (await readdir(types)).filter((name) => name !== "protocol.d.ts");
  const names = (await readdir(written)).sort();
  assert.deepEqual(names, there.sort(), AGAIN);
  for (const name of names)
    assert.equal(await read(path.join("kit/js/types", name)), await readFile(path.join(written, name), "utf8"), AGAIN);
});

test("what was really asked, told and answered has the types of the protocol", async () => {
  const values = [
    ...(await session()),
    ...(await answers()),
    ...(await games()),
    [JSON.parse(await read("web/tests/record.json")), "P.Record"],
    [JSON.parse(await read("web/tests/receipt.json")), "Kept"],
  ];
  const types = new Set(values.map(([, type]) => type));
  for (const type of [
    "P.Request",
    '{ type: "ok" } & Reply<"act">',
    "P.ServerMessage",
    "P.RoomEvent",
    "P.View",
    ...BODIES.map(([, type]) => type),
  ]) {
    assert.ok(types.has(type), `nothing claims to be ${type}`);
  }
  assert.deepEqual(await claimed("so.ts", values), []);
});

test("what the server never says, and what it refuses, has none of these types", async () => {
  const room = "6ad2b4a2-4e5b-4cb3-a7a6-3b6b5b0f7f10";
  const event = (event) => ({ type: "event", room, seq: 1, event });
  const played = { do: "play", seat: 0, trick: 0, lead: false, count: 1, at_ms: 0 };
  const right = [
    [event(played), "P.ServerMessage"],
    [event({ ...played, pieces: "K", up: true }), "P.ServerMessage"],
    [{ id: 1, type: "sit", room, seat: null }, "P.Request"],
    [{ id: 1, type: "act", room, turn: 0, do: "play", pieces: "K" }, "P.Request"],
  ];
  assert.deepEqual(await claimed("right.ts", right), []);
  const wrong = [
    [event({ ...played, seat: undefined }), "P.ServerMessage"],
    [event({ ...played, pieces: null }), "P.ServerMessage"],
    [event({ ...played, at: 0 }), "P.ServerMessage"],
    [event({ ...played, do: "plays" }), "P.ServerMessage"],
    [{ ...event(played), seq: "1" }, "P.ServerMessage"],
    [{ type: "now", room, seq: 1, deciding: [], you: null, start_left_ms: null }, "P.ServerMessage"],
    [{ type: "error", re: 1, code: "no_such_code", message: "" }, "P.ServerMessage"],
    [{ type: "ok", re: 1, room }, '{ type: "ok" } & Reply<"act">'],
    [{ id: 1, type: "sit", seat: 0 }, "P.Request"],
    [{ id: 1, type: "act", room, turn: 0, do: "play" }, "P.Request"],
    [{ id: 1, type: "act", room, turn: 0, do: "fly" }, "P.Request"],
    [{ id: 1, type: "create_room", key: "k", settings: { seat: 3 } }, "P.Request"],
  ];
  const told = await claimed("wrong.ts", wrong);
  const lines = new Set(told.map((line) => Number(/wrong\.ts\((\d+),/.exec(line)?.[1])).filter(Boolean));
  // The first three lines of the file are its imports.
  assert.deepEqual(
    [...lines].map((line) => line - 4),
    wrong.map((_, i) => i),
  );
});
