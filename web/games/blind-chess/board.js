// The board of blind chess, half of one of Chinese chess: docs/BOARDS.md §5.

/** @import { Shape } from "../../boards/shape.js" */

import { allPoints } from "../../boards/grids.js";
import { t } from "../../texts.js";

/** The squares. @returns {Shape} */
function squares() {
  const across = Array.from({ length: 5 }, (_, y) => `M-.5 ${y - 0.5}H7.5`);
  const down = Array.from({ length: 9 }, (_, x) => `M${x - 0.5}-.5V3.5`);
  const lines = [...across, ...down].join("");
  return { files: 8, ranks: 4, first: 0, squares: true, points: allPoints(8, 4, 0), lines, thin: "" };
}

/** @type {import("../boards.js").BoardGame} */
export const board = {
  shape: squares,
  plates: "fixed",
  colour({ position }, seat) {
    // The colour on turn is in the text; it is the colour of the seat whose decision is open.
    const [, mover = "-"] = typeof position.board === "string" ? position.board.split(" ") : [];
    const [asked] = position.turn;
    if (mover === "-" || asked === undefined) return null;
    return (seat === asked) === (mover === "w") ? "w" : "b";
  },
  begins: () => "",
  hides: true,
  advice: ({ view, only }) => (only("flip") && view.position.moves > 0 ? t("coach.board.flip") : ""),
};
