// The form of a table and the settings that it becomes: `node --test web/tests/form.mjs`.

import assert from "node:assert/strict";
import test from "node:test";

import { fitting, formOf, settingsOf } from "../views/form.js";

/** Games of each family, in the shape of `/api/v1/variants`. */
const GAMES = [
  { id: "giog", default_options: { general_ban: "refuse", beheading: "forfeit" } },
  { id: "tam-cuc", default_options: {} },
  { id: "xiangqi", family: "boards", default_options: { on_time: "lose", check: "enforce", blindfold: false } },
  { id: "pong-hau-ki", family: "boards", default_options: {} },
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
