// Animations of pieces that move to the player who gets them; visual only, and nothing waits for them.

/** The duration of the animation of captured pieces, in milliseconds. */
const GATHER_MS = 380;
/** Whether the person prefers reduced motion. */
export const calm = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Copies of all laid pieces glide to the winner, or to the middle if there is none.
 *
 * @param {HTMLElement} table
 * @param {number | null} winner
 */
export function gather(table, winner) {
  if (calm.matches || document.hidden) return;
  const target = table
    .querySelector(winner == null ? ".middle" : `[data-seat="${winner}"] .won`)
    ?.getBoundingClientRect();
  if (!target) return;
  for (const piece of table.querySelectorAll(".play .laid")) {
    const from = piece.getBoundingClientRect();
    if (!from.width) continue;
    // Fading makes an element flat, so the copy contains only the visible side.
    const side = piece.querySelector(piece.classList.contains("up") ? ".front" : ".back");
    if (!side) continue;
    const ghost = /** @type {HTMLElement} */ (side.cloneNode(true));
    ghost.className = "ghost";
    Object.assign(ghost.style, { left: `${from.left}px`, top: `${from.top}px`, inlineSize: `${from.width}px` });
    document.body.append(ghost);
    const x = target.left + target.width / 2 - from.left - from.width / 2;
    const y = target.top + target.height / 2 - from.top - from.height / 2;
    const way = [
      { translate: "0 0", scale: 1, opacity: 1 },
      { translate: `${x}px ${y}px`, scale: 0.3, opacity: 0.2 },
    ];
    ghost.animate(way, { duration: GATHER_MS, easing: "ease-in" }).finished.finally(() => ghost.remove());
  }
}
