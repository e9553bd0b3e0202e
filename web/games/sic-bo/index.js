// Sic bo: what the page knows of it from the start.

/** @type {import("../list.js").Game} */
export const sicBo = {
  id: "sic-bo",
  family: "tiles",
  isExact: true,
  picture: [
    ["F", "M0 0h64v48H0z"],
    ["W", "M3 14h19v19H3zM23 6h19v19H23zM42 23h19v19H42z"],
    ["R", "o12.5 23.5 4"],
    ["K", "o28 11 2 o37 11 2 o32.5 15.5 2 o28 20 2 o37 20 2 o47 28 2 o56 28 2 o47 32.5 2 o56 32.5 2 o47 37 2 o56 37 2"],
  ],
};
