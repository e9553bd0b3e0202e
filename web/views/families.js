// The reviews of past matches of other families than trick games.

/**
 * @import { FamilyReview } from "../types/page.js"
 * @import { Clock, Record as MatchRecord } from "../types/protocol.js"
 * @import { Step } from "./steps.js"
 */

import { part } from "../rest.js";
import { isBoardVariant, isTilesVariant } from "../room.js";

/**
 * Loads the review for the family of this game, if it is not a trick game.
 *
 * @param {string} variant
 * @returns {Promise<((shown: { steps: Step[], record: MatchRecord | null, clock: Clock | undefined, go(step: number): void, redraw(): void }) => FamilyReview) | null>}
 */
export async function familyReview(variant) {
  if (isTilesVariant(variant)) {
    const Review = await part(import("../tiles/review.js").then(({ reviewOf }) => reviewOf(variant)));
    return (shown) => new Review(shown);
  }
  if (!isBoardVariant(variant)) return null;
  const { BoardReview } = await part(import("../boards/review.js"));
  return ({ record, ...shown }) => new BoardReview({ ...shown, layout: record?.stacks ?? null });
}
