// What is proven about a record without the rules of its game, with the same checks as `giog verify`: docs/FAIRNESS.md.

/** @import { Commitment, Receipt, Record as MatchRecord, Seat } from "../types/protocol.js" */

import { canonical } from "./canonical.js";
import { entropyCommitment, seedCommitment } from "./commitments.js";
import { signed } from "./signature.js";

/**
 * The name of a check, and whether it holds; null if that cannot be decided.
 * @typedef {[name: string, holds: boolean | null]} Check
 */

/**
 * Checks a record by its text, as a server has sent it. Whether the shuffle and the actions follow the rules is not checked: `giog verify`
 * does that.
 *
 * @param {string} text
 * @param {{ receipt?: Receipt | null, keys?: string[] | null }} [known] what was kept of the match; and the keys that the server publishes
 */
export async function verify(text, { receipt = null, keys = null } = {}) {
  /** @type {MatchRecord} */
  const record = JSON.parse(text);
  return told([
    ["format", canonical(record) === text.trimEnd() ? null : false],
    ...(await proofChecks(record, keys)),
    ...(receipt ? receiptChecks(record, receipt) : []),
  ]);
}

/** Checks with their results in words. @param {Check[]} checks @returns {{ name: string, result: "pass" | "fail" | "unknown" }[]} */
export const told = (checks) =>
  checks.map(([name, holds]) => ({ name, result: holds === null ? "unknown" : holds ? "pass" : "fail" }));

/** @param {unknown} one @param {unknown} other */
const same = (one, other) => canonical(one) === canonical(other);

/**
 * The checks that do not depend on the game: signatures and seeds.
 * @param {MatchRecord} record
 * @param {string[] | null} keys
 * @returns {Promise<Check[]>}
 */
export async function proofChecks(record, keys) {
  const { signature, ...unsigned } = record;
  const { signer, start_signature, server_seed, seed_commitment, entropy } = record.fairness;
  return [
    ["record_signature", await signed(signer, signature, "giog/record/v1", unsigned)],
    ["start_signature", await signed(signer, start_signature, "giog/start/v1", startOf(record))],
    ["signer", keys?.includes(signer) || null],
    ["seed_commitment", seedCommitment(record.match_id, server_seed) === seed_commitment],
    ["entropy_commitments", entropy.every((one, seat) => entropyFits(record, one, seat))],
  ];
}

/** @param {MatchRecord} record */
function startOf(record) {
  const { match_id, rules, variant, seats, options, ceremony, previous, players } = record;
  const { seed_commitment, entropy_commitments, entropy } = record.fairness;
  const started = players.map(({ stand_ins, ...player }) => player);
  return {
    match_id,
    rules,
    variant,
    seats,
    options,
    ceremony,
    previous,
    players: started,
    seed_commitment,
    entropy_commitments,
    entropy,
  };
}

/** @param {MatchRecord} record @param {string} entropy @param {Seat} seat */
function entropyFits(record, entropy, seat) {
  const commitment = record.fairness.entropy_commitments[seat];
  if (entropy === "" || "bot" in (record.players[seat] ?? {})) return entropy === "" && commitment === "";
  return entropyCommitment(record, seat, entropy) === commitment;
}

/**
 * Only what the receipt contains can be compared; in a late receipt, nothing from before the shuffle.
 * @param {MatchRecord} record
 * @param {Receipt} receipt
 * @returns {Check[]}
 */
export function receiptChecks({ match_id, fairness }, receipt) {
  const before = (/** @type {boolean} */ holds) => (holds && receipt.late ? null : holds);
  const { entropy, start_signature } = receipt;
  const isOwn = entropy === fairness.entropy[receipt.seat];
  return [
    ["receipt_match", receipt.match_id === match_id],
    ["receipt_seed", before(receipt.seed_commitment === fairness.seed_commitment)],
    [isOwn && entropy === "" ? "receipt_no_entropy" : "receipt_entropy", before(isOwn)],
    ["receipt_start", start_signature === "" ? null : start_signature === fairness.start_signature],
    ["receipt_commitments", isAmong(receipt.commitments, fairness.commitments)],
  ];
}

/** Whether all commitments that were seen were published, in this order. @param {Commitment[]} seen @param {Commitment[]} published */
function isAmong(seen, published) {
  let from = 0;
  return seen.every((one) => {
    const found = published.findIndex((other, index) => index >= from && same(one, other));
    from = found + 1;
    return found >= 0;
  });
}
