// The games of tiles and dice on the page, and where the code of each is; it is loaded with the first match of the game.
//
// A game has a folder here with two modules, and a page with rules in `../learn/GAME.js`:
//
//   live.js     `Play`, a subclass of `TilesPlay` (play.js): a running match, or one that has just ended. There is one instance
//               per table. It uses the members of the base class: `match`, `view`, `decision`, `may()`, `act()`, `hint()`,
//               `room`, `isPlayed`. It may have `draw`, `history`, `keys`, `acts`, `reading`, `happened`, `eventTold`.
//   review.js   `Review`, a subclass of `TilesReview` (review.js): a finished match step by step. It gets the steps, and the record
//               if everything is shown open. It has `draw` and `told`, and may have `chapters`, `reading`.
//
// Both have a static `game`, a `Followed` (view.js): pure functions that compute the protocol's view from its start and the events. The
// snapshot of the server and the later events make the `view`, a `TilesView`. Neither class stores anything else of a match than what its
// player has begun and not sent.
//
// The texts of all these games are in `texts/`; a game with many texts of its own has them in `FOLDER/texts/`, one file per language,
// which `gameTexts` loads. Style sheets that are listed here are loaded before any of these modules; common styles are in `tiles.css`.
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

/** The parts of a game on the page; undefined if it is not one of tiles or dice. @param {string} variant */
export const moduleOf = (variant) =>
  Object.hasOwn(MODULES, variant) ? MODULES[/** @type {TilesVariant} */ (variant)] : undefined;
