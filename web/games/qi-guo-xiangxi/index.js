// Seven kingdoms chess: what the page knows of it from the start.

/** @type {import("../list.js").Game} */
export const qiGuoXiangxi = {
  id: "qi-guo-xiangxi",
  family: "boards",
  picture: [
    ["B", "M0 0h64v48H0z"],
    [
      "L",
      "M4 3H60M4 10H60M4 17H60M4 24H60M4 31H60M4 38H60M4 45H60M4 3V45M11 3V45M18 3V45M25 3V45M32 3V45M39 3V45M46 3V45M53 3V45M60 3V45",
      0.6,
    ],
    ["Y", "o32 24 5"],
    ["R", "o32 10 5"],
    ["K", "o53 17 5"],
    ["G", "o53 33 5"],
    ["U", "o32 40 5"],
    ["V", "o11 33 5"],
    ["W", "o11 17 5"],
  ],
};
