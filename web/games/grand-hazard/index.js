// Grand hazard: what the page knows of it from the start.

/** @type {import("../list.js").Game} */
export const grandHazard = { id: "grand-hazard", family: "tiles" };
