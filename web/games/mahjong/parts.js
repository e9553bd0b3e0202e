// Where the code of mahjong is.

import { pageFile } from "../../root.js";

/** @type {import("../../tiles/games.js").TilesGame} */
export const game = {
  live: () => import("./live.js"),
  review: () => import("./review.js"),
  styles: ["tile", "table", "hand", "result"].map((name) => `games/mahjong/${name}.css`),
  texts: (id) => import(pageFile(`games/mahjong/texts/${id}.js`)),
};
