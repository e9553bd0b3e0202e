// Levels of bots. It is loaded with the first table at which there are several.

/**
 * @import { On } from "../dom.js"
 * @import { GameLevels, Seat } from "../types/protocol.js"
 * @import { Known } from "./seated.js"
 */

import { h } from "../dom.js";
import { botLevel } from "../terms.js";
import { t } from "../texts.js";
import { laterTexts } from "./language.js";
import { levelAt, nameAt } from "./told.js";

await laterTexts();

/** The choice of the level of the bot at a seat. @param {Known} table @param {Seat} seat @param {GameLevels} game */
export function choice(table, seat, game) {
  const has = levelAt(table.room, seat);
  return h(
    "select",
    {
      key: "level",
      "aria-label": t("gather.level", { name: nameAt(table.room, seat) }),
      disabled: table.room.state.phase !== "gathering",
      /** @param {On<Event, HTMLSelectElement>} event */
      onchange: ({ currentTarget }) => {
        const chosen = game.levels[currentTarget.selectedIndex];
        if (chosen) table.ask("add_bot", { seat, level: chosen });
      },
    },
    game.levels.map((one) => h("option", { key: one, value: one, selected: one === has }, botLevel(one))),
  );
}
