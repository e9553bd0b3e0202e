// Supply chess: what the page knows of it from the start.

/** @type {import("../list.js").Game} */
export const supplyChess = {
  id: "supply-chess",
  family: "boards",
  picture: [
    ["F", "M0 0h64v48H0z"],
    ["B", "M1 5h27v38H1zM36 5h27v38H36z"],
    [
      "L",
      "M1 11H28M1 18H28M1 24H28M1 30H28M1 37H28M6 5V43M12 5V43M17 5V43M23 5V43M36 11H63M36 18H63M36 24H63M36 30H63M36 37H63M41 5V43M47 5V43M52 5V43M58 5V43",
      1,
    ],
    ["W", "o12 18 6 o52 30 6"],
    ["R", "o12 18 4", 2],
    ["K", "o52 30 4", 2],
    ["R", "M17 12q15-12 29 8m-7-2 7 3 2-8", 2.5],
  ],
};
