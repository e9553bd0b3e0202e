// How a match of mahjong is followed. Pure functions.

/**
 * @import { TilesView } from "../../types/protocol.js"
 * @import { Followed } from "../view.js"
 */

import { common, over } from "../view.js";

/** @typedef {Extract<TilesView, { windows: number }>} MahjongView */

/** @type {Followed<MahjongView>} */
export const mahjong = {
  begun: (start, you) => ({ ...common(start, you), hand: null, windows: 0, claim: null, last_hand: null }),
  seen: (view, event) => (event.do === "ended" ? over(view, event) : view),
};
