// <giog-board>: a board with its pieces, to look at, to explore point by point, and to play on.
//
//   h("giog-board", { ".shown": { variant, options, text, turn, last, label } })                 to look at: a review, rules
//   h("giog-board", { ".shown": { …, legal, held }, ".play": (choice) => … })                     to play on
//
// `boardsOf(view, …)` gives the `shown` values for a view; for supply chess those of both boards. `text` is the position
// (`docs/BOARDS.md`), or undefined if it is hidden. `legal` lists choices as decisions do: moves `h2e2`, drops `P@e3`, and single points;
// null allows any two points. `play` gets the choice; if it returns a promise, the piece stays where it was put until the promise is
// settled or another text is shown.
//
// The board is as wide as its container; `--w` and `--h` are its size in units. Texts are in words.js, shapes in shape.js.

/**
 * @import { On } from "../dom.js"
 * @import { Spot } from "./pinch.js"
 * @import { Men } from "./position.js"
 * @import { Point } from "./points.js"
 * @import { Shape, Turn } from "./shape.js"
 * @import { BoardOptions, BoardVariant, BoardView, Seat } from "../types/protocol.js"
 */

/**
 * @typedef {object} Shown
 * @property {BoardVariant} variant
 * @property {BoardOptions} [options]
 * @property {string | undefined} [text]
 * @property {Turn} [turn] from which side it is seen
 * @property {string | undefined} [last] what was done last
 * @property {readonly string[] | null} [legal] what can be chosen; nothing if left out
 * @property {readonly string[]} [marks] points that are shown as ones that a piece can go to, where nobody plays
 * @property {string | null} [held] the piece of the reserve that is to be put down
 * @property {Point | null} [check] where a general is attacked
 * @property {boolean} [plans] whether what is chosen is planned for later, so that nobody knows what will be possible
 * @property {string | null} [planned] the move that is planned
 * @property {boolean} [zooms] whether it can be made larger than there is room for
 * @property {string} label
 */

import { h, View } from "../dom.js";
import { boardGame, FIRST_BOARD } from "../games/boards.js";
import { styled } from "../root.js";
import { settings } from "../settings.js";
import { t } from "../texts.js";
import "../views/piece.js";
import { boardTexts } from "./language.js";
import { drag, pointOf } from "./drag.js";
import { man, river } from "./men.js";
import { pinch } from "./pinch.js";
import { pointsOf } from "./points.js";
import { boardText, positionOf, tracked } from "./position.js";
import { neighbour, rowsOf, shapeOf, sizeOf, spotOf, transformOf } from "./shape.js";
import { sideOf } from "./sides.js";
import { pointTold } from "./words.js";

/** The zoom levels of a board. */
const ZOOMS = [1, 1.6, 2.4, 3.2];
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The names of a seat's boards. */
const OF_SEAT = ["board.label.own", "board.label.partner"];

await Promise.all([styled("boards/boards.css"), boardTexts()]);

/**
 * The `shown` values of a view: one board, or two with that of `seat` first.
 *
 * @param {Pick<BoardView, "variant" | "options" | "position" | "first">} view
 * @param {{ seat?: Seat | null, turned?: boolean } & Partial<Shown>} [how]
 * @returns {(Shown & { board: number })[]}
 */
export function boardsOf(view, { seat = null, turned = false, ...how } = {}) {
  const { variant, options, position } = view;
  const { turn, boards } = sideOf(view, seat);
  return boards.map((board, i) => {
    const side = /** @type {Turn} */ (((turn[i] ?? 0) + (turned ? 2 : 0)) % 4);
    const text = boardText(position.board, board);
    const zooms = boardGame(variant).large ?? false;
    const label = t(boards.length === 1 ? "board.label" : seat === null ? "board.label.n" : (OF_SEAT[i] ?? ""), {
      n: board + 1,
    });
    return { variant, options, text, turn: side, zooms, board, label, ...how };
  });
}

export class Board extends View {
  /** @type {Shown | null} */
  #shown = null;
  /** Called with a choice; if it returns a promise, the piece stays where it was put. @type {((choice: string) => unknown) | null} */
  play = null;
  /** The first chosen point. @type {Point | null} */
  #from = null;
  /** The point that has the keyboard focus. @type {Point | null} */
  #at = null;
  /** @type {Men} */
  #men = [];
  /** A move that was sent and not answered yet. @type {string | null} */
  #sent = null;
  #scale = 1;

  get shown() {
    return this.#shown;
  }

  set shown(shown) {
    const before = this.#shown;
    if (before && shown && same(before, shown)) return;
    this.#shown = shown;
    if (!shown) return;
    if (before?.text !== shown.text || before?.variant !== shown.variant) this.#stand(before);
    if (this.#from && !this.#leads(this.#from)) this.#from = null;
    if (this.isConnected) this.redraw();
  }

  /** Updates the pieces to the current position. @param {Shown | null} before */
  #stand(before) {
    const { variant, text, last } = /** @type {Shown} */ (this.#shown);
    this.#sent = null;
    const men = text === undefined ? new Map() : positionOf(variant, text).men;
    this.#men = tracked(before?.variant === variant ? this.#men : [], men, last);
  }

  /** The point from which a move was begun. */
  get chosen() {
    return this.#from;
  }

  began() {
    this.follow(settings, "change", () => this.redraw());
  }

  /** @returns {Shape} */
  get #shape() {
    const { variant = FIRST_BOARD, options } = this.#shown ?? {};
    return shapeOf(variant, options);
  }

  /** Whether a move can begin at a point. @param {Point} point */
  #leads(point) {
    const { legal } = this.#shown ?? {};
    if (legal === undefined) return false;
    if (legal === null) return true;
    return legal.some((choice) => {
      const [from, to] = pointsOf(choice);
      return from === point && to !== undefined;
    });
  }

  /** The choice that this point completes, or null. @param {Point} point @returns {string | null} */
  #choice(point) {
    const { legal, held } = this.#shown ?? {};
    if (legal === undefined) return null;
    const choice = held ? `${held}@${point}` : this.#from ? this.#from + point : point;
    if (legal === null) return this.#from && this.#from !== point ? choice : null;
    return legal.includes(choice) ? choice : null;
  }

  /** Chooses a point: by a tap, a key, or where a piece is dropped. @param {Point} point */
  choose(point) {
    const choice = this.#choice(point);
    this.#at = point;
    if (choice) {
      this.#play(choice);
      return;
    }
    this.#from = this.#from === point || !this.#leads(point) ? null : point;
    this.redraw();
  }

  /** Begins a move at a point. @param {Point} point */
  lift(point) {
    if (!this.#leads(point) || this.#shown?.held) return false;
    this.#from = point;
    this.redraw();
    return true;
  }

  /** Chooses again what was chosen before a drag that came to nothing. @param {Point | null} point */
  back(point) {
    this.#from = point && this.#leads(point) ? point : null;
    this.redraw();
  }

  /** Drops the first chosen point. */
  clear() {
    this.#from = null;
    this.redraw();
  }

  /** @param {string} choice */
  async #play(choice) {
    this.#from = null;
    this.#sent = choice;
    this.redraw();
    const { text } = this.#shown ?? {};
    try {
      await this.play?.(choice);
    } finally {
      if (this.#sent === choice && this.#shown?.text === text) {
        this.#sent = null;
        this.redraw();
      }
    }
  }

  draw() {
    const shown = this.#shown;
    if (!shown) return null;
    const { turn = 0 } = shown;
    const shape = this.#shape;
    const [w, height] = sizeOf(shape, turn);
    const sheet = h(
      "div",
      {
        class: ["sheet", shape.points.length < 9 && "few", shape.points.length > 100 && "many"]
          .filter(Boolean)
          .join(" "),
        dir: "ltr",
        style: { "--w": w, "--h": height, "--zoom": this.#scale },
      },
      this.#lines(shape, turn, w, height),
      this.#edges(shape, turn),
      this.#pieces(shape, turn),
      this.#grid(shape, turn),
    );
    return [
      h(
        "div",
        {
          key: "window",
          class: "window",
          dir: "ltr",
          style: { "--w": w, "--h": height },
          tabindex: this.#scale > 1 ? "0" : null,
          role: this.#scale > 1 ? "region" : null,
          "aria-label": this.#scale > 1 ? shown.label : null,
          ontouchstart: (event) => shown.zooms && this.#pinched(event),
        },
        sheet,
      ),
      shown.zooms && this.#larger(),
    ];
  }

  /** @param {Shape} shape @param {Turn} turn @param {number} w @param {number} height */
  #lines({ lines, thin, files, ranks, first, squares, points }, turn, w, height) {
    const transform = transformOf({ lines, thin, files, ranks, first, squares, points }, turn);
    const chinese = files === 9;
    return h(
      "svg",
      { key: "lines", class: "ruled", viewBox: `-.5 -.5 ${w} ${height}`, "aria-hidden": "true" },
      h("path", { d: lines, transform }),
      thin && h("path", { class: "thin", d: thin, transform }),
      !squares && files > 3 && h("path", { class: "frame", d: `M-.12-.12H${w - 0.88}V${height - 0.88}H-.12Z` }),
      chinese && river(4.5),
    );
  }

  /** The names of files and ranks. @param {Shape} shape @param {Turn} turn */
  #edges(shape, turn) {
    const rows = rowsOf(shape, turn);
    const lowest = rows.at(-1) ?? [];
    const across = turn % 2 ? 1 : 0;
    /** @param {Point} point @param {boolean} file */
    const name = (point, file) => (file ? point[0] : point.slice(1));
    const left = rows.flatMap((row) => row[0] ?? []);
    return h(
      "div",
      { key: "edges", class: "edges", "aria-hidden": "true" },
      lowest.map((point) => edge("below", spotOf(shape, turn, point)[0], name(point, !across))),
      left.map((point) => edge("beside", spotOf(shape, turn, point)[1], name(point, Boolean(across)))),
    );
  }

  /** @param {Shape} shape @param {Turn} turn */
  #pieces(shape, turn) {
    const { variant } = /** @type {Shown} */ (this.#shown);
    const [from, to] = this.#sent && !this.#sent.includes("@") ? pointsOf(this.#sent) : [];
    return h(
      "div",
      { key: "men", class: "men", "aria-hidden": "true" },
      this.#men.map(({ code, point }, i) => {
        const at = to && point === from ? to : to && point === to ? null : point;
        if (!at) return h("span", { key: i, class: "man gone" });
        const [x, y] = spotOf(shape, turn, at);
        const look = ["man", point === this.#from && "lifted"].filter(Boolean).join(" ");
        return h("span", { key: i, class: look, "data-at": point, style: { "--x": x, "--y": y } }, man(variant, code));
      }),
    );
  }

  /** All points, for pointers, keys and screen readers. @param {Shape} shape @param {Turn} turn */
  #grid(shape, turn) {
    const shown = /** @type {Shown} */ (this.#shown);
    const men = new Map(this.#men.flatMap(({ code, point }) => (point ? [[point, code]] : [])));
    const rows = rowsOf(shape, turn);
    const last = pointsOf(shown.last ?? "");
    const at = this.#at && shape.points.includes(this.#at) ? this.#at : (last.at(-1) ?? rows.at(-1)?.[0]);
    return h(
      "div",
      {
        key: "grid",
        class: "grid",
        role: "grid",
        "aria-label": shown.label,
        onclick: (event) => this.#tapped(event),
        onkeydown: (event) => this.#key(event),
        onpointerdown: (event) => drag(this, event),
        onfocusin: (event) => this.#focused(event),
      },
      rows.map((row) =>
        h(
          "div",
          { key: row[0] ?? "", role: "row" },
          row.map((point) => this.#cell(shape, turn, point, men.get(point), { at, last })),
        ),
      ),
    );
  }

  /**
   * @param {Shape} shape
   * @param {Turn} turn
   * @param {Point} point
   * @param {string | undefined} code
   * @param {{ at: Point | undefined, last: Point[] }} how
   */
  #cell(shape, turn, point, code, { at, last }) {
    const shown = /** @type {Shown} */ (this.#shown);
    const [x, y] = spotOf(shape, turn, point);
    const begun = this.#from !== null || Boolean(shown.held);
    const known = shown.legal != null && !shown.plans;
    const aims = shown.marks?.includes(point) || (begun && known && this.#choice(point) !== null);
    const does = known && !aims && (this.#choice(point) !== null || this.#leads(point));
    const planned = pointsOf(shown.planned ?? "").includes(point);
    const look = [
      "cell",
      aims && (code ? "takes" : "goes"),
      does && "does",
      last.includes(point) && (point === last.at(-1) ? "last" : "left"),
      this.#from === point && "from",
      shown.check === point && "check",
      planned && "planned",
    ];
    return h("span", {
      key: point,
      class: look.filter(Boolean).join(" "),
      role: "gridcell",
      tabindex: at === point ? "0" : "-1",
      "data-point": point,
      "aria-selected": this.#from === point ? "true" : null,
      "aria-label": pointTold(shown, point, code, {
        aims,
        does,
        last: last.at(-1) === point,
        chosen: this.#from === point,
        planned,
      }),
      style: { "--x": x, "--y": y },
    });
  }

  #larger() {
    /** @param {number | undefined} scale */
    const to = (scale) => () => this.#setScale(scale ?? this.#scale);
    const [smaller, larger] = [
      ZOOMS.findLast((scale) => scale < this.#scale),
      ZOOMS.find((scale) => scale > this.#scale),
    ];
    return h(
      "div",
      { key: "zoom", class: "zoom", role: "group", "aria-label": t("board.zoom") },
      h(
        "button",
        {
          class: "quiet",
          disabled: smaller === undefined,
          "aria-label": t("board.smaller"),
          title: t("board.smaller"),
          onclick: to(smaller),
        },
        "−",
      ),
      h(
        "button",
        {
          class: "quiet",
          disabled: larger === undefined,
          "aria-label": t("board.larger"),
          title: t("board.larger"),
          onclick: to(larger),
        },
        "+",
      ),
    );
  }

  /** @param {On<TouchEvent, HTMLElement>} event */
  #pinched(event) {
    if (event.touches.length < 2) return;
    pinch({ scale: this.#scale, under: (at) => this.#under(at), grow: (...how) => this.#setScale(...how) }, event);
  }

  /** The spot on the board, in unzoomed pixels, at a spot of the screen. @param {Spot} at @returns {Spot} */
  #under([x, y]) {
    const { left, top } = this.#sheet.getBoundingClientRect();
    return [(x - left) / this.#scale, (y - top) / this.#scale];
  }

  /** The middle of the chosen point on the board, in unzoomed pixels. @returns {Spot | null} */
  #chosenSpot() {
    const cell = this.#from && this.querySelector(`[data-point="${this.#from}"]`);
    if (!cell) return null;
    const { left, top, width, height } = cell.getBoundingClientRect();
    return this.#under([left + width / 2, top + height / 2]);
  }

  get #sheet() {
    return /** @type {HTMLElement} */ (this.querySelector(".sheet"));
  }

  /**
   * Sets the zoom, so that this spot of the board is at that spot of the screen; by default, the chosen piece comes to the middle, or if there
   * is none, the middle stays where it is.
   *
   * @param {number} scale
   * @param {Spot} [spot]
   * @param {Spot} [at]
   */
  #setScale(scale, spot, at) {
    const pane = this.querySelector(".window");
    if (!pane) return;
    const { left, top, width, height } = pane.getBoundingClientRect();
    const [x, y] = at ?? [left + width / 2, top + height / 2];
    const [across, down] = spot ?? (at ? null : this.#chosenSpot()) ?? this.#under([x, y]);
    this.#scale = Math.min(Math.max(scale, 1), ZOOMS.at(-1) ?? 1);
    this.redraw();
    queueMicrotask(() => pane.scrollTo(across * this.#scale - (x - left), down * this.#scale - (y - top)));
  }

  /** @param {On<MouseEvent, HTMLElement>} event */
  #tapped({ target }) {
    const point = pointOf(target);
    if (point) this.choose(point);
  }

  /** @param {On<FocusEvent, HTMLElement>} event */
  #focused({ target }) {
    const point = pointOf(target);
    if (!point || this.#at === point) return;
    this.#at = point;
    this.redraw();
  }

  /** @param {On<KeyboardEvent, HTMLElement>} event */
  #key(event) {
    const point = pointOf(event.target);
    if (!point || event.ctrlKey || event.metaKey || event.altKey) return;
    const { turn = 0 } = this.#shown ?? {};
    const arrow = ARROWS[event.key];
    if (arrow) this.#go(neighbour(this.#shape, turn, point, ...arrow));
    else if (event.key === "Home" || event.key === "End") this.#go(this.#end(point, event.key === "End"));
    else if (event.key === "Enter" || event.key === " ") this.choose(point);
    else if (event.key === "Escape" && this.#from) this.clear();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The last point of a point's row. @param {Point} point @param {boolean} right */
  #end(point, right) {
    const row = rowsOf(this.#shape, this.#shown?.turn ?? 0).find((row) => row.includes(point)) ?? [point];
    return (right ? row.at(-1) : row[0]) ?? point;
  }

  /** Moves the keyboard focus to a point. @param {Point} point */
  #go(point) {
    const cell = this.querySelector(`[data-point="${point}"]`);
    if (cell instanceof HTMLElement) cell.focus();
  }
}

/** @param {string} side @param {number} at @param {string | undefined} name */
const edge = (side, at, name) => h("span", { key: side + at, class: side, style: { "--at": at } }, name);

/** @param {Shown} one @param {Shown} other */
const same = (one, other) => {
  const names = /** @type {(keyof Shown)[]} */ ([...new Set([...Object.keys(one), ...Object.keys(other)])]);
  return names.every((name) => one[name] === other[name]);
};

customElements.define("giog-board", Board);
