// Pai gow at a table: all hands, the person's four tiles and how they are split. A choice that was not sent yet is stored here.

/**
 * @import { Child, On } from "../../dom.js"
 * @import { KnownRoom } from "../../room.js"
 * @import { FamilyPlay } from "../../types/page.js"
 * @import { RoomEvent, Seat } from "../../types/protocol.js"
 * @import { PaiGowView } from "./seen.js"
 */

import { h } from "../../dom.js";
import { icon } from "../../icons.js";
import { meant } from "../../keyboard.js";
import { settings } from "../../settings.js";
import { sound } from "../../sound.js";
import { t } from "../../texts.js";
import { focus } from "../../views/seated.js";
import { reserved } from "../../views/reserved.js";
import { about, nameAt, namesAt, outcomeTold, pausedTold } from "../../views/told.js";
import { TilesPlay } from "../../tiles/play.js";
import { cards, said } from "../../tiles/seats.js";
import { coachTold } from "./coach.js";
import { dragTile } from "./drag.js";
import { split, textOf, tilesOf } from "./rules.js";
import { dealsOf, paiGow } from "./seen.js";
import { dealList, dealTold, dealsIn, hands, hidden } from "./table.js";
import { drawn, madeName, tileName } from "./tile.js";

/** The number of tiles in a hand. */
const HAND = 2;
/** How long all hands lie face down before they are turned up, in milliseconds. */
const DOWN_MS = 250;

export class Play extends TilesPlay {
  static game = paiGow;
  /** The places of the tiles that are chosen for a hand, in the order of choosing. @type {number[]} */
  #picked = [];
  /** The deal in which they were chosen. */
  #of = "";

  /** @returns {PaiGowView} */
  get view() {
    return /** @type {PaiGowView} */ (super.view);
  }

  /** @override @returns {PaiGowView} */
  get shown() {
    return /** @type {PaiGowView} */ (super.shown);
  }

  /** Whether the person must split now. */
  get #splits() {
    return this.decision?.do === "split";
  }

  /** The chosen places in this deal. */
  get picked() {
    if (this.#of !== this.dealing) this.#picked = [];
    this.#of = this.dealing;
    return this.#picked;
  }

  /** Chooses a tile, or puts it back; with a third one the first goes back. @param {number} place */
  pick(place, on = !this.picked.includes(place)) {
    if (!this.#splits) return;
    const others = this.picked.filter((one) => one !== place);
    this.#picked = on ? [...others, place].slice(-HAND) : others;
    this.closed();
    sound("lay");
    this.redraw();
    // In the other hand, the tile is another button.
    if (document.activeElement?.matches(".tile-button"))
      queueMicrotask(() => focus(this.table.querySelector(`.tile-button[data-place="${place}"]`)));
  }

  #clear() {
    this.#picked = [];
    this.redraw();
  }

  /** The chosen hand, if it is complete. */
  get #hand() {
    const tiles = tilesOf(this.view.tiles ?? "");
    return this.picked.length === HAND ? this.picked.map((place) => tiles[place] ?? "").join("") : "";
  }

  async #lay() {
    const low = this.#hand;
    if (!low || !this.#splits || this.asking) return;
    await this.act({ do: "split", low });
  }

  async #suggest() {
    const hint = await this.hint();
    if (hint?.do !== "split" || !this.#splits) return;
    const left = tilesOf(this.view.tiles ?? "").map((tile, place) => ({ tile, place }));
    this.#picked = tilesOf(hint.low).map((wanted) => {
      const at = left.findIndex(({ tile }) => tile === wanted);
      return left.splice(at, 1)[0]?.place ?? 0;
    });
    this.redraw();
  }

  /** @returns {Child} */
  draw() {
    const { room, view, isPlayed } = this;
    const { last_deal: last, you, decided } = view;
    const showing = last !== null && this.isShown(you != null && !decided.includes(you));
    return h(
      "div",
      { key: "desk", class: "desk tiles-desk paigow" },
      h(
        "div",
        { class: "cloth tiles-cloth" },
        cards({ room, view: this.withShown, isPlayed, bubbles: this.table.bubbles }, (seat) => ({
          gain: showing && !this.hides ? (last.points[seat] ?? 0) : null,
          wins: showing && !this.hides && (last.points[seat] ?? 0) > 0,
          lies: this.#lies(seat, showing),
        })),
        said(this.#status(showing)),
        h("p", { key: "proof", class: "small proof-note" }, t("pg.proof")),
      ),
      this.#own(),
    );
  }

  /** The hands of a seat. @param {Seat} seat @param {boolean} showing whether it is of the last deal */
  #lies(seat, showing) {
    const { view } = this;
    const { last_deal: last, you, low, tiles, decided } = view;
    if (showing && last) {
      const up = !this.hides;
      return up ? hands(last.low[seat] ?? "", last.high[seat] ?? "", true) : hidden();
    }
    if (!decided.includes(seat)) return null;
    if (seat !== you || !low || !tiles) return hidden();
    const own = split(tiles, low);
    return hands(own.low, own.high);
  }

  /** @param {boolean} showing */
  #status(showing) {
    const { room, view, isPlayed } = this;
    if (!isPlayed) return view.outcome ? outcomeTold(room, view.outcome) : "";
    const { last_deal: last, banker } = view;
    if (showing && last && this.isTold) return dealTold(room, last);
    const which = t("tiles.deal.of", { n: view.deal + 1, of: dealsIn(view) });
    const bank = banker === null ? "" : about(room, banker, "pg.bank");
    const paused = pausedTold(room);
    if (paused !== null) return [which, bank, paused].filter(Boolean).join(" ");
    if (this.#splits) return [which, bank, t("pg.ask")].join(" ");
    const waiting = room.now?.deciding.map(({ seat }) => seat) ?? [];
    return [which, bank, waiting.length > 0 && t("status.waiting", { names: namesAt(room, waiting) })]
      .filter(Boolean)
      .join(" ");
  }

  /** The person's tiles, the two hands that they would make, and the buttons. @returns {Child} */
  #own() {
    const { view } = this;
    if (view.you == null) return null;
    const splits = this.#splits;
    const hand = this.#hand;
    const made = splits && hand && view.tiles ? split(view.tiles, hand) : null;
    const isLaid = this.may("take_back");
    return h(
      "div",
      { key: "own", class: "own-tiles" },
      splits ? this.#trays(made) : h("div", { key: "no-trays", class: "trays" }),
      reserved(
        "tiles-said",
        {},
        isLaid && h("p", { key: "laid", class: "small" }, t("pg.laid")),
        splits && settings.get("hints") && h("p", { key: "coach", class: "small coach-line" }, coachTold(view, made)),
      ),
      h(
        "div",
        { class: "buttons" },
        isLaid &&
          h(
            "button",
            { key: "back", class: "back", disabled: this.asking, onclick: () => this.act({ do: "take_back" }) },
            icon("take_back"),
            t("hand.take_back"),
          ),
        splits &&
          this.mayAsk &&
          h("button", { key: "suggest", onclick: () => this.#suggest() }, icon("suggest"), t("hand.suggest")),
        splits &&
          h(
            "button",
            { key: "lay", class: "main", disabled: !made || this.asking, onclick: () => this.#lay() },
            t("pg.lay"),
          ),
      ),
    );
  }

  /** The two hands: the chosen tiles, and the other ones. @param {{ low: string, high: string } | null} made */
  #trays(made) {
    const tiles = tilesOf(this.view.tiles ?? "");
    const { picked } = this;
    const rest = tiles.map((_, place) => place).filter((place) => !picked.includes(place));
    const isFront = !made || textOf(picked.map((place) => tiles[place] ?? "")) === made.low;
    const tray = (/** @type {"front" | "rear"} */ name, /** @type {number[]} */ places, /** @type {boolean} */ takes) =>
      h(
        "div",
        {
          key: takes ? "picked" : "rest",
          class: `tray ${name}`,
          role: "group",
          "aria-label": t(`pg.${name}`),
          "data-takes": takes ? "on" : "off",
        },
        h(
          "p",
          { class: "tray-name" },
          h("strong", {}, t(`pg.${name}`)),
          " ",
          h("span", {}, made ? madeName(name === "front" ? made.low : made.high) : takes ? t("pg.choose") : ""),
        ),
        h(
          "div",
          { class: "slots" },
          places.map((place) => this.#tile(tiles[place] ?? "", place)),
          takes &&
            Array.from({ length: HAND - places.length }, (_, i) => h("span", { key: `slot${i}`, class: "slot" })),
        ),
      );
    return h(
      "div",
      { key: "trays", class: made ? "trays" : "trays open", onpointerdown: (event) => this.#grab(event) },
      tray(isFront ? "front" : "rear", picked, true),
      tray(isFront ? "rear" : "front", rest, false),
    );
  }

  /** @param {On<PointerEvent, HTMLElement>} event */
  #grab(event) {
    dragTile(event, (place, on) => this.pick(place, on));
  }

  /** An own tile, as a button. @param {string} tile @param {number} place */
  #tile(tile, place) {
    return h(
      "button",
      {
        key: `tile${place}`,
        class: "tile-button",
        "data-place": place,
        "aria-pressed": String(this.picked.includes(place)),
        title: tileName(tile),
        onclick: () => this.pick(place),
      },
      h("span", { key: "said", class: "hidden" }, tileName(tile)),
      drawn(tile),
      h("span", { key: "hint", class: "key-hint", "aria-hidden": "true" }, place + 1),
    );
  }

  history() {
    return dealList(this.room, dealsOf(this.shownMatch));
  }

  /** @returns {[string, string][]} */
  get keys() {
    return [
      ["1 – 4", t("pg.key.pick")],
      ["Enter", t("pg.key.lay")],
      ["G", t("key.suggest")],
      ["Esc", t("key.none")],
      ["H, T, S, L", t("tiles.key.read")],
    ];
  }

  /** @param {KeyboardEvent} event */
  acts(event) {
    const { ctrlKey, metaKey, altKey, target } = event;
    if (ctrlKey || metaKey || altKey || !this.#splits) return false;
    const key = meant(event);
    const on = target instanceof Element && target.closest("button, a, summary");
    if (/^[1-4]$/.test(key)) this.pick(Number(key) - 1);
    else if (key === "Enter" && (!on || on.matches(".tile-button")) && this.#hand) this.#lay();
    else if (key.toLowerCase() === "g" && this.mayAsk) this.#suggest();
    else if (key === "Escape") this.#clear();
    else return false;
    return true;
  }

  /** @param {KeyboardEvent} event */
  reading(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
    const { room, view, shown } = this;
    switch (meant(event).toLowerCase()) {
      case "h":
        return (
          tilesOf(view.tiles ?? "")
            .map(tileName)
            .join(", ") || t("read.no_hand")
        );
      case "t":
        return this.#status(false);
      case "s":
        return shown.scores.map((score, seat) => t("tiles.read.score", { name: nameAt(room, seat), score })).join(" ");
      case "l":
        return shown.last_deal ? dealTold(room, shown.last_deal) : t("deals.none");
      default:
        return undefined;
    }
  }

  /** @param {RoomEvent} event @returns {ReturnType<FamilyPlay["happened"]>} */
  happened(event) {
    if (event.do === "split") sound("lay");
    if (event.do !== "splits") return;
    this.lay();
    return { stages: [["down", DOWN_MS]], sound: "flip" };
  }

  /** @param {KnownRoom} room @param {RoomEvent} event */
  eventTold(room, event) {
    switch (event.do) {
      case "deal": {
        const bank = about(room, event.banker, "pg.bank");
        const tiles = event.tiles && t("pg.dealt", { tiles: tilesOf(event.tiles).map(tileName).join(", ") });
        return [bank, tiles].filter(Boolean).join(" ");
      }
      case "split":
        return about(room, event.seat, "pg.told.split");
      case "withdrawn":
        return about(room, event.seat, "told.take_back");
      case "splits":
        return dealTold(room, event);
      case "ended":
        return outcomeTold(room, event);
      default:
        return null;
    }
  }
}
