// The games that the page knows. Each has a folder here, and this is the list of them; docs/WEB.md says what is in a folder.
//
// This module and the `index.js` of each game come with the first view, so they hold only what that needs. Everything else of a game is
// loaded when it is wanted.

import { giog } from "./giog/index.js";
import { giogWiki } from "./giog-wiki/index.js";
import { juMaPao } from "./ju-ma-pao/index.js";
import { juMaPao30 } from "./ju-ma-pao-30/index.js";
import { sangKrip } from "./sang-krip/index.js";
import { daQiLuo1 } from "./da-qi-luo-1/index.js";
import { daQiLuo2 } from "./da-qi-luo-2/index.js";
import { zhiHu } from "./zhi-hu/index.js";
import { tamCuc } from "./tam-cuc/index.js";
import { xiangqi } from "./xiangqi/index.js";
import { supplyChess } from "./supply-chess/index.js";
import { blindChess } from "./blind-chess/index.js";
import { qiGuoXiangxi } from "./qi-guo-xiangxi/index.js";
import { squareChess } from "./square-chess/index.js";
import { pongHauKi } from "./pong-hau-ki/index.js";
import { paiGow } from "./pai-gow/index.js";
import { mahjong } from "./mahjong/index.js";
import { sicBo } from "./sic-bo/index.js";
import { grandHazard } from "./grand-hazard/index.js";
import { chuckALuck } from "./chuck-a-luck/index.js";

/**
 * What the page knows of a game from the start.
 *
 * @typedef {object} Game
 * @property {string} id
 * @property {"boards" | "tiles"} [family] its family; a trick game says none
 * @property {Picture} [picture] what it looks like: pieces, of which `?` lie face down, or a drawing
 * @property {string} [leads] a text, a key: what matters near the end, for a player who leads
 * @property {string} [forced] a text, a key: what is said of a play without a choice, instead of what is usual
 * @property {boolean} [lastWins] whether the last trick alone decides the match
 * @property {boolean} [generalPays] whether everybody pays who wins the last trick with a general
 * @property {string[]} [decisions] the kinds of decisions of a game of tiles that the page can show; only bets if it says none
 * @property {string[]} [actions] the kinds of action that the page can show in its decision `choose`
 * @property {boolean} [windows] whether players claim in windows of time; then nothing can be taken back
 * @property {boolean} [takesBack] whether on its board a turn can be taken back by consent
 * @property {boolean} [isExact] whether the one level of its bots is exact: the game is solved, or pure odds
 * @property {boolean} [triple] whether it has the bet on any triple only if the option `any_triple` says so
 */

/**
 * A drawing of 64 by 48 units: areas, or lines if they have a width, each with the letter of its colour and its path (`views/picture.js`).
 *
 * @typedef {string | [colour: string, path: string, width?: number][]} Picture
 */

/** The games by their ids, family by family. @type {Map<string, Game>} */
export const GAMES = new Map(
  [
    giog,
    giogWiki,
    juMaPao,
    juMaPao30,
    sangKrip,
    daQiLuo1,
    daQiLuo2,
    zhiHu,
    tamCuc,
    xiangqi,
    supplyChess,
    blindChess,
    qiGuoXiangxi,
    squareChess,
    pongHauKi,
    paiGow,
    mahjong,
    sicBo,
    grandHazard,
    chuckALuck,
  ].map((/** @type {Game} */ game) => [game.id, game]),
);

/** The game that the page begins with: of *Play now*, of the lesson, and of a new form. */
export const FIRST_GAME = "giog";

/** An unknown game of a newer server. @type {Game} */
const NEWER = { id: "" };

/** The properties of a game; those of an unknown game if the page does not know it. @param {string} id */
export const knownGame = (id) => GAMES.get(id) ?? NEWER;
