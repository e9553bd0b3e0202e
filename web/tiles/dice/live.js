// A game of dice at a table.

import { TilesPlay } from "../play.js";
import { dice } from "./seen.js";

export class Play extends TilesPlay {
  static game = dice;
}
