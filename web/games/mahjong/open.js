// All tiles at each event of a finished match, from the walls in its record: docs/TILES.md §4. Functions without side effects.

/**
 * @import { MatchStart, RoomEvent, Seat, SeenTilesEvent } from "../../types/protocol.js"
 */

import { after, newMahjong } from "./state.js";
import { place, rightOf, textOf, tilesOf } from "./tiles.js";

const SEATS = 4;
const DEALT = 13;
/** The number of tiles that are dealt four at a time; then each player gets one, and the dealer one more. */
const BY_FOUR = 48;
const FLOWERS = place("1f");

/** A wall from which tiles are drawn; replacement tiles come from its back. */
class Wall {
  #tiles;
  #front = 0;
  #back;

  /** @param {string} text */
  constructor(text) {
    this.#tiles = tilesOf(text);
    this.#back = this.#tiles.length;
  }

  front() {
    return this.#tiles[this.#front++] ?? "";
  }

  back() {
    return this.#tiles[--this.#back] ?? "";
  }

  /** The tile that is kept: flowers are replaced. @param {string} tile */
  settled(tile) {
    let now = tile;
    while (place(now) >= FLOWERS) now = this.back();
    return now;
  }
}

/** The tiles that each seat is dealt. @param {Wall} wall @param {Seat} dealer */
function deal(wall, dealer) {
  const order = [dealer];
  while (order.length < SEATS) order.push(rightOf(order.at(-1) ?? 0));
  const dealt = Array.from({ length: SEATS * DEALT + 1 }, () => wall.front());
  const hands = order.map((_, turn) =>
    dealt.filter((_, at) => (at < BY_FOUR ? Math.floor(at / SEATS) % SEATS : (at - BY_FOUR) % SEATS) === turn),
  );
  /** @type {string[]} */
  const texts = Array(SEATS).fill("");
  order.forEach((seat, turn) => {
    texts[seat] = textOf((hands[turn] ?? []).map((tile) => wall.settled(tile)));
  });
  return texts;
}

/**
 * All concealed tiles after each event; null before the first hand.
 *
 * @param {MatchStart} start
 * @param {RoomEvent[]} events as spectators saw them
 * @param {string[]} walls
 * @returns {(string[] | null)[]}
 */
export function handsAt(start, events, walls) {
  let views = Array.from({ length: SEATS }, (_, seat) => newMahjong(start, seat));
  let wall = new Wall("");
  let konged = false;
  return events.map((event) => {
    /** @type {string[]} */
    let dealt = [];
    let drawn = "";
    if (event.do === "hand") {
      wall = new Wall(walls[event.deal] ?? "");
      dealt = deal(wall, event.dealer);
    }
    if (event.do === "drew") drawn = wall.settled(konged ? wall.back() : wall.front());
    views = views.map((view, seat) => after(view, seenBy(event, seat, dealt, drawn)));
    konged = isKonged(event) || (konged && event.do === "claimed" && event.seat === null);
    return views[0]?.hand ? views.map((view) => view.hand?.tiles ?? "") : null;
  });
}

/** Whether the next tile is the replacement for a kong. @param {RoomEvent} event */
const isKonged = (event) =>
  event.do === "kong" || (event.do === "claimed" && "taken" in event && event.taken?.claim === "kong");

/** An event as a seat saw it. @param {RoomEvent} event @param {Seat} seat @param {string[]} dealt @param {string} drawn @returns {SeenTilesEvent} */
function seenBy(event, seat, dealt, drawn) {
  if (event.do === "hand") return { ...event, tiles: dealt[seat] ?? "" };
  // An event that is not one of the game changes nothing.
  const seen = /** @type {SeenTilesEvent} */ (event);
  return seen.do === "drew" && seen.seat === seat ? { ...seen, tile: drawn } : seen;
}
