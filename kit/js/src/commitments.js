// The hashes of commitments to a seed, to entropy, and to what was laid or thrown face down: docs/FAIRNESS.md, Commitments.

/** @import { MatchId, Seat, SealLabel } from "../types/protocol.js" */

import { sha256 } from "./sha256.js";

/** A match's id in the form that is hashed. @param {MatchId} match_id */
export const id = (match_id) => ({ hex: match_id.replaceAll("-", "") });

/** @param {MatchId} match_id @param {string} server_seed in hexadecimal, as entropy and nonces */
export const seedCommitment = (match_id, server_seed) => sha256("giog/seed/v1", id(match_id), { hex: server_seed });

/** @param {{ match_id: MatchId }} match @param {Seat} seat @param {string} entropy */
export const entropyCommitment = ({ match_id }, seat, entropy) =>
  sha256("giog/entropy/v1", id(match_id), seat, { hex: entropy });

/** A number as two bytes. @param {number} number */
const wide = (number) => [number >> 8, number & 0xff];

/** The numbers of a label in the form that is hashed. @param {SealLabel} label */
export function place(label) {
  if ("round" in label) return [label.round, label.seat];
  if ("trick" in label) return [label.trick, label.seat, label.attempt];
  if ("window" in label) return [...wide(label.deal), ...wide(label.window), label.seat];
  return [...wide(label.deal), label.seat, label.attempt];
}

/** The kind of a label with its text: a split has four digits, which bets never have. @param {SealLabel} label @param {string} text */
export function kind(label, text) {
  if ("round" in label) return "throw";
  if ("trick" in label) return "lay";
  if ("window" in label) return "claim";
  return /^\d{4}$/.test(text) ? "split" : "bet";
}

/** The commitment to what was laid or thrown. @param {MatchId} match_id @param {SealLabel} label @param {string} nonce @param {string} text */
export function hiddenCommitment(match_id, label, nonce, text) {
  return sha256(`giog/${kind(label, text)}/v1`, id(match_id), ...place(label), { hex: nonce }, text);
}
