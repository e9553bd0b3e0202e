// The texts of games on boards, for whatever speaks of them: they come when they are wanted, in the reader's language.

import { addTexts } from "../texts.js";

/** @type {Promise<void> | null} */
let coming = null;

/** Brings the texts; from then on they are there in every language that is chosen. Throws where they cannot be had. */
export function boardTexts() {
  coming ??= addTexts((id) => import(`./texts/${id}.js`)).catch((error) => {
    coming = null;
    throw error;
  });
  return coming;
}
