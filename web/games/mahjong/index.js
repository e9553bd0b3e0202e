// Mahjong: what the page knows of it from the start.

/** @type {import("../list.js").Game} */
export const mahjong = {
  id: "mahjong",
  family: "tiles",
  decisions: ["choose", "claim"],
  actions: ["discard", "kong", "win"],
  windows: true,
  picture: [
    ["F", "M0 0h64v48H0z"],
    ["W", "M4 8h17v29H4zM24 8h17v29H24zM44 8h17v29H44z"],
    ["G", "M4 37h17v4H4zM24 37h17v4H24zM44 37h17v4H44z"],
    ["G", "M12.5 12v9m-4 3v9m8-9v9", 3],
    ["U", "o32.5 15 3.5 o32.5 30 3.5", 2],
    ["R", "o32.5 22.5 2.5"],
    ["R", "M48 16h9v8h-9zM52.5 12v21", 2.5],
  ],
};
