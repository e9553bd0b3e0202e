// Dragging a piece to another point with the mouse, a pen or a finger. A tap does the same in two steps, and so do keys (board.js).

/**
 * @import { On } from "../dom.js"
 * @import { Board } from "./board.js"
 */

/** The farthest that a press may move, in pixels, and still be a tap. */
const SLOP_PX = 8;

/** The point of a cell. @param {EventTarget | null} target */
export const pointOf = (target) =>
  (target instanceof Element && target.closest("[data-point]")?.getAttribute("data-point")) || null;

/** Starts tracking a press on a piece that can be moved. @param {Board} board @param {On<PointerEvent, HTMLElement>} event */
export function drag(board, event) {
  const point = pointOf(event.target);
  // On a zoomed board a finger scrolls.
  const pans = event.pointerType === "touch" && board.querySelector(".window[role]") !== null;
  if (!point || event.button !== 0 || !event.isPrimary || pans) return;
  const from = { x: event.clientX, y: event.clientY };
  const { chosen } = board;
  const ended = new AbortController();
  const { signal } = ended;
  /** @type {HTMLElement | null} */
  let piece = null;
  /** @param {"pointermove" | "pointercancel" | "pointerup"} type @param {(next: PointerEvent) => void} act */
  const listen = (type, act) =>
    window.addEventListener(type, (next) => next.pointerId === event.pointerId && act(next), { signal });

  listen("pointermove", (next) => {
    const [x, y] = [next.clientX - from.x, next.clientY - from.y];
    if (!piece) {
      if (Math.hypot(x, y) <= SLOP_PX) return;
      if (!board.lift(point)) return end();
      piece = board.querySelector(`.man[data-at="${point}"]`);
      if (!piece) return end();
      piece.dataset.dragged = "";
    }
    piece.style.translate = `calc(-50% + ${x}px) calc(-50% + ${y}px)`;
  });
  const leave = () => {
    end();
    board.back(chosen);
  };
  listen("pointercancel", leave);
  // A second finger zooms.
  window.addEventListener("touchstart", ({ touches }) => touches.length > 1 && leave(), { signal });
  listen("pointerup", (next) => {
    const dragged = piece !== null;
    const to = dragged && pointOf(document.elementFromPoint(next.clientX, next.clientY));
    end();
    if (!dragged) return;
    // The click at the end of a drag is ignored.
    window.addEventListener("click", (click) => click.stopPropagation(), {
      capture: true,
      once: true,
      signal: AbortSignal.timeout(0),
    });
    if (to && to !== point) board.choose(to);
    else board.clear();
  });

  const end = () => {
    ended.abort();
    if (!piece) return;
    delete piece.dataset.dragged;
    piece.style.translate = "";
  };
}
