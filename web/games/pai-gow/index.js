// Pai gow: what the page knows of it from the start.

/** @type {import("../list.js").Game} */
export const paiGow = { id: "pai-gow", family: "tiles", decisions: ["split"] };
