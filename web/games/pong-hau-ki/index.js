// Pong hau k'i: what the page knows of it from the start.

/** @type {import("../list.js").Game} */
export const pongHauKi = { id: "pong-hau-ki", family: "boards" };
