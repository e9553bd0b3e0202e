import type { MatchId, Seat, SealLabel } from "../types/protocol.js";
/** A match's id in the form that is hashed. @param {MatchId} match_id */
export declare const id: (match_id: MatchId) => {
    hex: string;
};
/** @param {MatchId} match_id @param {string} server_seed in hexadecimal, as entropy and nonces */
export declare const seedCommitment: (match_id: MatchId, server_seed: string) => string;
/** @param {{ match_id: MatchId }} match @param {Seat} seat @param {string} entropy */
export declare const entropyCommitment: ({ match_id }: {
    match_id: MatchId;
}, seat: Seat, entropy: string) => string;
/** The numbers of a label in the form that is hashed. @param {SealLabel} label */
export declare function place(label: SealLabel): number[];
/** The kind of a label with its text: a split has four digits, which bets never have. @param {SealLabel} label @param {string} text */
export declare function kind(label: SealLabel, text: string): "bet" | "claim" | "lay" | "split" | "throw";
/** The commitment to what was laid or thrown. @param {MatchId} match_id @param {SealLabel} label @param {string} nonce @param {string} text */
export declare function hiddenCommitment(match_id: MatchId, label: SealLabel, nonce: string, text: string): string;
