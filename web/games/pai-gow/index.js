// Pai gow: what the page knows of it from the start.

/** @type {import("../list.js").Game} */
export const paiGow = {
  id: "pai-gow",
  family: "tiles",
  decisions: ["split"],
  picture: [
    ["F", "M0 0h64v48H0z"],
    ["K", "M10 5h18v38H10zM36 5h18v38H36z"],
    ["R", "o15 10 2.5 o23 10 2.5 o45 38 2.5"],
    [
      "W",
      "o15 17 2.5 o23 17 2.5 o15 31 2.5 o23 31 2.5 o15 38 2.5 o23 38 2.5 o19 24 2.5 o41 10 2.5 o49 10 2.5 o45 16 2.5 o41 22 2.5 o49 22 2.5",
    ],
  ],
};
