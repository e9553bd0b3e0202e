// Giog as the wiki has it: what the page knows of it from the start.

/** @type {import("../list.js").Game} */
export const giogWiki = { id: "giog-wiki", picture: "kK?" };
