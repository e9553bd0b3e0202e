// Where the code of the games of dice is.

/** @type {import("../games.js").TilesGame} */
export const DICE = {
  live: () => import("./live.js"),
  review: () => import("./review.js"),
  styles: ["tiles/dice/dice.css"],
};
