// Square chess: what the page knows of it from the start.

/** @type {import("../list.js").Game} */
export const squareChess = {
  id: "square-chess",
  family: "boards",
  takesBack: true,
  picture: [
    ["B", "M0 0h64v48H0z"],
    ["L", "M8 6H56M8 18H56M8 30H56M8 42H56M8 6V42M20 6V42M32 6V42M44 6V42M56 6V42", 1],
    ["R", "M20 18h12v12H20z", 2.5],
    ["K", "o20 18 5 o32 18 5 o20 30 5 o32 30 5 o56 42 5"],
    ["W", "o44 6 5 o44 30 5 o8 42 5 o56 18 5"],
  ],
};
