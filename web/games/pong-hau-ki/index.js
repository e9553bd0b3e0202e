// Pong hau k'i: what the page knows of it from the start.

/** @type {import("../list.js").Game} */
export const pongHauKi = {
  id: "pong-hau-ki",
  family: "boards",
  isExact: true,
  takesBack: true,
  picture: [
    ["B", "M0 0h64v48H0z"],
    ["L", "M14 6v36h36V6L14 42M14 6l36 36", 2],
    ["R", "o14 8 6 o50 8 6"],
    ["K", "o14 40 6 o50 40 6"],
    ["L", "o32 24 2"],
  ],
};
