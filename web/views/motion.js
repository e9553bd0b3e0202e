// Pieces that go to whom they belong to: for the eye alone, and never waited for.

/** How long captured pieces are on their way. */
const GATHER_MS = 380;
/** Whether people asked for less motion. */
export const calm = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Copies of all that was laid glide to its winner, or to the middle where there is none.
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
    // What is faded is flat: a copy has the one side that is seen.
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
