// Pai gow, looked at again.

import { TilesReview } from "../review.js";
import { paiGow } from "./seen.js";

export class Review extends TilesReview {
  static game = paiGow;
}
