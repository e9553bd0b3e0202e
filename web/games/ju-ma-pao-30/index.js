// Jū mǎ pāo with 30 pieces: what the page knows of it from the start.

/** @type {import("../list.js").Game} */
export const juMaPao30 = { id: "ju-ma-pao-30", picture: "rhc" };
