// Two fingers on a board that can be made larger: it grows and shrinks as they part and come together, and moves with them.

/** @import { On } from "../dom.js" */

/**
 * What can be made larger: how large it is, what is under a place of its window, and how it is shown otherwise.
 *
 * @typedef {object} Growing
 * @property {number} scale
 * @property {(at: Spot) => Spot} under what of the board is there, in its own size
 * @property {(scale: number, spot: Spot, at: Spot) => void} grow shows the board in this size, with this of it at that place
 */

/** A place on the screen or on a board, in pixels. @typedef {readonly [x: number, y: number]} Spot */

/**
 * Begins to follow two fingers.
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
      // Else the browser would move or enlarge the page.
      if (next.cancelable) next.preventDefault();
      board.grow(scale * (now.apart / fingers.apart), spot, now.at);
    },
    { signal, passive: false },
  );
  for (const type of /** @type {const} */ (["touchend", "touchcancel", "touchstart"]))
    target.addEventListener(type, () => ended.abort(), { signal });
}

/** Where two fingers are: their middle, and how far they are apart; null for another number of them. @param {TouchList} touches */
function between({ 0: one, 1: other, length }) {
  if (length !== 2 || !one || !other) return null;
  const [x, y] = [one.clientX - other.clientX, one.clientY - other.clientY];
  /** @type {Spot} */
  const at = [(one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2];
  return { at, apart: Math.max(1, Math.hypot(x, y)) };
}
