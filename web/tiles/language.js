// The texts of games of tiles and dice, in the reader's language; they are loaded when needed.

/** @import { Bring } from "../texts.js" */

import { pageFile, styled } from "../root.js";
import { addTexts } from "../texts.js";
import { partsOf } from "./games.js";

/** @type {Bring} */
const COMMON = (id) => import(pageFile(`tiles/texts/${id}.js`));

/** Loads the texts of all these games. Throws if they cannot be loaded. */
export const tilesTexts = () => addTexts(COMMON);

/** Loads the same, and the texts of one game. @param {string} variant */
export async function gameTexts(variant) {
  const own = partsOf(variant).then((game) => game?.texts && addTexts(game.texts));
  await Promise.all([tilesTexts(), own]);
}

/** Loads the texts of a game, and the style sheets of its pictures. @param {string} variant */
export async function gameLooks(variant) {
  const own = partsOf(variant).then((game) => Promise.all((game?.styles ?? []).map(styled)));
  await Promise.all([gameTexts(variant), styled("tiles/tiles.css"), own]);
}
