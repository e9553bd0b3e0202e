// The coach's advice about a hand: how far it is from ready, what it waits for, what a tile would make. Based only on what the seat sees.

/**
 * @import { MahjongView } from "./state.js"
 * @import { By, Worth } from "./worth.js"
 * @import { Claim, SeenHand, TilesDecision } from "../../types/protocol.js"
 *
 * @typedef {{ tile: string, left: number, faan: number, enough: boolean }} Wait a tile that completes the hand, and what that is worth at least
 */

import { list, t } from "../../texts.js";
import { discards, distance, helpful } from "./distance.js";
import { ALL, COPIES, counted, tilesOf, windOf, without } from "./tiles.js";
import { faanTold, tileTold, tilesTold } from "./words.js";
import { worthOf } from "./worth.js";

/** The most tiles that are named one by one. */
const NAMED = 5;

/** How many tiles of each kind may still come: all except those that this seat sees. @param {SeenHand} hand */
export function unseen(hand) {
  const shown = [
    ...tilesOf(hand.tiles),
    ...hand.discards.flatMap(tilesOf),
    ...hand.melds.flatMap((melds) => melds.flatMap(({ tiles }) => tilesOf(tiles))),
  ];
  return counted(shown).map((count) => Math.max(0, COPIES - count));
}

/**
 * The score that a complete hand would have.
 *
 * @param {MahjongView} view
 * @param {SeenHand} hand
 * @param {string[]} concealed
 * @param {string | null} last
 * @param {By} by
 * @returns {Worth | null}
 */
export function worthNow({ you, options }, hand, concealed, last, by) {
  if (you === null) return null;
  const lastTile = hand.wall === 0;
  return worthOf({
    concealed,
    melds: hand.melds[you] ?? [],
    last,
    by,
    seatWind: windOf(you, hand.dealer),
    roundWind: hand.round,
    lastTile,
    flowers: options.flowers ? tilesOf(hand.flowers[you]) : null,
  });
}

/** The tiles that complete a ready hand. @param {MahjongView} view @param {SeenHand} hand @param {string[]} concealed without a tile too many @returns {Wait[]} */
export function waits(view, hand, concealed) {
  const melds = hand.melds[view.you ?? -1]?.length ?? 0;
  const counts = counted(concealed);
  if (distance(counts, melds) !== 0) return [];
  const may = unseen({ ...hand, tiles: concealed.join("") });
  return helpful(counts, melds).flatMap((kind) => {
    const tile = ALL[kind] ?? "";
    const worth = worthNow(view, { ...hand, wall: 1 }, [...concealed, tile], tile, "discard");
    if (!worth) return [];
    return [{ tile, left: may[kind] ?? 0, faan: worth.faan, enough: worth.plain >= (view.options.min_faan ?? 0) }];
  });
}

/** Waits in words; those whose score is too low are listed separately. @param {Wait[]} all @param {number} least */
function waitsTold(all, least) {
  const told = (/** @type {Wait} */ { tile, left, faan }) =>
    t("mj.coach.wait", { tile: tileTold(tile), left, faan: faanTold(faan) });
  const good = all.filter(({ enough }) => enough);
  const short = all.filter(({ enough }) => !enough);
  return [
    good.length > 0 && t("mj.coach.ready", { tiles: list(good.map(told)) }),
    short.length > 0 &&
      t("mj.coach.short", { tiles: tilesTold(short.map(({ tile }) => tile)), least: faanTold(least) }),
  ]
    .filter(Boolean)
    .join(" ");
}

/** The best tile to discard according to the coach. @param {MahjongView} view @param {SeenHand} hand */
export function bestDiscard(view, hand) {
  const melds = hand.melds[view.you ?? -1]?.length ?? 0;
  return discards(counted(tilesOf(hand.tiles)), melds, unseen(hand))[0];
}

/** @param {MahjongView} view @param {SeenHand} hand */
function discardTold(view, hand) {
  const best = bestDiscard(view, hand);
  if (!best) return "";
  const tile = ALL[best.kind] ?? "";
  const told = tileTold(tile);
  if (best.distance > 0)
    return t("mj.coach.near", { n: best.distance, tile: told, help: t("mj.coach.help", { n: best.left }) });
  const then = waits(view, hand, without(tilesOf(hand.tiles), [tile]));
  return [t("mj.coach.discard", { tile: told }), waitsTold(then, view.options.min_faan ?? 0)].join(" ");
}

/**
 * The effect of each claim on the hand.
 *
 * @param {MahjongView} view
 * @param {SeenHand} hand
 * @param {Extract<TilesDecision, { do: "claim" }>} decision
 */
function claimsTold(view, hand, { pending, choices }) {
  const concealed = tilesOf(hand.tiles);
  const melds = hand.melds[view.you ?? -1]?.length ?? 0;
  if (choices.some(({ claim }) => claim === "win")) {
    const by = pending.type === "kong" ? "robbed" : "discard";
    const worth = worthNow(view, hand, [...concealed, pending.tile], pending.tile, by);
    return worth ? t("mj.coach.win", { faan: faanTold(worth.faan) }) : "";
  }
  const now = distance(counted(concealed), melds);
  const best = choices.flatMap((claim) => {
    const taken = takenBy(claim, pending.tile);
    return taken ? [{ claim, distance: afterClaim(without(concealed, taken), melds + 1, claim) }] : [];
  });
  const nearest = best.toSorted((one, other) => one.distance - other.distance)[0];
  if (!nearest) return "";
  if (nearest.distance >= now) return t("mj.coach.pass");
  return t("mj.coach.claim", { what: t(`mj.do.${nearest.claim.claim}`) });
}

/** The tiles of the hand that a claim exposes; null for a claim that exposes none. @param {Claim} claim @param {string} tile */
const takenBy = (claim, tile) =>
  claim.claim === "chow"
    ? tilesOf(claim.tiles)
    : claim.claim === "pung"
      ? [tile, tile]
      : claim.claim === "kong"
        ? [tile, tile, tile]
        : null;

/**
 * How far a hand is from ready after a claim: after a kong a tile is drawn, otherwise one is discarded.
 *
 * @param {string[]} rest
 * @param {number} melds
 * @param {Claim} claim
 */
function afterClaim(rest, melds, { claim }) {
  const counts = counted(rest);
  return claim === "kong"
    ? distance(counts, melds)
    : Math.min(...discards(counts, melds, counts).map((one) => one.distance));
}

/**
 * The coach's current advice; empty if there is none.
 *
 * @param {MahjongView} view
 * @param {TilesDecision | null} decision
 */
export function coachTold(view, decision) {
  const { hand } = view;
  if (!hand?.tiles || view.you === null) return "";
  const least = view.options.min_faan ?? 0;
  if (decision?.do === "claim") return claimsTold(view, hand, decision);
  if (decision?.do !== "choose") return waitsTold(waits(view, hand, tilesOf(hand.tiles)).slice(0, NAMED), least);
  if (decision.may.some((kind) => kind.do === "win")) {
    const worth = worthNow(view, hand, tilesOf(hand.tiles), hand.drawn, hand.drawn ? "draw" : "deal");
    return worth ? t("mj.coach.win", { faan: faanTold(worth.faan) }) : "";
  }
  const complete = distance(counted(tilesOf(hand.tiles)), hand.melds[view.you]?.length ?? 0) < 0;
  const worth = complete && worthNow(view, hand, tilesOf(hand.tiles), hand.drawn, "draw");
  if (worth && worth.plain < least)
    return [t("mj.coach.few", { faan: faanTold(worth.faan), least: faanTold(least) }), discardTold(view, hand)].join(
      " ",
    );
  return discardTold(view, hand);
}
