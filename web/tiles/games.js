// Where the code of each game of tiles and dice is; it is loaded with the first match of the game.
//
// A game has a folder in `../games/`, whose `parts.js` says with `export const game` where its parts are. Two modules are its code; games
// may share them:
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
// The texts of all these games are in `texts/`; a game with many texts of its own has them in its folder, one file per language, which
// `gameTexts` loads. Style sheets that are listed in `parts.js` are loaded before any of these modules; common styles are in `tiles.css`.

/**
 * @import { Bring } from "../texts.js"
 * @import { PlayClass } from "./play.js"
 * @import { ReviewClass } from "./review.js"
 */

import { isTilesVariant } from "../room.js";
import { pageFile } from "../root.js";

/**
 * @typedef {object} TilesGame
 * @property {() => Promise<{ Play: PlayClass }>} live
 * @property {() => Promise<{ Review: ReviewClass }>} review
 * @property {string[]} styles the style sheets of its pictures
 * @property {Bring} [texts]
 */

/** The parts of a game; null if it is not one of tiles or dice. @param {string} variant @returns {Promise<TilesGame | null>} */
export const partsOf = async (variant) =>
  isTilesVariant(variant) ? (await import(pageFile(`games/${variant}/parts.js`))).game : null;
