// The texts of the views that are loaded later, in the reader's language; they come with the first of these views.

/** @import { Bring } from "../texts.js" */

import { pageFile } from "../root.js";
import { addTexts } from "../texts.js";

/** @type {Bring} */
const LATER = (id) => import(pageFile(`views/texts/${id}.js`));

/** Loads the texts. Throws if they cannot be loaded. */
export const laterTexts = () => addTexts(LATER);
