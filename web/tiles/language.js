// The texts of games of tiles and dice, for whatever speaks of them: they come when they are wanted, in the reader's language.

/** @import { Bring } from "../texts.js" */

import { addTexts } from "../texts.js";
import { moduleOf } from "./games.js";
import { styled } from "./styled.js";

/** Those that are there or on the way. @type {Map<Bring, Promise<void>>} */
const coming = new Map();

/** @type {Bring} */
const COMMON = (id) => import(`./texts/${id}.js`);

/** Brings texts; from then on they are there in every language that is chosen. Throws where they cannot be had. @param {Bring} bring */
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

/** What is said of all these games. */
export const tilesTexts = () => brought(COMMON);

/** The same, and what is said of one game alone. @param {string} variant */
export async function gameTexts(variant) {
  const { texts } = moduleOf(variant) ?? {};
  await Promise.all([tilesTexts(), texts && brought(texts)]);
}

/** The texts of a game and the style sheets of its pictures. @param {string} variant */
export async function gameLooks(variant) {
  const styles = ["tiles.css", ...(moduleOf(variant)?.styles ?? [])];
  await Promise.all([gameTexts(variant), ...styles.map(styled)]);
}
