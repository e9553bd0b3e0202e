// A shuffled pack that is dealt (docs/RULES.md §11.2): there are no choices before the first lead.

/**
 * @import { Ceremony, Match } from "./match.js"
 */

import { giveHands, seatsOf, turnsFrom } from "./deal.js";

/** @type {Ceremony} */
export const dealing = { begin: beginDealing, asked: () => null, choices: () => [], act: () => "wrong_action" };

/** Deals one piece at a time, the first one to the starter. @param {Match} match */
function beginDealing(match) {
  match.order = turnsFrom(match, match.starter);
  const dealt = seatsOf(match).map((seat) => {
    const turn = match.order.indexOf(seat);
    return [...match.cards].filter((_, index) => index % match.seats === turn).join("");
  });
  giveHands(match, dealt);
}
