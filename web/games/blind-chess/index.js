// Blind chess: what the page knows of it from the start.

/** @type {import("../list.js").Game} */
export const blindChess = {
  id: "blind-chess",
  family: "boards",
  picture: [
    ["B", "M0 0h64v48H0z"],
    ["L", "M0 12H64M0 24H64M0 36H64M8 0V48M16 0V48M24 0V48M32 0V48M40 0V48M48 0V48M56 0V48", 1],
    [
      "N",
      "o4 6 5 o20 6 5 o28 6 5 o44 6 5 o60 6 5 o12 18 5 o36 18 5 o52 18 5 o4 30 5 o20 30 5 o44 30 5 o60 30 5 o12 42 5 o28 42 5 o52 42 5",
    ],
    ["W", "o28 18 6 o36 30 6"],
    ["R", "o28 18 4", 2],
    ["K", "o36 30 4", 2],
  ],
};
