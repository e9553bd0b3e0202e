// The next game: anybody at the table suggests one, and the owner takes it. It is loaded with the first table at which that is possible.

/**
 * @import { On } from "../dom.js"
 * @import { SeatState, Variant } from "../types/protocol.js"
 * @import { Known } from "./seated.js"
 */

import { h } from "../dom.js";
import { GAMES } from "../games/list.js";
import { everyGame } from "../rules.js";
import { gameName } from "../terms.js";
import { t } from "../texts.js";
import { fail } from "./home.js";
import { laterTexts } from "./language.js";
import { askFirst } from "./question.js";

await laterTexts();

/** The choice of a game to suggest, for people at the table who do not own it. @param {Known} table */
export function suggestion(table) {
  const { state, you } = table.room;
  const chosen = state.seats[you ?? -1]?.suggests ?? "";
  const games = [...GAMES.keys()].filter((id) => id !== state.settings.variant);
  return h(
    "label",
    { key: "suggest", class: "suggest" },
    t("suggest.label"),
    " ",
    h(
      "select",
      { onchange: (event) => suggest(table, event) },
      ["", ...games].map((id) =>
        h("option", { key: id, value: id, selected: id === chosen }, id ? gameName(id) : t("suggest.none")),
      ),
    ),
  );
}

/** @param {Known} table @param {On<Event, HTMLSelectElement>} event */
async function suggest(table, { currentTarget }) {
  const variant = /** @type {Variant | null} */ (currentTarget.value || null);
  await table.ask("suggest", { variant });
  table.redraw();
}

/** What a seat suggests; for the owner the button that takes it. @param {Known} table @param {SeatState} at @param {boolean} owner */
export function suggested(table, { suggests }, owner) {
  if (!suggests) return null;
  const game = gameName(suggests);
  if (!owner) return h("span", { key: "suggests", class: "tag" }, t("suggest.tag", { game }));
  return h("button", { key: "suggests", onclick: () => take(table, suggests) }, t("suggest.take", { game }));
}

/** Changes to the game; asks before people or bots lose their seats. @param {Known} table @param {Variant} variant */
async function take(table, variant) {
  try {
    const game = (await everyGame()).find(({ id }) => id === variant);
    const seats = table.room.state.seats.slice(game?.max_players);
    const n = game ? seats.filter(({ occupant }) => occupant).length : 0;
    const change = () => table.ask("take_suggestion", { variant });
    if (n > 0) askFirst(t("change.stand", { n }), t("suggest.take", { game: gameName(variant) }), change);
    else await change();
  } catch (error) {
    fail(table, error);
  }
}
