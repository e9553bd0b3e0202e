// What is hashed of a seed, of entropy, and of what was laid or thrown unseen: docs/FAIRNESS.md, Commitments.

/** @import { MatchId, Seat, SealLabel } from "./types/protocol.js" */

import { sha256 } from "./sha256.js";

/** A match's id, as it is hashed. @param {MatchId} match_id */
export const id = (match_id) => ({ hex: match_id.replaceAll("-", "") });

/** @param {MatchId} match_id @param {string} server_seed in hexadecimal, as entropy and nonces */
export const seedCommitment = (match_id, server_seed) => sha256("giog/seed/v1", id(match_id), { hex: server_seed });

/** @param {{ match_id: MatchId }} match @param {Seat} seat @param {string} entropy */
export const entropyCommitment = ({ match_id }, seat, entropy) =>
  sha256("giog/entropy/v1", id(match_id), seat, { hex: entropy });

/** The numbers of what was laid or thrown, as they are hashed. @param {SealLabel} label */
export const place = (label) =>
  "round" in label ? [label.round, label.seat] : [label.trick, label.seat, label.attempt];

/** The commitment to what was laid or thrown. @param {MatchId} match_id @param {SealLabel} label @param {string} nonce @param {string} text */
export function hiddenCommitment(match_id, label, nonce, text) {
  const domain = "round" in label ? "giog/throw/v1" : "giog/lay/v1";
  return sha256(domain, id(match_id), ...place(label), { hex: nonce }, text);
}
