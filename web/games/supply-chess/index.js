// Supply chess: what the page knows of it from the start.

/** @type {import("../list.js").Game} */
export const supplyChess = { id: "supply-chess", family: "boards" };
