// Dragging an own tile to the other hand, with the mouse, a pen or a finger. A tap does the same, and so do keys (live.js).

/** @import { On } from "../../dom.js" */

/** The farthest that a press may move, in pixels, and still be a tap. */
const SLOP_PX = 8;

/**
 * Starts tracking a press on a tile.
 *
 * @param {On<PointerEvent, HTMLElement>} event
 * @param {(place: number, on: boolean) => void} put what is done when a tile is let go over a hand
 */
export function dragTile(event, put) {
  const tile = event.target.closest(".tile-button");
  if (!(tile instanceof HTMLElement) || event.button !== 0 || !event.isPrimary) return;
  const from = { x: event.clientX, y: event.clientY };
  const ended = new AbortController();
  const { signal } = ended;
  let dragged = false;
  /** @param {"pointermove" | "pointercancel" | "pointerup"} type @param {(next: PointerEvent) => void} act */
  const listen = (type, act) =>
    window.addEventListener(type, (next) => next.pointerId === event.pointerId && act(next), { signal });
  const end = () => {
    ended.abort();
    delete tile.dataset.dragged;
    tile.style.translate = "";
  };

  listen("pointermove", (next) => {
    const [x, y] = [next.clientX - from.x, next.clientY - from.y];
    dragged ||= Math.hypot(x, y) > SLOP_PX;
    if (!dragged) return;
    tile.dataset.dragged = "";
    tile.style.translate = `${x}px ${y}px`;
  });
  listen("pointercancel", end);
  listen("pointerup", (next) => {
    end();
    if (!dragged) return;
    // The click at the end of a drag is ignored.
    window.addEventListener("click", (click) => click.stopPropagation(), {
      capture: true,
      once: true,
      signal: AbortSignal.timeout(0),
    });
    const tray = document.elementFromPoint(next.clientX, next.clientY)?.closest(".tray");
    if (tray instanceof HTMLElement) put(Number(tile.dataset.place), tray.dataset.takes === "on");
  });
}
