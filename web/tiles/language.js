// The texts of games of tiles and dice, in the reader's language; they are loaded when needed.

/** @import { Bring } from "../texts.js" */

import { addTexts } from "../texts.js";
import { moduleOf } from "./games.js";
import { styled } from "./styled.js";

/** The loaders that were called. @type {Map<Bring, Promise<void>>} */
const coming = new Map();

/** @type {Bring} */
const COMMON = (id) => import(`./texts/${id}.js`);

/**
 * Loads texts; from then on they are also loaded for every other chosen language. Throws if they cannot be loaded.
 *
 * @param {Bring} bring
 */
function brought(bring) {
  const there =
    coming.get(bring) ??
    addTexts(bring).catch((error) => {
      coming.delete(bring);
      throw error;
    });
  coming.set(bring, there);
  return there;
}

/** Loads the texts of all these games. */
export const tilesTexts = () => brought(COMMON);

/** Loads the same, and the texts of one game. @param {string} variant */
export async function gameTexts(variant) {
  const { texts } = moduleOf(variant) ?? {};
  await Promise.all([tilesTexts(), texts && brought(texts)]);
}

/** Loads the texts of a game, and the style sheets of its pictures. @param {string} variant */
export async function gameLooks(variant) {
  const styles = ["tiles.css", ...(moduleOf(variant)?.styles ?? [])];
  await Promise.all([gameTexts(variant), ...styles.map(styled)]);
}
