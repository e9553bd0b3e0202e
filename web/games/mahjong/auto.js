// Automatic passing: where there is nothing to claim, unless the person chose otherwise. It must not reveal that there was nothing to claim: the page passes a fixed time after
// the decision opens, whatever the tiles are, and well before the least time of a window is over. Players who claim or pass by hand
// within the least time cannot be distinguished from it, because the server closes the window at the least time then, and it lengthens
// some windows by itself, so that a longer one does not tell that somebody could claim (docs/PROTOCOL.md, Mahjong). If it is turned on in an open window, it starts with the next one.

/** @import { Claim } from "../../types/protocol.js" */

import { keep, kept } from "../../storage.js";

/** Never; only if there is nothing but passing; always unless one can win. @typedef {(typeof AUTOS)[number]} Auto */
export const AUTOS = /** @type {const} */ (["off", "plain", "unless"]);

/** How long after the decision opens the page passes, in milliseconds: half of the usual least time. */
export const AUTO_MS = 750;

const KEY = "giog.mahjong.pass";

/** The choice that is stored in this browser. @returns {Auto} */
export const keptAuto = () => AUTOS.find((one) => one === kept(KEY)) ?? "plain";

/** @param {Auto} auto */
export const keepAuto = (auto) => keep(KEY, auto);

/** Whether these claims are passed by itself. @param {Auto} auto @param {Claim[]} choices */
export function passes(auto, choices) {
  if (auto === "off") return false;
  return auto === "plain" ? choices.length === 1 : !choices.some(({ claim }) => claim === "win");
}
