// A game of dice, looked at again.

import { TilesReview } from "../review.js";
import { dice } from "./seen.js";

export class Review extends TilesReview {
  static game = dice;
}
