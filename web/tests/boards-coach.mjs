// The coach on a board uses only the view and the legal choices: `node --test web/tests/boards-coach.mjs`.

import assert from "node:assert/strict";
import test from "node:test";

globalThis.document = { documentElement: { lang: "en", dir: "ltr" } };

const { coachTold } = await import("../boards/coach.js");
const { addTexts, speak, t } = await import("../texts.js");
await speak("en");
await addTexts((id) => import(`../boards/texts/${id}.js`));

const view = (variant, board, more = {}) => ({ variant, you: 0, position: { board, turn: [0], moves: 4, ...more } });
const may = (kind, ...choices) => [{ do: kind, choices }];

test("a general in check is told with how many moves help", () => {
  const checked = view("xiangqi", "4k4/9/9/9/9/9/9/9/9/r3K4 w - - 0 1");
  assert.equal(coachTold(checked, may("move", "e0e1", "e0d0")), t("coach.board.check", { n: 2 }));
  const quiet = view("xiangqi", "3k5/9/9/9/9/9/9/9/r8/4K4 w - - 0 1");
  assert.equal(coachTold(quiet, may("move", "e0d0", "e0f0")), "");
  assert.equal(coachTold(quiet, may("move", "e0f0")), t("coach.board.forced"));
});

test("who sees no board is told nothing", () => {
  const blind = { variant: "xiangqi", you: 0, position: { turn: [0], moves: 4, check: true, notation: [] } };
  assert.equal(coachTold(blind, [{ do: "move", choices: null }]), "");
});

test("where nothing can move a piece is to be turned up", () => {
  const shown = view("blind-chess", "????????/????????/????????/e??????? w 0 1");
  assert.equal(coachTold(shown, may("flip", "a1", "b0")), t("coach.board.flip"));
  assert.equal(coachTold(shown, [...may("flip", "a1"), ...may("move", "a0b0")]), "");
  // At the first turn nobody has a colour yet.
  assert.equal(coachTold(view("blind-chess", shown.position.board, { moves: 0 }), may("flip", "a1", "b0")), "");
});

test("stones in squares are told of where some cannot be removed", () => {
  const stones = view("square-chess", "7/7/7/7/oo5/oo3o1/o6/xx5");
  assert.equal(coachTold(stones, may("remove", "f3", "a2")), t("coach.board.squares"));
  assert.equal(coachTold(stones, may("remove", "a3", "a4", "b3", "b4", "f3", "a2")), "");
});
