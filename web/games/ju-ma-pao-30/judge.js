// The rules of Jū mǎ pāo with 30 pieces for the referee: docs/RULES.md §6.

/** @import { Game } from "../../judge/games.js" */

import { judge as juMaPao } from "../ju-ma-pao/judge.js";

/** @type {Game} */
export const judge = { ...juMaPao, players: [3, 3], set: () => 30, heights: () => Array(15).fill(2) };
