// Chuck-a-luck: what the page knows of it from the start.

/** @type {import("../list.js").Game} */
export const chuckALuck = { id: "chuck-a-luck", family: "tiles", triple: true };
