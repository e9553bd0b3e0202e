// The texts for games on boards, in the reader's language; they are loaded when needed.

import { addTexts } from "../texts.js";

/** @type {Promise<void> | null} */
let coming = null;

/** Loads the texts; from then on they are also loaded for every other chosen language. Throws if they cannot be loaded. */
export function boardTexts() {
  coming ??= addTexts((id) => import(`./texts/${id}.js`)).catch((error) => {
    coming = null;
    throw error;
  });
  return coming;
}
