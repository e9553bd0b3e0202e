// Stored settings of closed tables: `node --test web/tests/again.mjs`.

import assert from "node:assert/strict";
import test from "node:test";

import "./page.mjs";

import { LEFT_OUT, before, fromLink, linkPart, remember, takeLink } from "../again.js";
import { USUAL, settingsOf } from "../views/form.js";

const SETTINGS = {
  variant: "giog",
  seats: 4,
  options: { general_ban: "refuse", beheading: "forfeit" },
  ...LEFT_OUT,
  access: "unlisted",
};
const seats = [{ occupant: { player: "p", name: "琳" } }, { occupant: { bot: "b" } }, { occupant: null }];
const state = (settings = {}, more = {}) => ({
  settings: { ...SETTINGS, ...settings },
  seats,
  phase: "gathering",
  quick: false,
  ...more,
});

test("what links leave out is what the server's form begins with", () => {
  const usual = settingsOf(USUAL, undefined);
  for (const [name, value] of Object.entries(LEFT_OUT)) assert.deepEqual(usual[name], value, name);
});

test("a link says how a table is, in few characters", () => {
  const part = linkPart(state());
  assert.match(part, /^#as=[A-Za-z0-9_-]+$/);
  assert.ok(part.length < 220, part);
  const { variant, seats, options, access } = SETTINGS;
  assert.deepEqual(fromLink(part), { settings: { variant, seats, options, access }, bots: 1 });
  assert.equal(linkPart(state({}, { quick: true })), "", "the server puts people together there");
  const long = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`option_${n}`, n]));
  assert.equal(linkPart(state({ options: long })), "", "a camera has to read it");
});

test("what is no table in a link is nothing", () => {
  const part = (value) => `#as=${Buffer.from(JSON.stringify(value)).toString("base64url")}`;
  const good = { settings: { variant: "giog" }, bots: 2 };
  assert.deepEqual(fromLink(part(good)), good);
  for (const bad of [null, 1, [], {}, { settings: null }, { settings: { variant: 1 } }, { settings: [] }])
    assert.equal(fromLink(part(bad)), null, JSON.stringify(bad));
  assert.equal(fromLink(part({ settings: { variant: "giog", password: "x" } })), null);
  for (const bots of [-1, 1.5, "2", 1e9]) assert.ok(fromLink(part({ ...good, bots })).bots <= 7);
  for (const bad of ["", "#as=", "#as=%%", "#/move/x", "#as=YWJj", `#as=${"A".repeat(10_000)}`])
    assert.equal(fromLink(bad), null, bad);
});

test("the latest tables are known again, and not for ever more", () => {
  for (let n = 0; n < 25; n++) remember(`room-${n}`, state({ seats: n }));
  assert.equal(before("room-4"), null);
  assert.equal(before("room-24").settings.seats, 24);
  remember("room-24", state({ seats: 3 }, { phase: "closed" }));
  assert.equal(before("room-24").settings.seats, 24, "as it was when it was open");
});

test("a link with which the page is opened is kept, and leaves the address", () => {
  let shown = null;
  globalThis.history = { replaceState: (_, __, url) => (shown = url) };
  const open = (hash) => (globalThis.location = Object.assign(new URL(`http://localhost/room/linked${hash}`)));
  open(linkPart(state({ seats: 2 })));
  takeLink("linked");
  assert.equal(shown, "/room/linked");
  assert.equal(before("linked").settings.seats, 2);
  open(linkPart(state({ seats: 5 })));
  takeLink("linked");
  assert.equal(before("linked").settings.seats, 2, "what was seen counts more than what a link says");
});
