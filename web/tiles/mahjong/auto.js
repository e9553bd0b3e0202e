// Passing by itself, for those who ask for it. A page that does so must not tell anybody that there was nothing to claim: it passes a
// fixed time after it was asked, whatever the tiles are, and well before the least time of a window is over. Whoever claims or passes
// by hand within the least time is told apart from it by nobody, since the server closes the window at the least time then
// (docs/PROTOCOL.md, Mahjong). When it is switched on in an open window, it begins with the next one.

/** @import { Claim } from "../../types/protocol.js" */

import { keep, kept } from "../../storage.js";

/** Never; where one can only pass; wherever one cannot win. @typedef {(typeof AUTOS)[number]} Auto */
export const AUTOS = /** @type {const} */ (["off", "plain", "unless"]);

/** How long after it was asked the page passes: half of the usual least time. */
export const AUTO_MS = 750;

const KEY = "giog.mahjong.pass";

/** What was chosen in this browser. @returns {Auto} */
export const keptAuto = () => AUTOS.find((one) => one === kept(KEY)) ?? "off";

/** @param {Auto} auto */
export const keepAuto = (auto) => keep(KEY, auto);

/** Whether these claims are passed by itself. @param {Auto} auto @param {Claim[]} choices */
export function passes(auto, choices) {
  if (auto === "off") return false;
  return auto === "plain" ? choices.length === 1 : !choices.some(({ claim }) => claim === "win");
}
