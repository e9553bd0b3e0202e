// Dragging a piece of the rack with the mouse, a pen or a finger: within the rack it moves to another place, and on the table it is
// chosen. Keys do the same (hand.js). The page is not changed until the piece is dropped, so that updates cannot interrupt a drag.

/**
 * @import { On } from "../dom.js"
 * @import { Playing } from "./seated.js"
 */

/** The farthest that a press may move, in pixels, and still be a tap. */
const SLOP_PX = 8;

/** Starts tracking a press on a piece. @param {Playing} table @param {On<PointerEvent, HTMLElement>} event */
export function grab(table, event) {
  const piece = event.target.closest(".held");
  if (!(piece instanceof HTMLElement) || event.button !== 0 || !event.isPrimary) return;
  const from = { x: event.clientX, y: event.clientY };
  const ended = new AbortController();
  const { signal } = ended;
  let dragged = false;
  /** @param {"pointermove" | "pointercancel" | "pointerup"} type @param {(next: PointerEvent) => void} act */
  const listen = (type, act) =>
    window.addEventListener(type, (next) => next.pointerId === event.pointerId && act(next), { signal });

  listen("pointermove", (next) => {
    const [x, y] = [next.clientX - from.x, next.clientY - from.y];
    dragged ||= Math.hypot(x, y) > SLOP_PX;
    if (!dragged) return;
    piece.dataset.dragged = "";
    piece.style.translate = `${x}px ${y}px`;
    show(table, piece, next);
  });
  listen("pointercancel", () => end());
  listen("pointerup", (next) => {
    const place = dragged ? over(table, piece, next) : null;
    end();
    if (!dragged) return;
    // The click at the end of a drag is ignored.
    window.addEventListener("click", (click) => click.stopPropagation(), {
      capture: true,
      once: true,
      signal: AbortSignal.timeout(0),
    });
    const { key = "" } = piece.dataset;
    if (place === "table") table.choose(key, true);
    else if (place) table.arrange(key, place.to);
  });

  const end = () => {
    ended.abort();
    delete piece.dataset.dragged;
    piece.style.translate = "";
    table.removeAttribute("data-over");
    for (const mark of marks(table)) delete mark.dataset.mark;
  };
}

/** @param {HTMLElement} table @returns {NodeListOf<HTMLElement>} */
const marks = (table) => table.querySelectorAll("[data-mark]");

/** Marks where the piece would go. @param {Playing} table @param {HTMLElement} piece @param {PointerEvent} point */
function show(table, piece, point) {
  for (const mark of marks(table)) delete mark.dataset.mark;
  const place = over(table, piece, point);
  table.toggleAttribute("data-over", place === "table");
  if (place && place !== "table") place.beside.dataset.mark = place.after ? "after" : "before";
}

/**
 * The target at a position: `"table"`, a place of the rack, or null.
 *
 * @param {Playing} table
 * @param {HTMLElement} piece
 * @param {PointerEvent} point
 * @returns {"table" | { beside: HTMLElement, after: boolean, to: number } | null}
 */
function over(table, piece, { clientX, clientY }) {
  const rack = piece.parentElement;
  if (!rack) return null;
  const box = rack.getBoundingClientRect();
  if (clientY < box.top - box.height / 4) return table.decision?.do === "play" ? "table" : null;
  const pieces = [...rack.children].filter((one) => one instanceof HTMLElement);
  const middle = (/** @type {HTMLElement} */ one) => {
    const { left, top, width, height } = one === piece ? at(one) : one.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  const far = (/** @type {HTMLElement} */ one) => Math.hypot((middle(one).y - clientY) * 2, middle(one).x - clientX);
  const beside = pieces.reduce((best, one) => (far(one) < far(best) ? one : best));
  if (beside === piece) return null;
  const rtl = document.documentElement.dir === "rtl";
  const after = clientX > middle(beside).x !== rtl;
  const [from, to] = [pieces.indexOf(piece), pieces.indexOf(beside) + (after ? 1 : 0)];
  return { beside, after, to: to > from ? to - 1 : to };
}

/** The place of a dragged piece, without the dragged distance. @param {HTMLElement} piece */
function at(piece) {
  const { left, top, width, height } = piece.getBoundingClientRect();
  const [x = 0, y = 0] = piece.style.translate.split(" ").map(parseFloat);
  return { left: left - x, top: top - y, width, height };
}
