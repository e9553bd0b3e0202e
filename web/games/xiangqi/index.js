// Xiangqi: what the page knows of it from the start.

/** @type {import("../list.js").Game} */
export const xiangqi = {
  id: "xiangqi",
  family: "boards",
  takesBack: true,
  picture: [
    ["B", "M0 0h64v48H0z"],
    [
      "L",
      "M4 6H60M4 15h21M39 15h21M4 24h21M39 24h21M4 33h21M39 33h21M4 42H60M4 6V42M11 6V42M18 6V42M25 6V42M39 6V42M46 6V42M53 6V42M60 6V42M4 15 18 33M4 33 18 15M60 15 46 33M60 33 46 15",
      1,
    ],
    ["W", "o18 24 7 o46 15 7"],
    ["R", "o18 24 5", 2],
    ["K", "o46 15 5", 2],
  ],
};
