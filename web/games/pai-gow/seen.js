// How the view of a pai gow match follows from its events: docs/PROTOCOL.md, Games of tiles and dice. Pure functions.

/**
 * @import { SeenTilesEvent, TilesView } from "../../types/protocol.js"
 * @import { Followed } from "../../tiles/view.js"
 */

import { common, over, withSeat } from "../../tiles/view.js";

/** @typedef {Extract<TilesView, { last_deal: unknown }>} PaiGowView */

/** @type {Followed<PaiGowView>} */
export const paiGow = {
  begun: (start, you) => ({ ...common(start, you), tiles: null, low: null, last_deal: null }),
  seen(view, event) {
    switch (event.do) {
      case "deal":
        return { ...view, banker: event.banker, tiles: event.tiles ?? null, low: null, decided: [] };
      case "split": {
        const decided = withSeat(view.decided, event.seat);
        return { ...view, decided, low: event.seat === view.you ? (event.low ?? null) : view.low };
      }
      case "withdrawn": {
        const decided = view.decided.filter((seat) => seat !== event.seat);
        return { ...view, decided, low: event.seat === view.you ? null : view.low };
      }
      case "splits": {
        const { banker, low, high, results, points, scores } = event;
        const last_deal = { banker, low, high, results, points };
        return { ...view, deal: event.deal + 1, decided: [], low: null, scores, last_deal };
      }
      case "ended":
        return { ...over(view, event), tiles: null, low: null };
      default:
        return view;
    }
  },
};

/** The deals that were finished since this page follows the match, and the last one before. @param {{ first: TilesView | null, since: SeenTilesEvent[] }} match */
export function dealsOf({ first, since }) {
  const before = first && "last_deal" in first && first.last_deal ? [{ ...first.last_deal, deal: first.deal - 1 }] : [];
  return [...before, ...since.flatMap((event) => (event.do === "splits" ? [event] : []))];
}
