// Mahjong at a table.

import { TilesPlay } from "../play.js";
import { mahjong } from "./seen.js";

export class Play extends TilesPlay {
  static game = mahjong;
}
