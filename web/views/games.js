// The games in a list to choose from, those on boards apart.

/** @import { AnyGame } from "../rules.js" */

import { h } from "../dom.js";
import { isBoardGame } from "../rules.js";
import { gameName } from "../terms.js";
import { t } from "../texts.js";

/** @param {AnyGame[]} games @param {string} [chosen] */
export function gameOptions(games, chosen) {
  const group = (/** @type {"tricks" | "boards"} */ family, /** @type {AnyGame[]} */ some) =>
    h(
      "optgroup",
      { key: family, label: t(`family.${family}`) },
      some.map(({ id, name }) => h("option", { key: id, value: id, selected: id === chosen }, gameName(id, name))),
    );
  return [
    group(
      "tricks",
      games.filter((game) => !isBoardGame(game)),
    ),
    group("boards", games.filter(isBoardGame)),
  ];
}
