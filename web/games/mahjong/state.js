// How events change an observer's view of a match of mahjong. Functions without side effects; views are never modified.

/**
 * @import { AnyAction, MatchStart, Meld, Pending, Seat, SeenHand, SeenTilesEvent, TilesView } from "../../types/protocol.js"
 *
 * @typedef {Extract<TilesView, { windows: number }>} MahjongView
 */

import { common, over } from "../../tiles/view.js";
import { textOf, tilesOf, without } from "./tiles.js";

const SEATS = 4;
const DEALT = 13;

/** Whether a view is that of mahjong. @param {object} view @returns {view is MahjongView} */
export const isMahjong = (view) => "windows" in view;

/** A match before its first hand. @param {MatchStart} start @param {Seat | null} you @returns {MahjongView} */
export function newMahjong(start, you) {
  return { ...common(start, you), hand: null, windows: 0, claim: null, last_hand: null };
}

/**
 * The view after an event.
 *
 * @param {MahjongView} view
 * @param {SeenTilesEvent} event
 * @returns {MahjongView}
 */
export function after(view, event) {
  switch (event.do) {
    case "hand":
      return { ...view, deal: event.deal, hand: dealt(event), windows: 0, claim: null };
    case "hand_over": {
      const { laid } = event;
      const hand =
        view.hand && laid
          ? { ...view.hand, flowers: view.hand.flowers.with(laid.seat, laid.flowers), wall: 0 }
          : view.hand;
      return { ...view, deal: event.deal + 1, hand, scores: event.scores, last_hand: event.finished, claim: null };
    }
    case "ended":
      return { ...over(view, event), hand: null };
    default:
      return view.hand ? inHand(view, view.hand, event) : view;
  }
}

/** @param {Extract<SeenTilesEvent, { do: "hand" }>} event @returns {SeenHand} */
function dealt({ dealer, round, tiles: own, flowers, wall }) {
  const tiles = own ?? null;
  const each = () => Array(SEATS).fill("");
  const counts = Array.from({ length: SEATS }, (_, seat) => DEALT + (seat === dealer ? 1 : 0));
  /** @type {Meld[][]} */
  const melds = Array.from({ length: SEATS }, () => []);
  return {
    dealer,
    round,
    turn: dealer,
    drawn: null,
    pending: null,
    tiles,
    counts,
    melds,
    flowers,
    discards: each(),
    wall,
  };
}

/** @param {MahjongView} view @param {SeenHand} hand @param {SeenTilesEvent} event @returns {MahjongView} */
function inHand(view, hand, event) {
  const own = "seat" in event && event.seat === view.you;
  switch (event.do) {
    case "drew": {
      const { seat, wall, flowers } = event;
      const tile = event.tile ?? null;
      const came = { ...given(hand, seat, own && tile ? [tile] : [], 1), turn: seat, drawn: tile, pending: null, wall };
      return { ...view, claim: null, hand: flowers ? { ...came, flowers: hand.flowers.with(seat, flowers) } : came };
    }
    case "discard": {
      const { seat, tile, window } = event;
      const gone = given(hand, seat, own ? [tile] : [], -1);
      const discards = hand.discards.with(seat, (hand.discards[seat] ?? "") + tile);
      /** @type {Pending} */
      const pending = { type: "discard", seat, tile };
      return {
        ...view,
        windows: window + 1,
        claim: null,
        hand: { ...gone, turn: seat, drawn: null, discards, pending },
      };
    }
    case "kong":
      return konged(view, hand, event, own);
    case "claimed":
      return { ...view, claim: null, hand: claimed(view, { ...hand, pending: null }, hand.pending, event) };
    default:
      return view;
  }
}

/**
 * A hand with more or fewer tiles at a seat (`more` is the change); known tiles are added or removed.
 *
 * @param {SeenHand} hand
 * @param {Seat} seat
 * @param {string[]} known
 * @param {number} more
 * @returns {SeenHand}
 */
function given(hand, seat, known, more) {
  const counts = hand.counts.with(seat, (hand.counts[seat] ?? 0) + more);
  if (hand.tiles === null || !known.length) return { ...hand, counts };
  const before = tilesOf(hand.tiles);
  return { ...hand, counts, tiles: textOf(more > 0 ? [...before, ...known] : without(before, known)) };
}

/** @param {MahjongView} view @param {SeenHand} hand @param {Extract<SeenTilesEvent, { do: "kong" }>} event @param {boolean} own @returns {MahjongView} */
function konged(view, hand, { seat, tile, window }, own) {
  if (window !== undefined) {
    /** @type {Pending} */
    const pending = { type: "kong", seat, tile };
    return { ...view, windows: window + 1, claim: null, hand: { ...hand, turn: seat, drawn: null, pending } };
  }
  const four = Array(4).fill(tile);
  const gone = given(hand, seat, own ? four : [], -4);
  return {
    ...view,
    hand: { ...withMeld(gone, seat, { type: "concealed-kong", tiles: textOf(four), from: null }), drawn: null },
  };
}

/** @param {SeenHand} hand @param {Seat} seat @param {Meld} meld @returns {SeenHand} */
const withMeld = (hand, seat, meld) => ({ ...hand, melds: hand.melds.with(seat, [...(hand.melds[seat] ?? []), meld]) });

/** @param {MahjongView} view @param {SeenHand} hand @param {Pending | null} pending @param {Extract<SeenTilesEvent, { do: "claimed" }>} event @returns {SeenHand} */
function claimed({ you }, hand, pending, { seat, taken }) {
  if (!pending) return hand;
  if (seat === null) return pending.type === "kong" ? added(hand, pending, pending.seat === you) : hand;
  if (!taken || taken.claim === "win" || taken.claim === "pass") return hand;
  const from = pending.seat;
  const shown =
    taken.claim === "chow" ? tilesOf(taken.tiles) : Array(taken.claim === "kong" ? 3 : 2).fill(pending.tile);
  const gone = given(hand, seat, seat === you ? shown : [], -shown.length);
  const discards = hand.discards.with(from, (hand.discards[from] ?? "").slice(0, -pending.tile.length));
  return withMeld({ ...gone, discards, turn: seat }, seat, {
    type: taken.claim,
    tiles: textOf([...shown, pending.tile]),
    from,
  });
}

/**
 * The tile that was added to a pung was not robbed.
 *
 * @param {SeenHand} hand
 * @param {Pending} pending
 * @param {boolean} own
 * @returns {SeenHand}
 */
function added(hand, { seat, tile }, own) {
  const gone = given(hand, seat, own ? [tile] : [], -1);
  const melds = (hand.melds[seat] ?? []).map((meld) =>
    meld.type === "pung" && meld.tiles.startsWith(tile[0] ?? "") && meld.tiles.endsWith(tile[1] ?? "")
      ? { ...meld, type: /** @type {const} */ ("kong"), tiles: textOf(Array(4).fill(tile)) }
      : meld,
  );
  return { ...gone, melds: hand.melds.with(seat, melds) };
}

/** The view with one's own claim, which nobody else is told of yet. @param {MahjongView} view @param {AnyAction} held @returns {MahjongView} */
function claiming(view, held) {
  if (held.do !== "claim") return view;
  const { do: _, ...claim } = held;
  return { ...view, claim };
}

/** The functions that follow a match of mahjong. */
export const game = { begun: newMahjong, seen: after, held: claiming };
