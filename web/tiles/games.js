// The games of tiles and dice on the page, and where the code of each is: it comes when its game is looked at.
//
// A game has a folder here with two modules, and a page of rules in `../learn/GAME.js`:
//
//   live.js     `Play`, a subclass of `TilesPlay` (play.js): a match as it is played or as it was left. It is made once per table,
//               gets the table, and draws with what the base class has: `match`, `view`, `decision`, `may()`, `act()`, `hint()`, `room`, `isPlayed`.
//               It may have `draw`, `history`, `keys`, `acts`, `reading`, `happened`, `eventTold`.
//   review.js   `Review`, a subclass of `TilesReview` (review.js): a finished match step by step. It gets the steps, and the record
//               where everything is looked at open. It has `draw` and `told`, and may have `chapters`, `reading`.
//
// Both name `Play.game` and `Review.game`, a `Followed` (view.js): how the view of the protocol follows from its start and from the
// events, by pure functions. What the server showed (a snapshot) and what has happened since make `view`, which is a `TilesView`.
// Neither keeps anything else of a match than what its player has begun and not sent.
//
// Texts of all these games are in `texts/`; of one with many of its own in `FOLDER/texts/`, one file per language, which `gameTexts` brings.
// Style sheets that are named here are there before any of these modules; what is common is in `tiles.css`.
// Rules and pictures: `export const sections` in `../learn/GAME.js`, with blocks `{ figure: (game) => Child, text }` for drawings.

/**
 * @import { TilesVariant } from "../types/protocol.js"
 * @import { Bring } from "../texts.js"
 * @import { PlayClass } from "./play.js"
 * @import { ReviewClass } from "./review.js"
 */

/**
 * @typedef {object} TilesModule
 * @property {() => Promise<{ Play: PlayClass }>} live
 * @property {() => Promise<{ Review: ReviewClass }>} review
 * @property {string[]} styles the style sheets of its pictures
 * @property {Bring} [texts]
 */

/** @type {TilesModule} */
const DICE = {
  live: () => import("./dice/live.js"),
  review: () => import("./dice/review.js"),
  styles: ["dice/dice.css"],
};

/** @type {Record<TilesVariant, TilesModule>} */
export const MODULES = {
  "pai-gow": {
    live: () => import("./paigow/live.js"),
    review: () => import("./paigow/review.js"),
    styles: ["paigow/paigow.css"],
  },
  mahjong: {
    live: () => import("./mahjong/live.js"),
    review: () => import("./mahjong/review.js"),
    styles: ["tile", "table", "hand", "result"].map((name) => `mahjong/${name}.css`),
    texts: (id) => import(`./mahjong/texts/${id}.js`),
  },
  "sic-bo": DICE,
  "grand-hazard": DICE,
  "chuck-a-luck": DICE,
};

/** What a game has on the page; undefined where it is none of tiles or dice. @param {string} variant */
export const moduleOf = (variant) =>
  Object.hasOwn(MODULES, variant) ? MODULES[/** @type {TilesVariant} */ (variant)] : undefined;
