// The board of square chess: docs/BOARDS.md §8.

import { plain } from "../../boards/grids.js";
import { t } from "../../texts.js";

/** @type {import("../boards.js").BoardGame} */
export const board = {
  shape: (size) => plain(7, size === "7x7" ? 7 : 8),
  men: "stone",
  advice: ({ only, choices, stones }) =>
    choices.length > 1 && only("remove") && choices.length < stones() ? t("coach.board.squares") : "",
};
