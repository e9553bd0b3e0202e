// A table of games of tiles and dice: brings the code of the game that is played, and passes on what the table asks of it.

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
import { openSettings, settings } from "../settings.js";
import { t } from "../texts.js";
import { moduleOf } from "./games.js";
import { gameLooks, tilesTexts } from "./language.js";
import { styled } from "./styled.js";

await Promise.all([styled("tiles.css"), tilesTexts()]);

/** The table as `views/table.js` asks it; which game it is may change between matches. @implements {FamilyPlay} */
export class TilesTable {
  kind = /** @type {const} */ ("tiles");
  // Somebody plays for whoever leaves.
  losesOnTime = false;
  #table;
  /** What plays each game, by its class; null while its code is on the way. @type {Map<string, TilesPlay | null>} */
  #plays = new Map();
  /** A class that several games have makes one play. @type {Map<PlayClass, TilesPlay>} */
  #made = new Map();

  /** @param {Known} table */
  constructor(table) {
    this.#table = table;
  }

  /** The game of the match that lies here, or else the one that is agreed on. */
  get #variant() {
    return this.#table.tiles?.start.variant ?? this.#table.room.state.settings.variant;
  }

  /** What plays it; null while its code is on the way, and before the first match. */
  get #play() {
    const variant = this.#variant;
    const play = this.#plays.get(variant);
    if (play === undefined) this.#bring(variant);
    return this.#table.tiles ? (play ?? null) : null;
  }

  /** @param {string} variant */
  #bring(variant) {
    const module = moduleOf(variant);
    if (!module) return;
    this.#plays.set(variant, null);
    this.#table.load(async () => {
      try {
        const [{ Play }] = await part(Promise.all([module.live(), gameLooks(variant)]));
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

  /** @param {RoomEvent} event */
  happened(event) {
    this.#play?.happened(event);
  }

  /** @param {KnownRoom} room @param {RoomEvent} event */
  eventTold(room, event) {
    return this.#play?.eventTold(room, event) ?? null;
  }
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
    h("h3", {}, t("help.keys")),
    h(
      "dl",
      { class: "keys" },
      [...keys, ["?", t("key.help")]].map(([names, text = ""]) => [
        h("dt", { key: `k${text}` }, h("kbd", {}, names)),
        h("dd", { key: text }, text),
      ]),
    ),
  );
