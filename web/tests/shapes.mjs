// The shapes of a table: the style sheets ask for no other room than docs/WEB.md names, and say before each rule which shape it is for.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const SHEETS = ["layout.css", "boards/live.css", "tiles/tiles.css", "tiles/dice/dice.css", "games/pai-gow/table.css"];

/** The names of shapes by what they are, as the document has them: `felt` or `stage`, with its bounds. */
const SHAPES = new Map(
  [...read("docs/WEB.md").matchAll(/^\| ([\w, ]+) \| `(felt|stage) ([^`]+)` \|/gm)].map(([, name, of, bounds]) => [
    `${of} ${bounds}`,
    name,
  ]),
);

/** The shapes that a rule is for: it may be for several, each with its bounds in parentheses. */
function shapesOf(rule) {
  const [, of, bounds] = /^(\w+) (.*)$/.exec(rule.replaceAll(/\s+/g, " ").replaceAll("( ", "(").replaceAll(" )", ")"));
  return bounds.split(" or ").map((one) => `${of} ${one.replace(/^\(\((.*)\)\)$/, "($1)")}`);
}

for (const sheet of SHEETS)
  test(`${sheet} names the shapes of a table for which its rules are`, () => {
    const rules = [
      ...read(`web/${sheet}`).matchAll(/(?:\/\*((?:[^*]|\*(?!\/))*)\*\/\s*)?@container ((?:felt|stage) [^{]*) \{/g),
    ];
    assert.ok(rules.length > 2);
    for (const [, comment = "", rule] of rules)
      for (const shape of shapesOf(rule)) {
        const name = SHAPES.get(shape);
        assert.ok(name, `docs/WEB.md has no shape with ${shape}`);
        assert.ok(comment.toLowerCase().includes(name), `“${name}” is not said before @container ${rule}`);
      }
  });

test("every shape of the document is asked for", () => {
  const asked = SHEETS.flatMap((sheet) =>
    [...read(`web/${sheet}`).matchAll(/@container ((?:felt|stage) [^{]*) \{/g)].flatMap(([, rule]) => shapesOf(rule)),
  );
  assert.deepEqual(
    [...SHAPES.keys()].filter((shape) => !asked.includes(shape)),
    [],
  );
});
