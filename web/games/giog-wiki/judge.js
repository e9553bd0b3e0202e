// The rules of Giog as the wiki has it for the referee: docs/RULES.md §5.

/** @import { Game } from "../../judge/games.js" */

import { judge as giog } from "../giog/judge.js";

/** @type {Game} */
export const judge = { ...giog, beheading: "last" };
