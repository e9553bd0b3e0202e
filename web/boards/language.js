// The texts for games on boards, in the reader's language; they are loaded when needed.

/** @import { Bring } from "../texts.js" */

import { pageFile } from "../root.js";
import { addTexts } from "../texts.js";

/** @type {Bring} */
const BOARDS = (id) => import(pageFile(`boards/texts/${id}.js`));

/** Loads the texts. Throws if they cannot be loaded. */
export const boardTexts = () => addTexts(BOARDS);
