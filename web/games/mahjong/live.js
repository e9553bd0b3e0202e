// A running match of mahjong: the table, the person's tiles, the open decision, and the end of each hand. What the person has begun and
// not sent is stored here; everything else follows from the room.

/**
 * @import { Child } from "../../dom.js"
 * @import { KnownRoom } from "../../room.js"
 * @import { FamilyPlay } from "../../types/page.js"
 * @import { Auto } from "./auto.js"
 * @import { Held } from "./rack.js"
 * @import { MahjongView } from "./state.js"
 * @import { Claim, RoomEvent, Seat } from "../../types/protocol.js"
 */

import { h } from "../../dom.js";
import { meant } from "../../keyboard.js";
import { left } from "../../room.js";
import { settings } from "../../settings.js";
import { sound } from "../../sound.js";
import { number, t } from "../../texts.js";
import { nameAt } from "../../views/told.js";
import { TilesPlay } from "../../tiles/play.js";
import { viewOf } from "../../tiles/view.js";
import { asks, status } from "./asks.js";
import { AUTO_MS, keepAuto, keptAuto, passes } from "./auto.js";
import { bestDiscard, coachTold } from "./coach.js";
import { heldOf, rack } from "./rack.js";
import { ended, handsPlayed } from "./result.js";
import { board } from "./seats.js";
import { game } from "./state.js";
import { light } from "./tile.js";
import { ALL, tilesOf } from "./tiles.js";
import { happeningTold, tilesTold } from "./words.js";

const SECOND_MS = 1_000;
/** After so many discards of the next hand, the result of the last one is closed. */
const SHOWN_WINDOWS = 4;
/** How long the last hand is held, in milliseconds: there is more to read than in a trick. */
const HOLD_MS = 10_000;

export class Play extends TilesPlay {
  static game = game;

  /** The chosen tile, by its key. @type {string | null} */
  chosen = null;
  /** The tile that has the keyboard focus. @type {string | null} */
  at = null;
  auto = keptAuto();
  /** The tile that is pointed at, or has the focus. @type {string | null} */
  #over = null;
  /** The window in which this page passes automatically, or has asked. */
  #minded = "";
  /** The match, and how many of its hands' results were closed. */
  #looked = { match: "", hands: 0 };

  /** @returns {MahjongView} */
  get view() {
    return /** @type {MahjongView} */ (super.view);
  }

  /** Identifies the open window among all of the match. */
  get #window() {
    const { view, match } = this;
    return `${match.start.match_id}/${view.deal}/${view.windows}`;
  }

  /** The person's tiles in their order. @returns {Held[]} */
  get held() {
    const { hand } = this.view;
    return hand?.tiles ? heldOf(hand.tiles, hand.drawn) : [];
  }

  get chosenTile() {
    return this.held.find(({ key }) => key === this.chosen)?.tile ?? null;
  }

  get mayDiscard() {
    return this.decision?.do === "choose";
  }

  /** The person's claim of the current tile. @returns {Claim | null} */
  get claimed() {
    return this.view.claim;
  }

  /** The seconds that a seat has left. @param {Seat} seat */
  #secondsOf(seat) {
    const { now } = this.room;
    const deciding = this.isPlayed ? now?.deciding.find((one) => one.seat === seat) : null;
    const ms = now && deciding ? left(deciding.left_ms, now, performance.now()) : null;
    return ms === null ? null : Math.ceil(ms / SECOND_MS);
  }

  /** The seconds in which the current tile can still be claimed: the same for all, also for its discarder and spectators. */
  get count() {
    const { pending } = this.view.hand ?? {};
    const [asked] = pending ? (this.room.now?.deciding ?? []) : [];
    return asked ? this.#secondsOf(asked.seat) : null;
  }

  get windowSeconds() {
    return (this.room.state.settings.window_ms ?? 8 * SECOND_MS) / SECOND_MS;
  }

  /** The coach's discard, if hints are on. */
  get proposed() {
    const { hand } = this.view;
    if (!settings.get("hints") || !this.mayDiscard || !hand?.tiles) return null;
    return ALL[bestDiscard(this.view, hand)?.kind ?? -1] ?? null;
  }

  /** Of equal tiles only the last one is marked. @param {string} key */
  proposes(key) {
    const tile = this.held.find((held) => held.key === key)?.tile;
    return this.held.findLast((held) => held.tile === tile)?.key === key;
  }

  /** Chooses a tile; a chosen tile is discarded. @param {string} key */
  tap(key) {
    const tile = this.held.find((held) => held.key === key)?.tile;
    if (this.chosen === key && this.mayDiscard && tile) return this.discard(tile);
    this.chosen = this.chosen === key ? null : key;
    this.redraw();
  }

  /** @param {string} key */
  stand(key) {
    if (this.at === key) return;
    this.at = key;
    this.redraw();
  }

  /** @param {string} tile */
  discard(tile) {
    if (!tile || !this.mayDiscard || this.asking) return;
    this.chosen = null;
    this.#look();
    this.act({ do: "discard", tile });
  }

  /** @param {Claim} claim */
  claim(claim) {
    if (this.decision?.do !== "claim" || this.asking) return;
    this.#look();
    this.act({ do: "claim", ...claim });
  }

  /** @param {Auto} auto */
  setAuto(auto) {
    this.auto = auto;
    keepAuto(auto);
    this.redraw();
  }

  /** Passes automatically if the person wants that: always the same time after a window has opened. */
  #mind() {
    const { decision } = this;
    const window = this.#window;
    if (decision?.do !== "claim" || this.#minded === window) return;
    this.#minded = window;
    if (!passes(this.auto, decision.choices)) return;
    setTimeout(() => {
      const still = this.decision;
      if (this.#window === window && still?.do === "claim" && passes(this.auto, still.choices))
        this.claim({ claim: "pass" });
    }, AUTO_MS);
  }

  /** Notes at which tile the person looks; all like it are lit, or else those like the chosen one. @param {Event} event */
  #seen({ type, target, currentTarget }) {
    const at = target instanceof Element ? target.closest(".mj-held, giog-mahjong") : null;
    const isGone = type === "focusout" || (type === "pointerleave" && target === currentTarget);
    this.#over = isGone ? null : (at?.getAttribute("data-tile") ?? at?.getAttribute("code") ?? null);
    this.#light();
  }

  #light() {
    light(this.#over ?? this.chosenTile ?? "");
  }

  /** Closes the result of the last hand. */
  #look() {
    this.table.endReveal();
    this.#looked = { match: this.match.start.match_id, hands: this.#finished };
    this.redraw();
  }

  /** The number of finished hands of this match. */
  get #finished() {
    const { view } = this;
    return view.last_hand ? view.deal : 0;
  }

  /** Whether a hand is over, and no other one has begun. */
  get #isBetweenHands() {
    return this.match.since.at(-1)?.do === "hand_over";
  }

  /** Whether the result of the last hand is still shown. */
  get #isEndShown() {
    const { view, match } = this;
    const looked = this.#looked.match === match.start.match_id ? this.#looked.hands : 0;
    const isNew = this.#isBetweenHands || view.windows < SHOWN_WINDOWS;
    return view.last_hand !== null && isNew && this.#finished > looked;
  }

  /** The view, after a hand with the table as that left it. @returns {MahjongView} */
  get #viewed() {
    const { view, match } = this;
    if (this.#isBetweenHands) return { ...view, deal: view.deal - 1 };
    if (view.hand || match.since.at(-1)?.do !== "ended") return view;
    const { hand } = viewOf({ ...match, since: match.since.slice(0, -1), held: undefined }, game);
    return { ...view, hand, deal: view.deal - 1 };
  }

  /** The last hand, which decided. @returns {Child} */
  decided() {
    const { view, room } = this;
    return view.last_hand && ended(room, view.last_hand, view.scores);
  }

  /** @returns {Child} */
  draw() {
    const { room } = this;
    const view = this.#viewed;
    const isPlayed = this.isPlayed && !this.isOver;
    const { hand, last_hand: last } = view;
    if (!hand) return last && h("div", { key: "desk", class: "mj-after" }, ended(room, last, view.scores));
    this.#mind();
    this.#light();
    const look = (/** @type {Event} */ event) => this.#seen(event);
    const on = h("button", { key: "on", class: "main", onclick: () => this.#look() }, t("mj.result.on"));
    return h(
      "div",
      {
        key: "desk",
        class: view.you === null ? "desk mj watched" : "desk mj",
        onpointerover: look,
        onpointerleave: look,
        onfocusin: look,
        onfocusout: look,
      },
      board({
        room,
        view,
        hand,
        bubbles: this.table.bubbles,
        isOver: !isPlayed,
        count: this.count,
        clock: (seat) => (hand.pending ? null : this.#secondsOf(seat)),
        over:
          last &&
          this.isPlayed &&
          this.#isEndShown &&
          h("div", { key: "over", class: "mj-over" }, ended(room, last, view.scores, on)),
      }),
      h("div", { key: "own", class: "mj-own" }, isPlayed && asks(this), view.you !== null && rack(this)),
    );
  }

  get historyName() {
    return t("mj.history.title");
  }

  /** The hands that were finished since this page follows the match. @returns {Child} */
  history() {
    const { match, room } = this;
    const first = match.first && "last_hand" in match.first ? match.first : null;
    const before = first?.last_hand ? [{ number: first.deal - 1, finished: first.last_hand }] : [];
    const since = match.since.flatMap((event) =>
      event.do === "hand_over" ? [{ number: event.deal, finished: event.finished }] : [],
    );
    return handsPlayed(room, [...before, ...since]);
  }

  /** @returns {[keys: string, text: string][]} */
  get keys() {
    return [
      ["← → Home End", t("mj.key.walk")],
      ["Space Enter", t("mj.key.tap")],
      ["W K P C", t("mj.key.claim")],
      ["N", t("mj.key.pass")],
      ["D", t("mj.key.drawn")],
      ["H T S L", t("mj.key.read")],
    ];
  }

  /** @param {KeyboardEvent} event */
  acts(event) {
    const { ctrlKey, metaKey, altKey, defaultPrevented } = event;
    const key = meant(event);
    if (ctrlKey || metaKey || altKey || defaultPrevented || key !== key.toLowerCase()) return false;
    const { decision } = this;
    if (decision?.do === "claim") return this.#claimsBy(key, decision.choices);
    if (decision?.do !== "choose") return false;
    const kong = decision.may.find((kind) => kind.do === "kong")?.choices?.[0];
    if (key === "w" && decision.may.some((kind) => kind.do === "win")) this.act({ do: "win" });
    else if (key === "k" && kong) this.act({ do: "kong", tile: kong });
    else if (key === "d" && this.view.hand?.drawn) this.discard(this.view.hand.drawn);
    else return false;
    return true;
  }

  /** @param {string} key @param {Claim[]} choices */
  #claimsBy(key, choices) {
    /** @type {{ [key: string]: Claim["claim"] }} */
    const kinds = { w: "win", k: "kong", p: "pung", c: "chow", n: "pass" };
    const claim = choices.find((one) => one.claim === kinds[key]);
    if (claim) this.claim(claim);
    return claim !== undefined;
  }

  /** @param {KeyboardEvent} event */
  reading(event) {
    const { view, room } = this;
    if (event.ctrlKey || event.metaKey || event.altKey || !view.hand) return undefined;
    switch (meant(event).toLowerCase()) {
      case "h":
        return view.hand.tiles ? t("mj.read.hand", { tiles: tilesTold(tilesOf(view.hand.tiles)) }) : undefined;
      case "t":
        return [status(this), settings.get("hints") && coachTold(view, this.decision)].filter(Boolean).join(" ");
      case "s":
        return view.scores.map((score, seat) => `${nameAt(room, seat)}: ${number(score)}`).join(", ");
      case "l":
        return this.#lastTold();
      default:
        return undefined;
    }
  }

  #lastTold() {
    const { room, match } = this;
    const told = match.since.map((event) => this.#told(room, /** @type {RoomEvent} */ (event)));
    return told.findLast(Boolean) ?? status(this);
  }

  /** @param {KnownRoom} room @param {RoomEvent} event */
  #told(room, event) {
    const made = event.do === "claimed" && event.seat !== null ? this.view.hand?.melds[event.seat]?.at(-1) : undefined;
    return happeningTold(room, event, made);
  }

  /** @param {KnownRoom} room @param {RoomEvent} event */
  eventTold(room, event) {
    return this.#told(room, event);
  }

  /** @param {RoomEvent} event @returns {ReturnType<FamilyPlay["happened"]>} */
  happened(event) {
    if (event.do === "discard" || event.do === "kong") sound("lay");
    if (event.do === "claimed" && event.seat !== null) sound("flip");
    if (!this.held.some(({ key }) => key === this.chosen)) this.chosen = null;
    if (event.do !== "hand_over") return;
    return { stages: [], hold: HOLD_MS, sound: "sweep" };
  }
}
