// Sic bo: what the page knows of it from the start.

/** @type {import("../list.js").Game} */
export const sicBo = { id: "sic-bo", family: "tiles" };
