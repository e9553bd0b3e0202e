// The checks of a record of tiles or dice: the walls and throws that the seeds determine, what was laid face down, and, where
// the page has a referee, whether all actions followed the rules. `giog verify` judges all games.

/**
 * @import { Check } from "../client/proof.js"
 * @import { ToReplay } from "../tiles/judge.js"
 * @import { Commitment, Record as MatchRecord } from "../types/protocol.js"
 */

import { lengthDrawn, noneByServer, sealCommitment, tilesDrawn, tilesRecord } from "./chance.js";
import { canonical } from "../client/canonical.js";

/** The version of the rules that these referees implement. */
const RULES_VERSION = 1;

/** @param {unknown} one @param {unknown} other */
const same = (one, other) => canonical(one) === canonical(other);

/** @param {MatchRecord} record @returns {Check[]} */
export function tilesChecks(record) {
  const ceremony = noneByServer(record);
  const game = tilesRecord(record);
  if (game.begun && game.checks)
    return [["shuffle", isDrawn(record, game.begun(record))], ceremony, ...game.checks(record, sealChecks)];
  // Options and actions were parsed as those of these games.
  const judged = /** @type {ToReplay} */ (/** @type {unknown} */ (record));
  const replayed = game.replay?.(judged);
  if (!replayed) throw new Error(`${record.variant} has no referee`);
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
  if (begun > (tilesRecord(record).most ?? Infinity)) return false;
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
