// Where the code of pai gow is.

/** @type {import("../../tiles/games.js").TilesGame} */
export const game = {
  live: () => import("./live.js"),
  review: () => import("./review.js"),
  styles: ["games/pai-gow/table.css"],
};
