// The list of what was played, beside the board: in the notation of the reader's language where the server gives one, else by points.

/**
 * @import { BoardMatch, KnownRoom } from "../room.js"
 * @import { BoardView, Seat } from "../types/protocol.js"
 */

import { h } from "../dom.js";
import { t } from "../texts.js";
import { nameAt } from "../views/told.js";
import { choiceOf, stateTold } from "./words.js";

/** What was played last, as decisions list it; nothing at the beginning. @param {BoardMatch} match */
export function lastOf({ view, done }) {
  const { position } = view;
  if ("notation" in position) {
    const [, text = ""] = position.notation.at(-1) ?? [];
    return text.split("=")[0] ?? "";
  }
  const last = done.findLast(({ action }) => choiceOf(action));
  return last ? choiceOf(last.action) : "";
}

/** @typedef {{ seat: Seat, text: string, plain: string }} Line a ply: as it is written, and by its points */

/** All plies that are known. @param {BoardMatch} match @returns {Line[]} */
export function linesOf({ view, done }) {
  const { position } = view;
  if ("notation" in position) {
    // Whoever reads Chinese has the notation with characters.
    const place = document.documentElement.lang.startsWith("zh") ? 2 : 3;
    return position.notation.map((ply) => ({ seat: ply[0], text: ply[place] ?? ply[1], plain: ply[1] }));
  }
  return done.flatMap(({ action }) => {
    const choice = choiceOf(action);
    const text = action.do === "ally" ? stateTold(choice) : action.do === "remove" ? `×${choice}` : choice;
    return choice ? [{ seat: action.seat, text, plain: choice }] : [];
  });
}

/** Whether there were moves before this page looked on that nobody has told of. @param {BoardMatch} match */
const isCut = ({ view, done }) =>
  !("notation" in view.position) &&
  view.position.moves > done.filter(({ action }) => choiceOf(action) && action.do !== "ally").length;

/** The list: of two players two beside each other, of more with their names. @param {KnownRoom} room @param {BoardMatch} match */
export function moves(room, match) {
  const lines = linesOf(match);
  if (!lines.length) return h("p", { class: "empty" }, t("moves.none"));
  const two = match.start.seats === 2;
  return [
    isCut(match) && h("p", { key: "cut", class: "small" }, t("moves.cut")),
    h(
      "ol",
      { key: "moves", class: two ? "moves pairs" : "moves", tabindex: "0", "aria-label": t("panel.moves") },
      two
        ? pairs(match.view, lines)
        : lines.map((line, i) =>
            h(
              "li",
              { key: i },
              number(i + 1),
              h("span", { class: "by" }, nameAt(room, line.seat)),
              ply(line, i === lines.length - 1),
            ),
          ),
    ),
  ];
}

/** @param {number} n */
const number = (n) => h("span", { class: "no" }, `${n}.`);

/** @param {Line | undefined} line @param {boolean} last */
const ply = (line, last) =>
  line &&
  h("span", { class: last ? "ply last" : "ply", "aria-current": last ? "true" : null, title: line.plain }, line.text);

/** @param {BoardView} view @param {Line[]} lines */
function pairs({ first = 0 }, lines) {
  /** @type {[Line | undefined, Line | undefined][]} */
  const rows = [];
  for (const line of lines) {
    const begins = line.seat === first;
    const row = rows.at(-1);
    if (!row || begins || row[1]) rows.push(begins ? [line, undefined] : [undefined, line]);
    else row[1] = line;
  }
  const last = lines.at(-1);
  return rows.map(([one, other], i) =>
    h(
      "li",
      { key: i },
      number(i + 1),
      one ? ply(one, one === last) : h("span", { class: "ply" }, "…"),
      ply(other, other === last),
    ),
  );
}
