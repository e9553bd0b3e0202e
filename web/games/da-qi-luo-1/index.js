// Dǎ qí luò 1: what the page knows of it from the start.

/** @type {import("../list.js").Game} */
export const daQiLuo1 = { id: "da-qi-luo-1", picture: "PPP" };
