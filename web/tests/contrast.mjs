// All text can be read: the contrast of colours is computed from the style sheets, in both themes and on the cloth, as WCAG AA wants it:
// `node --test web/tests/contrast.mjs`. What only a drawn page has (pictures below a text) is looked at by axe, in `axe.spec.mjs`.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import test from "node:test";

/** WCAG AA for text of ordinary size. */
const AA = 4.5;
const WEB = path.resolve(import.meta.dirname, "..");
const sheets = readdirSync(WEB, { recursive: true })
  .filter((file) => file.endsWith(".css") && !/^(dist|node_modules)\//.test(file))
  .map((file) => ({ file, text: readFileSync(path.join(WEB, file), "utf8").replace(/\/\*.*?\*\//gs, "") }));
const textOf = (name) => sheets.find(({ file }) => file === name).text;
/** The rules of a style sheet, inside of `@media` too: what they are for, and what they say. */
const rulesOf = (text) => [...text.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, which, says]) => [which.trim(), says]);
/** The custom properties that a rule sets. */
const setBy = (says) =>
  Object.fromEntries([...says.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, to]) => [name, to]));

const ROOT = setBy(textOf("style.css").match(/:root \{([^}]*)\}/)[1]);
const CLOTH = setBy(textOf("table.css").match(/\.cloth \{([^}]*)\}/)[1]);
/** The places in which text stands, with their colours: on the cloth those of the dark theme, but for what it sets. */
const PLACES = {
  light: { theme: 0, colours: ROOT },
  dark: { theme: 1, colours: ROOT },
  cloth: { theme: 1, colours: { ...ROOT, ...CLOTH } },
};

/** Red, green, blue and opacity of a colour, from 0 to 1; null for what is no plain colour. */
function colour(text, place) {
  const wanted = text.trim();
  const name = wanted.match(/^var\((--[\w-]+)\)$/)?.[1];
  if (name) return place.colours[name] ? colour(place.colours[name], place) : null;
  const both = wanted.match(/^light-dark\(([^,]+),([^)]+)\)$/);
  if (both) return colour(both[1 + place.theme], place);
  let hex = wanted.match(/^#([0-9a-f]{3,8})$/i)?.[1];
  if (!hex) return null;
  if (hex.length < 6) hex = [...hex].map((digit) => digit + digit).join("");
  return [0, 2, 4, 6].map((at) => (hex.slice(at, at + 2) ? parseInt(hex.slice(at, at + 2), 16) / 255 : 1));
}

const over = ([r, g, b, a], below) => [...[r, g, b].map((part, i) => part * a + below[i] * (1 - a)), 1];
const linear = (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);

/** The contrast of a text on a background, of which both may let `below` through. */
function contrast(text, on, below) {
  const ground = over(on, below);
  const [high, low] = [light(over(text, ground)), light(ground)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

test("the contrast is that of WCAG", () => {
  const at = (hex) => colour(hex, PLACES.light);
  assert.equal(contrast(at("#000"), at("#fff"), at("#fff")).toFixed(1), "21.0");
  assert.equal(contrast(at("#777"), at("#fff"), at("#fff")).toFixed(2), "4.48");
});

/** What is written with which colour on which. */
const TEXTS = ["--ink", "--soft", "--accent", "--good", "--fault"];
const GROUNDS = {
  light: ["--paper", "--card"],
  dark: ["--paper", "--card"],
  cloth: ["--felt", "--felt-deep", "--card"],
};

for (const [name, place] of Object.entries(PLACES))
  test(`every colour of text can be read on every ground: ${name}`, () => {
    const below = colour(name === "cloth" ? "var(--felt)" : "var(--paper)", place);
    for (const ground of GROUNDS[name])
      for (const text of TEXTS) {
        const found = contrast(colour(`var(${text})`, place), colour(`var(${ground})`, place), below);
        assert.ok(found >= AA, `${text} on ${ground}: ${found.toFixed(2)}`);
      }
  });

/** The style sheets of what lies on the cloth and nowhere else. */
const CLOTHED = /^(plays|games\/mahjong\/table)\.css$/;

test("what has a colour of text as its ground says how it is written on, and that can be read", () => {
  let seen = 0;
  for (const { file, text } of sheets)
    for (const [which, says] of rulesOf(text)) {
      const ground = says.match(/(?:^|[;\s])background(?:-color)?:\s*([^;]+);/)?.[1];
      const written = says.match(/(?:^|[;\s])color:\s*([^;]+);/)?.[1];
      const isText = TEXTS.some((one) => ground === `var(${one})`);
      // A bar, a dot: it says its size.
      if (isText && !written && /(block-size|inline-size|inset|height|width):/.test(says)) continue;
      if (isText) assert.ok(written, `${file}: ${which} has ${ground} as its ground, and says no colour`);
      if (!ground || !written) continue;
      for (const [name, place] of Object.entries(CLOTHED.test(file) ? { cloth: PLACES.cloth } : PLACES)) {
        const [on, ink] = [colour(ground, place), colour(written, place)];
        if (!on || !ink || on[3] < 1) continue;
        seen++;
        const found = contrast(ink, on, colour("var(--paper)", place));
        assert.ok(found >= AA, `${file}: ${which}, ${name}: ${found.toFixed(2)}`);
      }
    }
  assert.ok(seen > 20, `${seen} were looked at`);
});
