// A table of games of tiles and dice: loads the code of the game, and delegates to it.

/**
 * @import { Child } from "../dom.js"
 * @import { KnownRoom } from "../room.js"
 * @import { FamilyPlay } from "../types/page.js"
 * @import { RoomEvent } from "../types/protocol.js"
 * @import { Known } from "../views/seated.js"
 * @import { PlayClass, TilesPlay } from "./play.js"
 */

import { h } from "../dom.js";
import { part } from "../rest.js";
import { isTilesVariant } from "../room.js";
import { styled } from "../root.js";
import { openSettings, settings } from "../settings.js";
import { t } from "../texts.js";
import { keyList } from "../views/keylist.js";
import { partsOf } from "./games.js";
import { gameLooks, tilesTexts } from "./language.js";

await Promise.all([styled("tiles/tiles.css"), tilesTexts()]);

/** The view for `views/table.js`; the game may change between matches. @implements {FamilyPlay} */
export class TilesTable {
  kind = /** @type {const} */ ("tiles");
  // Stand-ins play for absent players.
  losesOnTime = false;
  #table;
  /** The `Play` of each game; null while its code is loading. @type {Map<string, TilesPlay | null>} */
  #plays = new Map();
  /** Several games with the same class share one instance. @type {Map<PlayClass, TilesPlay>} */
  #made = new Map();

  /** @param {Known} table */
  constructor(table) {
    this.#table = table;
  }

  /** The game of the match on the table, or else the one in the settings. */
  get #variant() {
    return this.#table.tiles?.start.variant ?? this.#table.room.state.settings.variant;
  }

  /** Its `Play`; null while its code is loading, and before the first match. */
  get #play() {
    const variant = this.#variant;
    const play = this.#plays.get(variant);
    if (play === undefined) this.#bring(variant);
    return this.#table.tiles ? (play ?? null) : null;
  }

  /** @param {string} variant */
  #bring(variant) {
    if (!isTilesVariant(variant)) return;
    this.#plays.set(variant, null);
    this.#table.load(async () => {
      try {
        const [{ Play }] = await part(Promise.all([codeOf(variant), gameLooks(variant)]));
        const play = this.#made.get(Play) ?? new Play(this.#table);
        this.#made.set(Play, play);
        this.#plays.set(variant, play);
      } catch (error) {
        this.#plays.delete(variant);
        throw error;
      }
    });
  }

  get historyName() {
    return this.#play?.historyName ?? t("panel.deals");
  }

  sideTold() {
    return "";
  }

  endTold() {
    return "";
  }

  /** @returns {Child} */
  decided() {
    return this.#play?.decided() ?? null;
  }

  /** @returns {Child} */
  draw() {
    return this.#play?.draw() ?? h("p", { key: "desk", class: "loading", role: "status" }, t("table.coming"));
  }

  /** @param {string} panel @returns {Child} */
  panel(panel) {
    if (panel === "history") return this.#play?.history() ?? h("p", { class: "empty" }, t("deals.none"));
    return panel === "help" && help(this.#variant, this.#play?.keys ?? []);
  }

  /** @param {KeyboardEvent} event */
  acts(event) {
    return this.#play?.acts(event) ?? false;
  }

  /** @param {KeyboardEvent} event */
  reading(event) {
    return this.#play?.reading(event);
  }

  /** @param {RoomEvent} event @returns {ReturnType<FamilyPlay["happened"]>} */
  happened(event) {
    return this.#play?.happened(event);
  }

  closed() {
    this.#play?.closed();
  }

  /** @param {KnownRoom} room @param {RoomEvent} event */
  eventTold(room, event) {
    return this.#play?.eventTold(room, event) ?? null;
  }
}

/** The code of a game's table. @param {string} variant */
async function codeOf(variant) {
  const game = await partsOf(variant);
  if (!game) throw new Error(`${variant} is no game of tiles or dice`);
  return game.live();
}

/** The help: the rules, hints, the settings, the keys. @param {string} variant @param {[string, string][]} keys */
const help = (variant, keys) =>
  h(
    "div",
    { class: "help" },
    h(
      "p",
      { class: "buttons" },
      h("a", { class: "button", href: `/learn/${variant}`, target: "_blank" }, t("help.rules")),
      h("button", { onclick: openSettings }, t("settings.title")),
    ),
    h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        checked: settings.get("hints"),
        onchange: ({ currentTarget }) => settings.set("hints", currentTarget.checked),
      }),
      t("settings.hints"),
    ),
    keyList([...keys, ["?", t("key.help")]]),
  );
