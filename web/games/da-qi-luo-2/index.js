// Dǎ qí luò 2: what the page knows of it from the start.

/** @type {import("../list.js").Game} */
export const daQiLuo2 = { id: "da-qi-luo-2", picture: "HhPp", generalPays: true };
