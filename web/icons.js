// The page's icons as drawings, because fonts do not have them everywhere. They are decoration: views that use one also say in words what
// it means.

/** @import { Description } from "./dom.js" */

import { h } from "./dom.js";

/** Lines on a square of 24 units, drawn in the colour of the text. */
const LINES = {
  tricks: "M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01",
  score: "M3 20h18M6 16v-5M12 16V5M18 16v-8",
  talk: "M4 5h16v11H11l-5 4v-4H4z",
  ladder: "M3 20h6v-5h6v-5h6V5",
  help: "M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18M9.3 9.5a2.8 2.8 0 1 1 4 2.5c-.9.5-1.3 1-1.3 2M12 17h.01",
  settings: "M4 8h9M17 8h3M13 8a2 2 0 1 0 4 0 2 2 0 1 0-4 0M4 16h3M11 16h9M7 16a2 2 0 1 0 4 0 2 2 0 1 0-4 0",
  language: "M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18M3.5 9h17M3.5 15h17M12 3c-5 5.5-5 12.5 0 18M12 3c5 5.5 5 12.5 0 18",
  sound: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a7.8 7.8 0 0 1 0 11",
  silence: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5",
  leave: "M13 4H5v16h8M10 12h11M17 8l4 4-4 4",
  sort: "M4 7h9M4 12h7M4 17h5M18 6v12M15 15l3 3 3-3",
  suggest: "M9.5 21h5M9.5 17.5h5c0-1.6.4-2.3 1.3-3.2a5.6 5.6 0 1 0-7.6 0c.9.9 1.3 1.6 1.3 3.2z",
  close: "M6 6l12 12M18 6L6 18",
  play: "M7 5l12 7-12 7z",
  pause: "M8 5v14M16 5v14",
  back: "M15 5l-7 7 7 7",
  on: "M9 5l7 7-7 7",
  back_trick: "M18 5l-7 7 7 7M6 5v14",
  on_trick: "M6 5l7 7-7 7M18 5v14",
  take_back: "M9 5L4 10l5 5M4 10h10a5 5 0 0 1 0 10h-3",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  counter: "M4 4v6h6M4.5 10a8 8 0 1 1-.3 4.5",
  wins: "M12 3.5l2.6 5.6 6.1.7-4.5 4.2 1.2 6-5.4-3-5.4 3 1.2-6-4.5-4.2 6.1-.7z",
  weak: "M12 4v15M5 12l7 7 7-7",
  pass: "M4 13l5 5L20 6",
  fail: "M5 5l14 14M19 5L5 19",
  unknown: "M8 9a4 4 0 1 1 5.8 3.6c-1.2.6-1.8 1.3-1.8 2.7M12 19.5h.01",
  rock: "M4 16l2-7 6-4 6 2.5L20 15l-3 5H8z",
  paper: "M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6",
  scissors: "M6 3a3 3 0 1 0 0 6 3 3 0 1 0 0-6M6 15a3 3 0 1 0 0 6 3 3 0 1 0 0-6M8.3 8L20 18M8.3 16L20 6",
};

/** @typedef {keyof typeof LINES} Icon */

/** An icon. @param {Icon} name @returns {Description} */
export const icon = (name) =>
  h("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: LINES[name] }));
