// The pages with rules use only existing texts and pieces: `node --test web/tests/learn.mjs`.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import "./page.mjs";

import { positionOf } from "../boards/position.js";
import { shapeOf } from "../boards/shape.js";
import { texts as boards } from "../boards/texts/en.js";
import { isBoardVariant, isTilesVariant } from "../room.js";
import { texts as rules } from "../learn/texts/en.js";
import { texts as page } from "../texts/en.js";
import { texts as views } from "../views/texts/en.js";
import { texts as mahjong } from "../games/mahjong/texts/en.js";
import { texts as tiles } from "../tiles/texts/en.js";

const common = { ...page, ...views, ...rules, ...boards, ...tiles, ...mahjong };

const LEARN = path.join(import.meta.dirname, "..", "games");
const GAMES = Object.keys(common)
  .filter((key) => key.startsWith("game."))
  .map((key) => key.slice("game.".length));
/** docs/RULES.md §1. */
const SET = { 32: "KkAAaaEEeeRRrrHHhhCCccPPPPPppppp", 30: "KkAAaaEEeeRRrrHHhhCCccPPPPpppp" };

for (const game of GAMES) {
  test(`${game} is taught`, async () => {
    assert.ok(existsSync(path.join(LEARN, game, "learn.js")));
    assert.ok(common[`learn.short.${game}`]);
    const { sections, texts: own } = await import(path.join(LEARN, game, "learn.js"));
    const texts = { ...common, ...(await own?.("en"))?.texts };
    const blocks = sections.flatMap((section) => section.blocks);
    const keys = [
      ...sections.map(({ title }) => title),
      ...blocks.flatMap(({ text, names }) => [text, ...(names ?? [])]).filter(Boolean),
    ];
    assert.deepEqual(
      keys.filter((key) => !(key in texts)),
      [],
    );
    const set = SET[game.endsWith("-30") ? 30 : 32];
    if (isBoardVariant(game) || (isTilesVariant(game) && game !== "mahjong")) assert.ok(keys.length > 3);
    for (const { board } of blocks.filter((block) => block.board)) {
      const points = shapeOf(board.variant).points;
      const { men } = positionOf(board.variant, board.text);
      for (const point of [...men.keys(), ...(board.marks ?? [])])
        assert.ok(points.includes(point), `${point} is no point of the board`);
      // The marked points are empty, or have a piece of the other side.
      const own = (point) => /[A-Z]/.test(men.get(point) ?? "");
      assert.ok(!(board.marks ?? []).some(own), board.text);
    }
    for (const { men = [] } of blocks) for (const [, kind] of men) assert.ok(texts[`kingdom.${kind}`]);
    for (const { trick, values = {}, text } of blocks.filter((block) => block.trick)) {
      assert.equal(new Set(trick.map(({ pieces }) => pieces.length)).size, 1, "all lay as many pieces");
      const laid = trick
        .map(({ pieces }) => pieces)
        .join("")
        .replaceAll("?", "");
      for (const code of laid) assert.ok(laid.split(code).length <= set.split(code).length, `too many ${code}`);
      const wanted = [...texts[text].matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      assert.deepEqual(Object.keys(values).sort(), wanted.sort(), text);
    }
  });
}
