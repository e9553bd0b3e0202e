// The checks of a record of tiles or dice: the walls and throws that the seeds determine, what was laid face down, and, except for
// mahjong, whether all actions followed the rules. `giog verify` also judges mahjong.

/**
 * @import { Check } from "../verify.js"
 * @import { ToReplay } from "../tiles/judge.js"
 * @import { Commitment, Record as MatchRecord, RecordAction } from "../types/protocol.js"
 */

import { replay as replayDice } from "../tiles/dice/judge.js";
import { replay as replayPaiGow } from "../tiles/paigow/judge.js";
import { lengthDrawn, noneByServer, sealCommitment, tilesDrawn } from "./chance.js";
import { canonical } from "./form.js";

/** The version of the rules that these referees implement. */
const RULES_VERSION = 1;
/** The number of hands in the longest match of mahjong: four rounds of four dealers, each with at most eight hands in a row. */
const MOST_HANDS = 4 * 4 * 8;
/** The number of seats that can claim a tile. */
const CLAIMERS = 3;

/** @param {unknown} one @param {unknown} other */
const same = (one, other) => canonical(one) === canonical(other);

/** @param {MatchRecord} record @returns {Check[]} */
export function tilesChecks(record) {
  const ceremony = noneByServer(record);
  if (record.variant === "mahjong")
    return [["shuffle", isDrawn(record, handsBegun(record))], ceremony, ...mahjongChecks(record)];
  // Options and actions were parsed as those of these games.
  const judged = /** @type {ToReplay} */ (/** @type {unknown} */ (record));
  const replayed = (record.variant === "pai-gow" ? replayPaiGow : replayDice)(judged);
  /** @type {Check} */
  const shuffle = ["shuffle", isDrawn(record, replayed.begun)];
  const names = ["rules", "result", "plays", "commitments"];
  if (record.rules !== RULES_VERSION)
    return [shuffle, ceremony, ...names.map((name) => /** @type {Check} */ ([name, null]))];
  if (!replayed.isLegal || replayed.isOver !== (record.status === "over"))
    return [shuffle, ceremony, ...names.map((name) => /** @type {Check} */ ([name, name === "rules" ? false : null]))];
  const { sealed, result } = replayed;
  return [shuffle, ceremony, ["rules", true], ["result", same(result, record.result)], ...sealChecks(record, sealed)];
}

/**
 * Whether the walls and throws are those that the seeds determine, as many as were begun. No more are computed than the record has.
 *
 * @param {MatchRecord} record
 * @param {number | null} begun
 */
function isDrawn(record, begun) {
  const { walls, throws, dice, stacks } = record;
  const written = walls ?? throws ?? [];
  const length = lengthDrawn(record);
  if (begun === null || written.length !== begun || written.some((one) => one.length !== length)) return false;
  if (record.variant === "mahjong" && begun > MOST_HANDS) return false;
  return stacks === undefined && same({ walls, throws, dice }, tilesDrawn(record, begun));
}

/**
 * What was laid, compared with its commitments.
 *
 * @param {MatchRecord} record
 * @param {(Omit<Commitment, "commitment"> & { text: string })[]} sealed
 * @returns {Check[]}
 */
function sealChecks(record, sealed) {
  const published = record.fairness.commitments;
  const places = published.map(({ commitment, ...place }) => place);
  const fits = published.every(({ commitment }, i) => {
    const one = sealed[i];
    // The sealed data are a label and a text.
    return !one || commitment === sealCommitment(record, /** @type {Parameters<typeof sealCommitment>[1]} */ (one));
  });
  return [
    ["plays", fits],
    [
      "commitments",
      same(
        places,
        sealed.map(({ text, ...place }) => place),
      ),
    ],
  ];
}

/**
 * The number of mahjong hands that were begun, according to the record's result; null if that is not a list.
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
 * @param {MatchRecord} record
 * @returns {Check[]}
 */
function mahjongChecks(record) {
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
