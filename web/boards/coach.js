// The coach's advice on a turn on a board: based only on what the player sees and may do.

/**
 * @import { BoardView, May } from "../types/protocol.js"
 */

import { boardGame } from "../games/boards.js";
import { t } from "../texts.js";
import { isChecked } from "./check.js";
import { boardText, positionOf } from "./position.js";

/**
 * A line of advice for the player on turn; empty if there is none.
 *
 * @param {BoardView} view
 * @param {May[]} may the kinds of action that are legal now
 */
export function coachTold(view, may) {
  const choices = may.flatMap((kind) => kind.choices ?? []);
  // Players who do not see the board get no list.
  if (!choices.length || may.some((kind) => kind.choices === null)) return "";
  const own = boardGame(view.variant).advice?.({
    view,
    choices,
    only: (kind) => may.every((one) => one.do === kind),
    checked: () => isChecked(view),
    stones: () => othersStones(view),
  });
  return own || (choices.length === 1 ? t("coach.board.forced") : "");
}

/** The number of the other player's stones. @param {BoardView} view */
function othersStones({ variant, position, you }) {
  const { men } = positionOf(variant, boardText(position.board) ?? "");
  const other = you === 0 ? "o" : "x";
  return [...men.values()].filter((code) => code === other).length;
}
