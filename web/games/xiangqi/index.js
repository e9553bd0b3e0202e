// Xiangqi: what the page knows of it from the start.

/** @type {import("../list.js").Game} */
export const xiangqi = { id: "xiangqi", family: "boards" };
