// Sang krip: what the page knows of it from the start.

/** @type {import("../list.js").Game} */
export const sangKrip = { id: "sang-krip", picture: "??R" };
