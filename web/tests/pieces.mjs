// Every piece can be drawn, and distinguished from every other without colour: `node --test web/tests/pieces.mjs`.

import assert from "node:assert/strict";
import test from "node:test";

/** A minimal document for drawing: elements with attributes and children. */
globalThis.document = {
  createElementNS: (_, tag) => ({
    tag,
    attributes: {},
    children: [],
    setAttribute(name, value) {
      this.attributes[name] = value;
    },
    append(...children) {
      this.children.push(...children);
    },
  }),
};

const { CODES, SETS, pieceSvg } = await import("../pieces/pieces.js");
const { texts } = await import("../texts/en.js");

const COLOURS = ["fill", "stroke"];

/** The drawing without colours; whether something is filled remains visible. */
function shape(node) {
  if (typeof node === "string") return node;
  const attributes = Object.entries(node.attributes).map(([name, value]) => {
    return [name, COLOURS.includes(name) && value !== "none" ? "ink" : value];
  });
  return JSON.stringify([node.tag, attributes, node.children.map(shape)]);
}

function* all(node) {
  if (typeof node === "string") return;
  yield node;
  for (const child of node.children) yield* all(child);
}

for (const { id, text } of SETS) {
  test(`${id} has a name and an outline for every piece`, () => {
    assert.ok(texts[text]);
    for (const code of CODES) {
      const outlines = [...all(pieceSvg(code, id))].filter(({ tag }) => tag === "path");
      assert.ok(outlines.length > 0 && outlines.every(({ attributes }) => attributes.d.length > 30), code);
    }
  });

  test(`${id} tells all pieces apart without colour`, () => {
    const shapes = [...CODES, "back"].map((code) => shape(pieceSvg(code, id)));
    assert.equal(new Set(shapes).size, CODES.length + 1);
  });
}

test("marks tell the rank of a kind, and each kind by a sign of its own", () => {
  const marks = CODES.map((code) =>
    [...all(pieceSvg(code, "traditional", { marked: true }))].find(
      ({ attributes }) => attributes.class === "piece-mark",
    ),
  );
  const ranks = marks.map((mark) => Number(mark.attributes["data-rank"]));
  assert.deepEqual(ranks, [7, 7, 6, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1]);
  const signs = marks.map((mark) => [...all(mark)].find(({ tag }) => tag === "path").attributes.d);
  assert.equal(new Set(signs).size, 7);
  assert.ok(
    ![...all(pieceSvg("K"))].some(({ attributes }) => attributes.class === "piece-mark"),
    "not where they are not asked for",
  );
});

test("no piece has a style of its own, which the page's policy refuses", () => {
  for (const { id } of SETS) {
    for (const code of [...CODES, "back"]) {
      for (const { attributes } of all(pieceSvg(code, id))) assert.ok(!("style" in attributes), code);
    }
  }
});

test("what is no piece is not drawn", () => {
  for (const code of ["", "x", "KK", "?"]) assert.throws(() => pieceSvg(code), RangeError);
});
