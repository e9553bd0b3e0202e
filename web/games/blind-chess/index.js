// Blind chess: what the page knows of it from the start.

/** @type {import("../list.js").Game} */
export const blindChess = { id: "blind-chess", family: "boards" };
