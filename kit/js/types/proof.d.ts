import type { Receipt, Record as MatchRecord } from "../types/protocol.js";
export type Check = [name: string, holds: boolean | null];
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
export declare function verify(text: string, { receipt, keys }?: {
    receipt?: Receipt | null;
    keys?: string[] | null;
}): Promise<{
    name: string;
    result: "pass" | "fail" | "unknown";
}[]>;
/** Checks with their results in words. @param {Check[]} checks @returns {{ name: string, result: "pass" | "fail" | "unknown" }[]} */
export declare const told: (checks: Check[]) => {
    name: string;
    result: "pass" | "fail" | "unknown";
}[];
/**
 * The checks that do not depend on the game: signatures and seeds.
 * @param {MatchRecord} record
 * @param {string[] | null} keys
 * @returns {Promise<Check[]>}
 */
export declare function proofChecks(record: MatchRecord, keys: string[] | null): Promise<Check[]>;
/**
 * Only what the receipt contains can be compared; in a late receipt, nothing from before the shuffle.
 * @param {MatchRecord} record
 * @param {Receipt} receipt
 * @returns {Check[]}
 */
export declare function receiptChecks({ match_id, fairness }: MatchRecord, receipt: Receipt): Check[];
