// Tam cúc: what the page knows of it from the start.

/** @type {import("../list.js").Game} */
export const tamCuc = { id: "tam-cuc", picture: "CHe" };
