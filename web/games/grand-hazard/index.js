// Grand hazard: what the page knows of it from the start.

/** @type {import("../list.js").Game} */
export const grandHazard = {
  id: "grand-hazard",
  family: "tiles",
  isExact: true,
  picture: [
    ["F", "M0 0h64v48H0z"],
    ["N", "M4 8 24 2l8 20-26 8z"],
    ["L", "M6 13l20-6", 2],
    ["W", "M26 25h16v16H26zM46 22h15v15H46zM8 33h13v13H8z"],
    ["K", "o30 29 2 o38 37 2 o34 33 2 o50 26 2 o57 33 2 o11.5 36.5 1.5 o17.5 36.5 1.5 o11.5 42.5 1.5 o17.5 42.5 1.5"],
  ],
};
