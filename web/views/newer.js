// Which decisions this page knows: a newer server may ask for an action that was not there when the page was loaded.

/** @import { Room } from "../room.js" */

import { knownGame } from "../games/list.js";
import { later } from "../rest.js";
import { isOnBoard, ofTiles } from "../room.js";

/**
 * The kinds of decisions that the page can show, and of action in a decision `choose`.
 * @typedef {{ decisions?: string[], actions?: string[] }} Shows
 */
/** @type {Shows} */
const TRICKS = { decisions: ["reveal", "take", "expose", "throw", "end", "order", "play", "take_back"] };
/** @type {Shows} */
const BOARDS = { decisions: ["choose"], actions: ["move", "drop", "flip", "place", "remove", "ally"] };

/** What the page can show of the person's open decision; null if nobody waits for them. @param {Pick<Room, "match" | "now">} room @returns {Required<Shows> | null} */
export function showsOf({ match, now }) {
  if (!match || !now?.you?.decision?.must) return null;
  /** @type {Shows} */
  const shows = isOnBoard(match) ? BOARDS : ofTiles(match) ? knownGame(match.start.variant) : TRICKS;
  const { decisions = ["bet"], actions = [] } = shows;
  return { decisions, actions };
}

/** Whether the open decision is one that the page cannot show, or not all of it. @param {Pick<Room, "match" | "now">} room */
export function isNewer(room) {
  const shows = showsOf(room);
  const decision = room.now?.you?.decision;
  if (!shows || !decision) return false;
  const may = "may" in decision ? decision.may : [];
  return !shows.decisions.includes(decision.do) || may.some((kind) => !shows.actions.includes(kind.do));
}

/** Says that the page does not know a decision, and what can be done about it. */
export const newer = later(() => import("./unshown.js"));
