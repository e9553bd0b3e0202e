// A finished match of mahjong, looked at again.

import { TilesReview } from "../review.js";
import { mahjong } from "./seen.js";

export class Review extends TilesReview {
  static game = mahjong;
}
