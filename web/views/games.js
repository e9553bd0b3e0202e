// The options of a list of games, grouped by family.

/** @import { AnyGame } from "../rules.js" */

import { h } from "../dom.js";
import { FAMILIES, familyOf } from "../rules.js";
import { gameName } from "../terms.js";
import { t } from "../texts.js";

/** @param {AnyGame[]} games @param {string} [chosen] */
export const gameOptions = (games, chosen) =>
  FAMILIES.map((family) =>
    h(
      "optgroup",
      { key: family, label: t(`family.${family}`) },
      games
        .filter((game) => familyOf(game) === family)
        .map(({ id, name }) => h("option", { key: id, value: id, selected: id === chosen }, gameName(id, name))),
    ),
  );
