// The texts of the pages with rules, in the reader's language; they are loaded with the first of these pages.

/** @import { Bring } from "../texts.js" */

import { pageFile } from "../root.js";
import { addTexts } from "../texts.js";

/** @type {Bring} */
const RULES = (id) => import(pageFile(`learn/texts/${id}.js`));

/** Loads the texts. Throws if they cannot be loaded. */
export const rulesTexts = () => addTexts(RULES);
