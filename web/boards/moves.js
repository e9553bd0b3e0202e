// The list of moves beside the board: in the notation of the reader's language if the server gives one, else as points.

/**
 * @import { BoardMatch } from "../boardmatch.js"
 * @import { Child } from "../dom.js"
 * @import { KnownRoom } from "../room.js"
 * @import { BoardView, Seat } from "../types/protocol.js"
 */

import { doneStanding } from "../boardmatch.js";
import { h } from "../dom.js";
import { t } from "../texts.js";
import { nameAt } from "../views/told.js";
import { plyText, rowNumbers } from "./plies.js";
import { boardOf } from "./sides.js";
import { choiceOf, stateTold } from "./words.js";

/**
 * The last action on one of two boards, or on the only one, in the form of decisions; undefined at the beginning.
 *
 * @param {BoardMatch} match
 * @param {number | null} [board]
 */
export function lastOf({ view, done }, board = null) {
  const { position } = view;
  if ("notation" in position) {
    const [, text = ""] =
      position.notation.findLast(([seat]) => board === null || boardOf(view.variant, seat) === board) ?? [];
    return text.split("=")[0] ?? "";
  }
  const last = doneStanding(done).at(-1);
  return last ? choiceOf(last.action) : "";
}

/** @typedef {{ seat: Seat, text: string, plain: string }} Line a ply: as it is written, and by its points */

/**
 * The notations for plies, as the server counts them; `points` exists in every game.
 * @typedef {"points" | "brackets" | "letters"} Notation
 */

/** The position of each notation in a ply. @type {Record<Notation, number>} */
const PLACES = { points: 1, brackets: 2, letters: 3 };

/** The usual notation of the reader: with characters for readers of Chinese. @returns {Notation} */
export const usualNotation = () => (document.documentElement.lang.startsWith("zh") ? "brackets" : "letters");

/** All known plies. @param {BoardMatch} match @param {Notation} [notation] @returns {Line[]} */
export function linesOf({ view, done }, notation = usualNotation()) {
  const { position } = view;
  if ("notation" in position)
    return position.notation.map((ply) => ({
      seat: ply[0],
      text: String(ply[PLACES[notation]] ?? ply[1]),
      plain: ply[1],
    }));
  return doneStanding(done).flatMap(({ action }) => {
    const choice = choiceOf(action);
    const text = action.do === "ally" ? stateTold(choice) : plyText(action.do, choice);
    return choice ? [{ seat: action.seat, text, plain: choice }] : [];
  });
}

/** Whether there were unknown moves before this page followed the match. @param {BoardMatch} match */
const isCut = ({ view, done }) =>
  !("notation" in view.position) &&
  view.position.moves > doneStanding(done).filter(({ action }) => action.do !== "ally").length;

/**
 * How the list is shown: the notation, the marked ply (the last if left out), and a function that goes to another ply.
 * @typedef {{ notation?: Notation, at?: number, go?: (ply: number) => void }} How
 */

/** The list: in two columns for two players, with names for more. @param {KnownRoom} room @param {BoardMatch} match @param {How} [how] */
export function moves(room, match, { notation, at, go } = {}) {
  const lines = linesOf(match, notation);
  if (!lines.length) return h("p", { class: "empty" }, t("moves.none"));
  const two = match.start.seats === 2;
  const now = at ?? lines.length - 1;
  const plies = lines.map((line, i) => ply(line, i === now, go && (() => go(i))));
  return [
    isCut(match) && h("p", { key: "cut", class: "small" }, t("moves.cut")),
    h(
      "ol",
      { key: "moves", class: two ? "moves pairs" : "moves", tabindex: go ? null : "0", "aria-label": t("panel.moves") },
      two
        ? pairs(match.view, lines, plies)
        : lines.map((line, i) =>
            h("li", { key: i }, number(i + 1), h("span", { class: "by" }, nameAt(room, line.seat)), plies[i]),
          ),
    ),
  ];
}

/** @param {number} n */
const number = (n) => h("span", { class: "no" }, `${n}.`);

/** @param {Line} line @param {boolean} now @param {(() => void) | undefined} go */
function ply({ text, plain }, now, go) {
  const look = { class: now ? "ply last" : "ply", "aria-current": now ? (go ? "step" : "true") : null, title: plain };
  return go ? h("button", { ...look, onclick: go }, text) : h("span", look, text);
}

/** @param {BoardView} view @param {Line[]} lines @param {Child[]} plies */
function pairs({ first = 0 }, lines, plies) {
  /** @type {[Child, Child][]} */
  const rows = [];
  const seats = lines.map(({ seat }) => seat);
  for (const [i, row] of rowNumbers(seats, first).entries())
    (rows[row - 1] ??= [null, null])[seats[i] === first ? 0 : 1] = plies[i];
  return rows.map(([one, other], i) =>
    h("li", { key: i }, number(i + 1), one ?? h("span", { class: "ply" }, "…"), other),
  );
}
