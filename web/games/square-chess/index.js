// Square chess: what the page knows of it from the start.

/** @type {import("../list.js").Game} */
export const squareChess = { id: "square-chess", family: "boards" };
