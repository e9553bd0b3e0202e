// Giog: what the page knows of it from the start.

/** @type {import("../list.js").Game} */
export const giog = { id: "giog", picture: "K?R" };
