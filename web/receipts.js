// The receipts of this browser's matches, each under its id, and only the newest ones.

/** @import { Store } from "./client/receipts.js" */

import { Receipts } from "./client/receipts.js";
import { forget, keep, keptKeys, keptObject, lengthKept } from "./storage.js";

/** The most matches whose receipts are stored. */
const MOST = 100;
/**
 * The most characters of receipts of earlier matches: one of mahjong has 100,000 or more, and browsers store at least 2.5 million per
 * address, of which there must be enough for this match and everything else.
 */
const MOST_LENGTH = 2_000_000;
const PREFIX = "giog.receipt.";

/** @type {Store} */
const stored = {
  get: (match_id) => keptObject(PREFIX + match_id),
  set(match_id, kept) {
    const key = PREFIX + match_id;
    const isNew = lengthKept(key) === 0;
    keep(key, JSON.stringify(kept));
    if (isNew) makeRoom(key);
  },
  delete: (match_id) => forget(PREFIX + match_id),
};

/** The receipts of this browser. */
export const receipts = new Receipts(stored);

/**
 * Deletes the oldest receipts if there are too many, or if they are too long.
 *
 * @param {string} newest the key of the one that has just begun
 */
function makeRoom(newest) {
  const others = keptKeys(PREFIX)
    .filter((key) => key !== newest)
    .map((key) => ({ key, length: lengthKept(key) }));
  let length = others.reduce((sum, one) => sum + one.length, 0);
  if (others.length < MOST && length <= MOST_LENGTH) return;
  const oldest = others
    .map((one) => ({ ...one, age: keptObject(one.key)?.kept_at ?? 0 }))
    .sort((one, other) => one.age - other.age);
  while (oldest.length >= MOST || length > MOST_LENGTH) {
    const one = oldest.shift();
    if (!one) return;
    length -= one.length;
    forget(one.key);
  }
}
