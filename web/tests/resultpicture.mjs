// The picture of a result: `node --test web/tests/resultpicture.mjs`.

import assert from "node:assert/strict";
import test from "node:test";

import { broken, drawResult, HEIGHT, WIDTH } from "../views/resultpicture.js";

test("a long text is broken between words, and a word that is too long stands alone", () => {
  const widthOf = (text) => text.length;
  assert.deepEqual(broken("You and Mei share the win.", 12, widthOf), ["You and Mei", "share the", "win."]);
  assert.deepEqual(broken("a extraordinarily b", 5, widthOf), ["a", "extraordinarily", "b"]);
});

/** What is written on a canvas, with its place. */
function written(what, direction) {
  const texts = [];
  const on = {
    createRadialGradient: () => ({ addColorStop() {} }),
    fillRect() {},
    measureText: (text) => ({ width: text.length * 24 }),
    fillText: (text, x, y) => texts.push({ text, x, y }),
  };
  drawResult(on, what, direction);
  return texts;
}

test("everything of a result lies within the picture, in both directions", () => {
  const rows = Array.from({ length: 7 }, (_, i) => ({ place: `${i + 1}`, name: `Player ${i}`, points: `${i}` }));
  const what = {
    game: "Seven kingdoms",
    told: "One, Two, Three, Four and Five share the win of this long evening.",
    rows,
  };
  for (const direction of ["ltr", "rtl"]) {
    const texts = written(what, direction);
    assert.equal(texts.filter(({ text }) => text.startsWith("Player")).length, 7);
    for (const { x, y } of texts) assert.ok(x > 0 && x < WIDTH && y > 0 && y < HEIGHT, `${x}, ${y}`);
  }
  const [ltr, rtl] = ["ltr", "rtl"].map((direction) => written(what, direction)[0].x);
  assert.ok(ltr < WIDTH / 2 && rtl > WIDTH / 2);
});
