// Pai gow at a table.

import { TilesPlay } from "../play.js";
import { paiGow } from "./seen.js";

export class Play extends TilesPlay {
  static game = paiGow;
}
