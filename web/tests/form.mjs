// The form of a table and the resulting settings: `node --test web/tests/form.mjs`.

import assert from "node:assert/strict";
import test from "node:test";

import "./page.mjs";

import { clocks } from "../views/clocks.js";
import { times } from "../views/field.js";
import { fitting, formOf, settingsOf } from "../views/form.js";

/** Games of each family, in the shape of `/api/v1/variants`. */
const GAMES = [
  { id: "giog", default_options: { general_ban: "refuse", beheading: "forfeit" } },
  { id: "tam-cuc", default_options: {} },
  { id: "xiangqi", family: "boards", default_options: { on_time: "lose", check: "enforce", blindfold: false } },
  { id: "without-options", family: "boards", default_options: {} },
  { id: "mahjong", family: "tiles", default_options: { length: "round", min_faan: 3, flowers: true } },
  { id: "sic-bo", family: "tiles", default_options: { rounds: 10, stock: 100 } },
].map((game) => ({
  ...game,
  min_players: 2,
  max_players: 4,
  options: Object.keys(game.default_options).map((id) => ({ id })),
}));

test("a room that becomes one of another game gets the options of that game and no others", () => {
  for (const before of GAMES) {
    const settings = { variant: before.id, seats: 3, options: before.default_options, clock: { kind: "auto" } };
    const form = formOf(settings);
    assert.deepEqual(settingsOf(form, before).options, before.default_options);
    for (const game of GAMES) {
      const { variant, options } = settingsOf({ ...form, ...fitting(game, form) }, game);
      assert.deepEqual({ variant, options }, { variant: game.id, options: game.default_options }, before.id);
    }
  }
});

test("a room keeps its clock, whatever it is, and the form has a name for it", () => {
  const game = (variant) => GAMES.find(({ id }) => id === variant);
  const timed = { kind: "timed", decision_ms: 90_000, bank_ms: 5_000 };
  for (const [variant, ...own] of [
    ["giog", timed],
    ["xiangqi", { kind: "days", days: 5 }, timed, { kind: "bank", bank_ms: 30_000, increment_ms: 1_000 }],
  ]) {
    for (const clock of [{ kind: "auto" }, { kind: "none" }, ...own]) {
      const { id, default_options: options } = game(variant);
      const form = formOf({ variant, seats: 2, options, clock });
      assert.deepEqual(settingsOf(form, game(variant)).clock, clock);
      const names = clocks(id === "xiangqi", form.kept).map(([name]) => name);
      assert.ok(names.includes(form.clock), JSON.stringify(clock));
    }
  }
  const form = formOf({ variant: "xiangqi", seats: 2, options: {}, clock: { kind: "days", days: 5 } });
  assert.deepEqual(settingsOf({ ...form, ...fitting(game("giog"), form) }, game("giog")).clock, { kind: "auto" });
});

test("which bots may sit is kept, apart from how many are added at first", () => {
  const [game] = GAMES;
  const settings = { variant: game.id, seats: 3, options: {}, clock: { kind: "auto" } };
  for (const bots of ["house", "none"]) {
    const form = formOf({ ...settings, bots });
    assert.deepEqual([form.bots, settingsOf({ ...form, bots: 2 }, game).bots], [0, bots]);
  }
  assert.ok(!("bots" in settingsOf({ ...formOf(settings), bots: 2 }, game)), "where all may sit, nothing is said");
});

test("a time that a room has is offered among the others", () => {
  const offered = (there) => times([0, 1_000], there).map(([ms]) => ms);
  assert.deepEqual(offered(1_000), [0, 1_000]);
  assert.deepEqual(offered(500), [0, 500, 1_000]);
});
