// Writes glyphs.js, the same files for boards and mahjong, and mark.svg: the outlines of the characters on the pieces, from LXGW WenKai
// TC Bold (LICENSE-font.txt). It must be run only after a change of the font or the characters; the page never loads it.
//
//   npm install --no-save opentype.js@1.3.4 @fontsource/lxgw-wenkai-tc@5.3.0
//   node web/pieces/make.mjs
//
// Each outline is centred on 0,0 and drawn in integers on an em of EM units, with relative commands, which keeps each file under 25 kB.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const FAMILY = "@fontsource/lxgw-wenkai-tc";
const CHARACTERS = "帥將仕士相象俥車傌馬炮砲兵卒爵KAERHCP";
/** Characters that only games on boards need, whose code is loaded later: the pieces of seven kingdoms, the states, Zhou, the river. */
const ON_BOARDS = "偏裨行弓弩刀劍騎秦楚韓齊魏趙燕周河漢界GDBXS";
/** Characters that only mahjong needs: numbers, winds, dragons, flowers, seasons. */
const ON_TILES = "一二三四五六七八九萬東南西北中發梅蘭菊竹春夏秋冬";
const ALL = CHARACTERS + ON_BOARDS + ON_TILES;
/** Units per em: one of 400 is finer than a third of a pixel on a disc of 160 device pixels. */
const EM = 400;

const require = createRequire(path.join(process.cwd(), "package.json"));
const opentype = require("opentype.js");
const folder = path.join(path.dirname(require.resolve(`${FAMILY}/package.json`)), "files");

/** The font comes in parts, each with some of the characters. */
function* parts() {
  for (const name of readdirSync(folder).sort()) {
    if (!/-700-normal\.woff$/.test(name)) continue;
    const bytes = readFileSync(path.join(folder, name));
    yield opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  }
}

function findGlyphs() {
  const found = new Map();
  for (const font of parts()) {
    for (const character of ALL) {
      const glyph = font.charToGlyph(character);
      if (found.has(character) || glyph.index === 0 || !glyph.getPath(0, 0, EM).commands.length) continue;
      found.set(character, glyph);
    }
  }
  const missing = [...ALL].filter((character) => !found.has(character));
  if (missing.length) throw new Error(`not in the font: ${missing.join(" ")}`);
  return found;
}

/** A path with relative integer coordinates, centred. Absolute coordinates are rounded, so that errors do not add up. */
function outline(glyph) {
  const drawn = glyph.getPath(0, 0, EM);
  const box = drawn.getBoundingBox();
  const middle = { x: (box.x1 + box.x2) / 2, y: (box.y1 + box.y2) / 2 };
  let at = { x: 0, y: 0 };
  let start = at;
  let text = "";
  const put = (letter, ...points) => {
    const places = points.map(([x, y]) => ({ x: Math.round(x - middle.x), y: Math.round(y - middle.y) }));
    const end = places[places.length - 1];
    if (letter === "l" && end.x === at.x && end.y === at.y) return;
    const numbers = places.flatMap((place) => [place.x - at.x, place.y - at.y]);
    text += letter + numbers.map((n, i) => (i > 0 && n >= 0 ? ` ${n}` : `${n}`)).join("");
    at = end;
    if (letter === "m") start = end;
  };
  for (const c of drawn.commands) {
    if (c.type === "M") put("m", [c.x, c.y]);
    else if (c.type === "L") put("l", [c.x, c.y]);
    else if (c.type === "Q") put("q", [c.x1, c.y1], [c.x, c.y]);
    else if (c.type === "C") put("c", [c.x1, c.y1], [c.x2, c.y2], [c.x, c.y]);
    else {
      text += "z";
      at = start;
    }
  }
  return text;
}

const glyphs = findGlyphs();
const linesOf = (characters) => [...characters].map((c) => `  ${c}: "${outline(glyphs.get(c))}",`).join("\n");
const here = import.meta.dirname;
writeFileSync(
  path.join(here, "glyphs.js"),
  `// Outlines from LXGW WenKai TC Bold 1.330, Copyright 2024 The LXGW WenKai Project Authors, under the SIL Open Font
// License 1.1: see LICENSE-font.txt. Written by make.mjs.

/** Units of an em. */
export const EM = ${EM};

/** Paths centred on 0,0 by character. @type {Record<string, string>} */
export const GLYPHS = {
${linesOf(CHARACTERS)}
};
`,
);
writeFileSync(
  path.join(here, "../boards/glyphs.js"),
  `// More outlines from LXGW WenKai TC Bold 1.330, as those of pieces/glyphs.js: see LICENSE-font.txt there. Written by pieces/make.mjs.

/** Paths centred on 0,0 by character, on an em of the same size. @type {Record<string, string>} */
export const BOARD_GLYPHS = {
${linesOf(ON_BOARDS)}
};
`,
);
writeFileSync(
  path.join(here, "../games/mahjong/glyphs.js"),
  `// More outlines from LXGW WenKai TC Bold 1.330, as those of pieces/glyphs.js: see LICENSE-font.txt there. Written by pieces/make.mjs.

/** Paths centred on 0,0 by character, on an em of the same size. @type {Record<string, string>} */
export const TILE_GLYPHS = {
${linesOf(ON_TILES)}
};
`,
);
const mark =
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><!-- ${"爵"} from LXGW WenKai TC Bold: LICENSE-font.txt -->` +
  `<circle cx="50" cy="50" r="48" fill="#7c4a23"/><circle cx="50" cy="50" r="44" fill="#f6e7c6"/>` +
  `<path transform="translate(50 50) scale(.19)" fill="#b3201b" d="${outline(glyphs.get("爵"))}"/>`;
// The page's icon, and the same with a dot for the time while something waits for the reader.
const dot = `<circle cx="76" cy="24" r="24" fill="#fff"/><circle cx="76" cy="24" r="19" fill="#d3201b"/>`;
writeFileSync(path.join(here, "mark.svg"), `${mark}</svg>\n`);
writeFileSync(path.join(here, "mark-waits.svg"), `${mark}${dot}</svg>\n`);
