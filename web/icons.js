// The page's signs, as drawings: fonts do not have them everywhere. Each is decoration; whoever shows one says in words what it
// means.

/** @import { Description } from "./dom.js" */

import { h } from "./dom.js";

/** Lines on a square of 24, drawn in the colour of the text. */
const LINES = {
  tricks: "M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01",
  score: "M3 20h18M6 16v-5M12 16V5M18 16v-8",
  talk: "M4 5h16v11H11l-5 4v-4H4z",
  help: "M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18M9.3 9.5a2.8 2.8 0 1 1 4 2.5c-.9.5-1.3 1-1.3 2M12 17h.01",
  settings: "M4 8h9M17 8h3M13 8a2 2 0 1 0 4 0 2 2 0 1 0-4 0M4 16h3M11 16h9M7 16a2 2 0 1 0 4 0 2 2 0 1 0-4 0",
  leave: "M13 4H5v16h8M10 12h11M17 8l4 4-4 4",
  sort: "M4 7h9M4 12h7M4 17h5M18 6v12M15 15l3 3 3-3",
  suggest: "M9.5 21h5M9.5 17.5h5c0-1.6.4-2.3 1.3-3.2a5.6 5.6 0 1 0-7.6 0c.9.9 1.3 1.6 1.3 3.2z",
  close: "M6 6l12 12M18 6L6 18",
};

/** @typedef {keyof typeof LINES} Icon */

/** A sign. @param {Icon} name @returns {Description} */
export const icon = (name) => h("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: LINES[name] }));
