// Zooming a board with two fingers: it grows and shrinks as they move apart and together, and moves with them.

/** @import { On } from "../dom.js" */

/**
 * What can be zoomed: its current scale, which spot is under a spot of its window, and a function that sets the scale.
 *
 * @typedef {object} Growing
 * @property {number} scale
 * @property {(at: Spot) => Spot} under what of the board is there, in its own size
 * @property {(scale: number, spot: Spot, at: Spot) => void} grow shows the board in this size, with this of it at that place
 */

/** A spot on the screen or on a board, in pixels. @typedef {readonly [x: number, y: number]} Spot */

/**
 * Starts tracking two fingers.
 *
 * @param {Growing} board
 * @param {On<TouchEvent, HTMLElement>} event
 */
export function pinch(board, event) {
  const fingers = between(event.touches);
  if (!fingers) return;
  /** @type {HTMLElement} */
  const target = event.currentTarget;
  const { scale } = board;
  const spot = board.under(fingers.at);
  const ended = new AbortController();
  const { signal } = ended;
  target.addEventListener(
    "touchmove",
    (next) => {
      const now = between(next.touches);
      if (!now) return ended.abort();
      // Otherwise the browser would scroll or zoom the page.
      if (next.cancelable) next.preventDefault();
      board.grow(scale * (now.apart / fingers.apart), spot, now.at);
    },
    { signal, passive: false },
  );
  for (const type of /** @type {const} */ (["touchend", "touchcancel", "touchstart"]))
    target.addEventListener(type, () => ended.abort(), { signal });
}

/** Two fingers: the spot between them, and their distance; null for another number of fingers. @param {TouchList} touches */
function between({ 0: one, 1: other, length }) {
  if (length !== 2 || !one || !other) return null;
  const [x, y] = [one.clientX - other.clientX, one.clientY - other.clientY];
  /** @type {Spot} */
  const at = [(one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2];
  return { at, apart: Math.max(1, Math.hypot(x, y)) };
}
