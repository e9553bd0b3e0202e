// A record of mahjong: docs/TILES.md §4. The page does not judge it: whether actions and result follow the rules stays unknown.

/**
 * @import { TilesRecord } from "../../verify/games.js"
 * @import { Record as MatchRecord, RecordAction } from "../../types/protocol.js"
 */

import { anyText, list, number, oneOf } from "../../verify/readers.js";

/** The number of hands in the longest match: four rounds of four dealers, each with at most eight hands in a row. */
const MOST_HANDS = 4 * 4 * 8;
/** The number of seats that can claim a tile. */
const CLAIMERS = 3;

/** The tiles in their order before the shuffle. @param {boolean} flowers */
function setOf(flowers) {
  const suits = [..."mps"].flatMap((suit) => Array.from({ length: 9 }, (_, i) => `${i + 1}${suit}`));
  const honours = Array.from({ length: 7 }, (_, i) => `${i + 1}z`);
  const four = [...suits, ...honours].flatMap((tile) => Array(4).fill(tile));
  return flowers ? [...four, "1f", "2f", "3f", "4f", "1g", "2g", "3g", "4g"] : four;
}

/**
 * The number of hands that were begun, according to the record's result; null if that is not a list.
 *
 * @param {MatchRecord} record
 */
function handsBegun({ result, status }) {
  const deals = "deals" in result ? result.deals : [];
  return Array.isArray(deals) ? deals.length + (status === "over" ? 0 : 1) : null;
}

/**
 * Checks that claims are in the order of windows, three in each. The commitments tell which window each claim belongs to; whether a hand
 * was over by then can only be decided by a referee.
 *
 * @type {NonNullable<TilesRecord["checks"]>}
 */
function checks(record, sealChecks) {
  const claims = record.actions.flatMap((action) => (action.do === "claim" ? [action] : []));
  const published = record.fairness.commitments;
  const sealed = claims.flatMap((action, i) => {
    const { commitment, ...place } = published[i] ?? { commitment: "" };
    return "window" in place ? [{ ...place, seat: action.seat, text: claimText(action) }] : [];
  });
  const inOrder = sealed.every((claim, i) => {
    const first = sealed[i - (i % CLAIMERS)];
    if (first && i % CLAIMERS) return claim.deal === first.deal && claim.window === first.window;
    const before = sealed[i - 1];
    if (!before) return claim.window === 0;
    return claim.deal === before.deal
      ? claim.window === before.window + 1
      : claim.deal > before.deal && claim.window === 0;
  });
  const [plays, commitments] = sealChecks(record, sealed);
  return [
    ["rules", null],
    ["result", null],
    ...(plays ? [plays] : []),
    ["commitments", inOrder && claims.length === published.length && commitments?.[1] === true],
  ];
}

/**
 * A claim in the form that is hashed: its tiles sorted, which they are not in every record.
 *
 * @param {Extract<RecordAction, { do: "claim" }>} claim
 */
function claimText(claim) {
  if (claim.claim !== "chow") return claim.claim;
  const suit = claim.tiles.at(-1) ?? "";
  const numbers = [...claim.tiles.replaceAll(suit, "")].sort();
  return `chow ${numbers.join("")}${suit}`;
}

/** @type {TilesRecord} */
export const record = {
  options: {
    length: oneOf("hand", "round", "full"),
    min_faan: oneOf(0, 1, 3),
    payment: oneOf("shared", "discarder"),
    flowers: oneOf(true, false),
    dead_wall: oneOf(0, 14),
  },
  chance: { walls: list(anyText), dice: list(number) },
  set: ({ flowers }) => setOf(flowers ?? true),
  throwsForDealer: true,
  begun: handsBegun,
  most: MOST_HANDS,
  checks,
};
