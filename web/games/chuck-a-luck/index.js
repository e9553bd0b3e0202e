// Chuck-a-luck: what the page knows of it from the start.

/** @type {import("../list.js").Game} */
export const chuckALuck = {
  id: "chuck-a-luck",
  family: "tiles",
  isExact: true,
  triple: true,
  picture: [
    ["F", "M0 0h64v48H0z"],
    [
      "Y",
      "M16 3h32M16 45h32M18 3q0 14 12 21-12 7-12 21M46 3q0 14-12 21 12 7 12 21M32 3v42M25 3q-1 13 5 21-6 8-5 21M39 3q1 13-5 21 6 8 5 21",
      1.5,
    ],
    ["W", "M21 33h10v10H21zM33 35h9v9h-9zM27 23h9v9h-9z"],
    ["K", "o24 36 1.3 o28 40 1.3 o37.5 39.5 1.5 o30 26 1.2 o33 29 1.2"],
  ],
};
