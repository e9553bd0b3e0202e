// The review of a finished match on a board: the boards with their players at one step, the action in words, and the list of moves, of
// which each leads to its step. The step and the observer are chosen in ../views/review.js.

/**
 * @import { Child } from "../dom.js"
 * @import { BoardMatch } from "../boardmatch.js"
 * @import { KnownRoom } from "../room.js"
 * @import { FamilyReview } from "../types/page.js"
 * @import { AnyMatchResult, BoardText, BoardView, Clock, RoomEvent } from "../types/protocol.js"
 * @import { Notation } from "./moves.js"
 */

/**
 * What was done at a step, and the room after it. @typedef {{ event: RoomEvent, room: KnownRoom }} Step
 *
 * What is looked at, and what each seat had left of its time then. @typedef {{ room: KnownRoom, match: BoardMatch, left: (number | null)[] }} Looked
 */

import { doneStanding } from "../boardmatch.js";
import { h } from "../dom.js";
import { boardGame } from "../games/boards.js";
import { icon } from "../icons.js";
import { isBoardVariant, onBoard } from "../room.js";
import { styled } from "../root.js";
import { clockText } from "../terms.js";
import { known, t } from "../texts.js";
import { boardsOf } from "./board.js";
import { checkAt, isChecked } from "./check.js";
import { leftAfter, tookMs } from "./clocks.js";
import { lastOf, linesOf, moves, usualNotation } from "./moves.js";
import { rowNumbers } from "./plies.js";
import { plate, spoils, standings } from "./plates.js";
import { shapeOf, sizeOf } from "./shape.js";
import { seatsAround } from "./sides.js";
import { actionOfTold, endTold, repeats } from "./words.js";

await Promise.all([styled("boards/live.css"), styled("boards/review.css")]);

/** How many steps Page Up and Page Down go. */
const PAGE_STEPS = 10;

const SECOND_MS = 1_000;
/** @type {Notation[]} */
const NOTATIONS = ["letters", "brackets", "points"];

/** The match at a step. @param {Step | undefined} step @returns {BoardMatch | null} */
export const matchAt = (step) => onBoard(step?.room.match ?? step?.room.finished);

/** The review of a match on a board. @implements {FamilyReview} */
export class BoardReview {
  kind = /** @type {const} */ ("board");
  /** Whether the board is shown from the other side. */
  #turned = false;
  /** @type {Notation | null} */
  #notation = null;
  #redraw;

  /**
   * @param {object} shown
   * @param {Step[]} shown.steps
   * @param {(step: number) => void} shown.go
   * @param {string[] | null} shown.layout what lay face down, to see it open
   * @param {Clock | undefined} shown.clock that of its table; undefined of matches of which it is not known
   * @param {() => void} shown.redraw
   */
  constructor({ steps, go, layout, clock, redraw }) {
    this.steps = steps;
    this.go = go;
    this.layout = layout;
    this.clock = clock;
    this.#redraw = redraw;
    const done = doneStanding(
      steps.flatMap(({ event }, step) => ("position" in event && "seat" in event ? [{ action: event, step }] : [])),
    );
    /** The steps of the plies in the list, in its order. */
    this.plies = done.map(({ step }) => step);
    const seats = done.map(({ action }) => action.seat);
    /** The numbers of their rows. */
    this.numbers = rowNumbers(seats, matchAt(steps.at(-1))?.view.first);
  }

  /** How a match ended, without the winner; nothing for an abandoned match. @param {AnyMatchResult} result */
  howEnded(result) {
    return ("end" in result && result.end && known(`board.end.${result.end}`)) || "";
  }

  /** The step after a ply, and the number of its row in the list. @param {number} ply */
  plyAt(ply) {
    return { step: this.plies[ply] ?? 0, number: this.numbers[ply] ?? 0 };
  }

  get keysTold() {
    return t("review.keys.boards");
  }

  /** The page does not judge these games. */
  get verifyNote() {
    return t("verify.boards");
  }

  /** Whether a view with everything open shows more. @param {string} variant */
  canOpen(variant) {
    return isBoardVariant(variant) && Boolean(boardGame(variant).hides);
  }

  /** The step to which Page Up or Page Down leads. @param {number} at @param {1 | -1} way */
  page(at, way) {
    return at + way * PAGE_STEPS;
  }

  /** A step in a sentence: the player and the action, check or repetition, and the time it took. @param {number} at */
  told(at) {
    const step = this.steps[at];
    const match = matchAt(step);
    if (!step || !match) return "";
    const { event, room } = step;
    if (event.do === "ended") return endTold(room, match.view.outcome, match);
    if (!("position" in event) || !("seat" in event)) return t("told.start");
    const before = matchAt(this.steps[at - 1])?.view.position.board;
    const took = tookMs(match.view.variant, this.#events(at));
    return [
      actionOfTold(room, match.view.variant, event, before),
      isChecked(match.view) && t("board.check"),
      repeats(match.view.variant, event) && t("board.repeated"),
      took >= SECOND_MS && t("review.took", { time: clockText(took) }),
    ]
      .filter(Boolean)
      .join(" ");
  }

  /** The events up to a step. @param {number} at */
  #events(at) {
    return this.steps.slice(0, at + 1).map(({ event }) => event);
  }

  /** The time that each seat had left at a step. @param {Step} step @param {BoardMatch} match @param {number} at */
  #left({ room }, { view, start }, at) {
    const people = Array.from({ length: start.seats }, (_, seat) => {
      const occupant = room.state.seats[seat]?.occupant;
      return occupant != null && "player" in occupant;
    });
    return leftAfter({ variant: view.variant, clock: this.clock, people }, this.#events(at));
  }

  /**
   * The boards at a step, the text about it, the controls, and the list.
   *
   * @param {number} at
   * @param {Child} told
   * @param {Child} controls
   */
  draw(at, told, controls) {
    const step = /** @type {Step} */ (this.steps[at]);
    const found = /** @type {BoardMatch} */ (matchAt(step));
    const view = this.layout ? opened(found.view, this.layout) : found.view;
    const match = { ...found, view };
    const shown = boardsOf(view, { seat: view.you, turned: this.#turned });
    const left = this.#left(step, match, at);
    const look = ["on-board board-review", shown.length > 1 && "two", boardGame(view.variant).large && "wide"];
    return h(
      "div",
      { key: "desk", class: look.filter(Boolean).join(" ") },
      h(
        "div",
        { class: "fields" },
        shown.map((board) => this.#half({ room: step.room, match, left }, board, shown.length > 1)),
      ),
      h(
        "div",
        { class: "beside" },
        controls,
        told,
        boardGame(view.variant).large && this.#states({ room: step.room, match, left }),
        this.#list(step.room, at),
      ),
    );
  }

  /** A board with its players. @param {Looked} looked @param {ReturnType<typeof boardsOf>[number]} shown @param {boolean} two */
  #half(looked, { board, ...shown }, two) {
    const { match } = looked;
    const { view, start } = match;
    const turn = shown.turn ?? 0;
    const [w, height] = sizeOf(shapeOf(view.variant, view.options), turn);
    const [above, below] = seatsAround(view, start.seats, board, { turn, turned: this.#turned });
    const plated = { ...looked, held: null, hold: () => {} };
    const all = { ...shown, last: lastOf(match, two ? board : null), check: checkAt(view.variant, shown.text) };
    return h(
      "div",
      { key: `half${board}`, class: "half" },
      above.map((seat) => plate(plated, seat)),
      h("div", { class: "fit", style: { "--w": w, "--h": height } }, h("giog-board", { ".shown": all })),
      below.map((seat) => plate(plated, seat)),
    );
  }

  /** The states of seven kingdoms, and what each player has taken. @param {Looked} looked */
  #states(looked) {
    const { match } = looked;
    const plated = { ...looked, held: null, hold: () => {} };
    const seats = Array.from({ length: match.start.seats }, (_, seat) => seat);
    return [
      standings(plated),
      h(
        "div",
        { key: "plates", class: "plates" },
        seats.map((seat) => h("div", { key: seat }, plate(plated, seat), spoils(match, seat))),
      ),
    ];
  }

  /** All moves; the last one that was made is marked. @param {KnownRoom} room @param {number} at */
  #list(room, at) {
    const whole = /** @type {BoardMatch} */ (matchAt(this.steps.at(-1)));
    const notation = this.#notation ?? usualNotation();
    const { position } = whole.view;
    const several = "notation" in position && position.notation.some((ply) => ply.length > 2);
    const now = this.plies.filter((step) => step <= at).length - 1;
    return h(
      "div",
      { key: "list", class: "review-moves" },
      h(
        "div",
        { class: "buttons" },
        several &&
          h(
            "label",
            {},
            h("span", {}, t("review.notation"), " "),
            h(
              "select",
              { onchange: ({ currentTarget }) => this.#write(/** @type {Notation} */ (currentTarget.value)) },
              NOTATIONS.map((one) =>
                h("option", { key: one, value: one, selected: one === notation }, linesOf(whole, one)[0]?.text ?? one),
              ),
            ),
          ),
        h(
          "button",
          {
            key: "turn",
            class: "quiet",
            "aria-label": t("board.turn"),
            title: t("board.turn"),
            onclick: () => this.#turn(),
          },
          icon("counter"),
        ),
      ),
      moves(room, whole, { notation, at: now, go: (ply) => this.go(this.plies[ply] ?? 0) }),
    );
  }

  /** Scrolls the list to the marked move, and moves nothing else. @param {Element} view */
  shown(view) {
    const marked = view.querySelector(".moves [aria-current]");
    const list = marked?.closest(".moves");
    if (!(marked instanceof HTMLElement) || !(list instanceof HTMLElement)) return;
    const [row, all] = [marked.getBoundingClientRect(), list.getBoundingClientRect()];
    if (row.top < all.top) list.scrollTop -= all.top - row.top;
    else if (row.bottom > all.bottom) list.scrollTop += row.bottom - all.bottom;
  }

  /** @param {Notation} notation */
  #write(notation) {
    this.#notation = notation;
    this.#redraw();
  }

  #turn() {
    this.#turned = !this.#turned;
    this.#redraw();
  }
}

/** The same view with the face-down pieces turned up. @param {BoardView} view @param {string[]} layout @returns {BoardView} */
function opened(view, layout) {
  const { board } = view.position;
  return typeof board === "string"
    ? { ...view, position: { ...view.position, board: uncovered(board, layout) } }
    : view;
}

/**
 * The text of a board of blind chess with the face-down pieces turned up: the layout lists them file by file, from the lowest rank on.
 *
 * @param {string} board
 * @param {string[]} layout
 * @returns {BoardText}
 */
export function uncovered(board, layout) {
  const [squares = "", ...rest] = board.split(" ");
  const ranks = squares.split("/").map((row, i, rows) => {
    let file = 0;
    return row.replace(/./g, (code) => {
      const at = (rows.length - 1 - i) * FILES + file;
      file += Number(code) || 1;
      return code === "?" ? (layout[at] ?? code) : code;
    });
  });
  return [ranks.join("/"), ...rest].join(" ");
}

/** The number of files of blind chess. */
const FILES = 8;
