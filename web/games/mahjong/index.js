// Mahjong: what the page knows of it from the start.

/** @type {import("../list.js").Game} */
export const mahjong = {
  id: "mahjong",
  family: "tiles",
  decisions: ["choose", "claim"],
  actions: ["discard", "kong", "win"],
  windows: true,
};
