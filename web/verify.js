// Verifies a finished match from its record, in this browser, with the same checks as `giog verify`: docs/FAIRNESS.md. The referee in
// `judge/` replays it, and the receipt shows whether the record matches what was seen during the match. Games on boards and mahjong are
// not judged here: whether actions and result follow the rules stays unknown.

/**
 * @import { Check } from "./client/proof.js"
 * @import { Deal, Taken } from "./judge/read.js"
 * @import { Receipt, Record as MatchRecord, Seat } from "./types/protocol.js"
 */

import { canonical } from "./client/canonical.js";
import { proofChecks, receiptChecks, told } from "./client/proof.js";
import { act, begin, result } from "./judge/match.js";
import { decided, noneByServer, sealCommitment, squares } from "./verify/chance.js";
import { readRecord, readUnknownGame, variantIn } from "./verify/form.js";
import { BOARD_RECORDS, bringGame } from "./verify/games.js";
import { tilesChecks } from "./verify/tiles.js";

/** The version of the rules that the referee implements. */
const RULES_VERSION = 1;
/** The checks that replay a match by these rules. */
const BY_RULES = ["result", "plays", "commitments"];

/** The checks of a game that this page does not know. @type {Check[]} */
const UNKNOWN_GAME = ["no_game", "shuffle", "ceremony", "rules", ...BY_RULES].map((name) => [name, null]);

/**
 * Checks the bytes of a record; they may be anything.
 * @param {Uint8Array} bytes
 * @param {Receipt | null} receipt what this browser kept; `late` if it began in the middle
 * @param {string[] | null} keys that the server publishes, if it does
 * @returns {Promise<{ name: string, result: "pass" | "fail" | "unknown" }[]>}
 */
export async function verify(bytes, receipt, keys) {
  await bringGame(variantIn(bytes));
  const read = readRecord(bytes);
  const unknown = read ? null : readUnknownGame(bytes);
  const record = read?.record ?? unknown?.record;
  if (!record) return [{ name: "format", result: "fail" }];
  return told([
    // The format of a record of an unknown game cannot be fully checked.
    ["format", read ? read.isCanonical : unknown?.isCanonical ? null : false],
    ...(await proofChecks(record, keys)),
    ...(read ? ofGame(read) : UNKNOWN_GAME),
    ...(receipt ? receiptChecks(record, receipt) : []),
  ]);
}

/** The checks by the rules of the game. @param {NonNullable<ReturnType<typeof readRecord>>} read */
function ofGame({ record, deal, isOfTiles }) {
  if (deal) return [...chanceChecks(record), ...playChecks(record, deal)];
  return isOfTiles ? tilesChecks(record) : boardChecks(record);
}

/** @param {unknown} one @param {unknown} other */
const same = (one, other) => canonical(one) === canonical(other);

/**
 * The shuffle and lots, and the choices before the first lead. The winner of the room's previous match is in another record.
 * @param {MatchRecord} record
 * @returns {Check[]}
 */
function chanceChecks(record) {
  const none = chanceAfter(record);
  const winner = record.six ?? record.exposer ?? record.starter;
  const isAlone = record.previous === null || winner === undefined;
  const { shuffle, ceremony } = isAlone ? none : better(none, chanceAfter(record, winner));
  return [
    ["shuffle", shuffle],
    ["ceremony", ceremony],
  ];
}

/**
 * What can be checked of a match on a board without judging it: the shuffle, if there is one, and who began.
 * @param {MatchRecord} record
 * @returns {Check[]}
 */
function boardChecks(record) {
  const { variant, stacks, red, first, previous } = record;
  const laid = squares(record);
  /** @type {Check[]} */
  const checks = [laid ? ["shuffle", same(stacks, laid)] : ["no_chance", stacks === undefined]];
  const by = BOARD_RECORDS.get(variant)?.begins;
  if (by) {
    const [begins, other] = by === "red" ? [red, first] : [first, red];
    // Who began the previous match is in another record.
    const isDue = begins === 0 || (begins === 1 && previous !== null);
    checks.push(["first", isDue && other === undefined]);
  }
  return [...checks, noneByServer(record), ["rules", null], ["result", null]];
}

/** @typedef {{ shuffle: boolean, ceremony: boolean }} Chance */

/** @param {Chance} one @param {Chance} other */
function better(one, other) {
  if (one.shuffle !== other.shuffle) return one.shuffle ? one : other;
  return one.ceremony ? one : other;
}

/** @param {MatchRecord} record @param {Seat} [previousWinner] @returns {Chance} */
function chanceAfter(record, previousWinner) {
  const { stacks, six, exposer, dice, cards, starter, actions } = record;
  const { lots, choices } = decided(record, previousWinner);
  const isDue = actions.every(({ at_ms, by, ...action }, index) => {
    const choice = choices[index];
    return choice ? by === "server" && same(action, choice) : by !== "server";
  });
  return {
    shuffle: same({ stacks, six, exposer, dice, cards, starter }, lots),
    ceremony: actions.length >= choices.length && isDue,
  };
}

/**
 * The players' actions: whether they follow the rules, and match the commitments.
 * @param {MatchRecord} record
 * @param {Deal} deal
 * @returns {Check[]}
 */
function playChecks(record, deal) {
  const { rules, status, actions, ceremony, fairness } = record;
  if (rules !== RULES_VERSION) return ["rules", ...BY_RULES].map((name) => [name, null]);
  const match = begin(deal, ceremony);
  const isLegal =
    actions.every((action) => !act(match, /** @type {Taken} */ (action))) &&
    (match.stage === "over") === (status === "over");
  if (!isLegal) return [["rules", false], ...BY_RULES.map((name) => /** @type {Check} */ ([name, null]))];
  const published = fairness.commitments;
  const fits = published.every(({ commitment }, index) => {
    const sealed = match.sealed[index];
    return !sealed || commitment === sealCommitment(record, sealed);
  });
  const places = published.map(({ commitment, ...place }) => place);
  return [
    ["rules", true],
    ["result", same(result(match), record.result)],
    ["plays", fits],
    [
      "commitments",
      same(
        places,
        match.sealed.map(({ text, ...place }) => place),
      ),
    ],
  ];
}
