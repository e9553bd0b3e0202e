// How the view of a dice match follows from its events: docs/PROTOCOL.md, Games of tiles and dice. Pure functions.

/**
 * @import { SeenTilesEvent, TilesView } from "../../types/protocol.js"
 * @import { Followed } from "../view.js"
 */

import { common, over, withSeat } from "../view.js";

/** @typedef {Extract<TilesView, { last_round: unknown }>} DiceView */

/** @type {Followed<DiceView>} */
export const dice = {
  begun(start, you) {
    const view = common(start, you);
    const scores = view.scores.map(() => view.options.stock ?? 0);
    return { ...view, scores, betting: [], bets: null, last_round: null };
  },
  seen(view, event) {
    switch (event.do) {
      case "round":
        return { ...view, deal: event.deal, banker: event.banker, betting: event.betting, bets: null, decided: [] };
      case "bet": {
        const decided = withSeat(view.decided, event.seat);
        return { ...view, decided, bets: event.seat === view.you ? (event.bets ?? null) : view.bets };
      }
      case "withdrawn": {
        const decided = view.decided.filter((seat) => seat !== event.seat);
        return { ...view, decided, bets: event.seat === view.you ? null : view.bets };
      }
      case "dice": {
        const { banker, bets, points, scores } = event;
        const last_round = { banker, dice: event.dice, bets, points };
        return { ...view, deal: event.deal + 1, decided: [], betting: [], bets: null, scores, last_round };
      }
      case "ended":
        return { ...over(view, event), betting: [], bets: null };
      default:
        return view;
    }
  },
};

/** The rounds that were thrown since this page follows the match, and the last one before. @param {{ first: TilesView | null, since: SeenTilesEvent[] }} match */
export function roundsOf({ first, since }) {
  const before =
    first && "last_round" in first && first.last_round ? [{ ...first.last_round, deal: first.deal - 1 }] : [];
  return [...before, ...since.flatMap((event) => (event.do === "dice" ? [event] : []))];
}
