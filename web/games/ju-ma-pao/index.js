// Jū mǎ pāo: what the page knows of it from the start.

/** @type {import("../list.js").Game} */
export const juMaPao = { id: "ju-ma-pao", picture: "RHC" };
