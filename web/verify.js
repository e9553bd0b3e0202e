// Proves a finished match from its record, in this browser, check by check as `giog verify` does: docs/FAIRNESS.md. The
// referee in `judge/` replays it, and the receipt shows whether all was so while it was played.

import { act, begin, result } from "./judge/judge.js";
import { decided, entropyCommitment, sealCommitment, seedCommitment } from "./verify/chance.js";
import { canonical, readRecord } from "./verify/form.js";
import { signed } from "./verify/signature.js";

/** The version of the rules that the referee knows. */
const RULES_VERSION = 1;
/** The checks that take a match by these rules. */
const BY_RULES = ["result", "plays", "commitments"];

/**
 * Checks the bytes of a record, against a receipt if there is one (or null) and the keys that the server publishes (or null).
 * Gives a list of `{name, result}`, each `pass`, `fail` or `unknown`, whatever the bytes are.
 */
export async function verify(bytes, receipt, keys) {
  const read = readRecord(bytes);
  if (!read) return [{ name: "format", result: "fail" }];
  const { record, deal, isCanonical } = read;
  const { signature, ...unsigned } = record;
  const { signer, start_signature, seed_commitment, entropy } = record.fairness;
  const checks = [
    ["format", isCanonical],
    ["record_signature", await signed(signer, signature, "giog/record/v1", unsigned)],
    ["start_signature", await signed(signer, start_signature, "giog/start/v1", startOf(record))],
    ["signer", keys?.includes(signer) || null],
    ["seed_commitment", seedCommitment(record) === seed_commitment],
    ["entropy_commitments", entropy.every((one, seat) => entropyFits(record, one, seat))],
    ...chanceChecks(record),
    ...playChecks(record, deal),
    ...(receipt ? receiptChecks(record, receipt) : []),
  ];
  return checks.map(([name, holds]) => ({ name, result: holds === null ? "unknown" : holds ? "pass" : "fail" }));
}

const same = (one, other) => canonical(one) === canonical(other);

function startOf(record) {
  const { match_id, rules, variant, seats, options, ceremony, previous, players } = record;
  const { seed_commitment, entropy_commitments, entropy } = record.fairness;
  const started = players.map(({ stand_ins, ...player }) => player);
  return { match_id, rules, variant, seats, options, ceremony, previous, players: started, seed_commitment, entropy_commitments, entropy };
}

function entropyFits(record, entropy, seat) {
  const commitment = record.fairness.entropy_commitments[seat];
  if (entropy === "" || "bot" in record.players[seat]) return entropy === "" && commitment === "";
  return entropyCommitment(record, seat, entropy) === commitment;
}

/** Layout and lots, and the choices before the first lead. Who won the room's previous match stands in another record. */
function chanceChecks(record) {
  const winner = record.six ?? record.exposer;
  const possible = record.previous !== null && winner !== undefined ? [winner, undefined] : [undefined];
  const found = possible.map((previousWinner) => chanceAfter(record, previousWinner));
  const [best] = found.sort((one, other) => 2 * (other.shuffle - one.shuffle) + (other.ceremony - one.ceremony));
  return [["shuffle", best.shuffle], ["ceremony", best.ceremony]];
}

function chanceAfter(record, previousWinner) {
  const { stacks, six, exposer, dice, actions } = record;
  const { lots, choices } = decided(record, previousWinner);
  const isDue = ({ at_ms, by, ...action }, index) => (index < choices.length ? by === "server" && same(action, choices[index]) : by !== "server");
  return { shuffle: same({ stacks, six, exposer, dice }, lots), ceremony: actions.length >= choices.length && actions.every(isDue) };
}

/** What the players did: by the rules, and as they had committed to. */
function playChecks(record, deal) {
  const { rules, status, actions, ceremony, fairness } = record;
  if (rules !== RULES_VERSION) return ["rules", ...BY_RULES].map((name) => [name, null]);
  const match = begin(deal, ceremony);
  const isLegal = actions.every((action) => !act(match, action)) && (match.stage === "over") === (status === "over");
  if (!isLegal) return [["rules", false], ...BY_RULES.map((name) => [name, null])];
  const placeOf = ({ text, commitment, ...place }) => place;
  const published = fairness.commitments;
  const fits = ({ commitment }, at) => !match.sealed[at] || commitment === sealCommitment(record, match.sealed[at]);
  return [
    ["rules", true],
    ["result", same(result(match), record.result)],
    ["plays", published.every(fits)],
    ["commitments", same(published.map(placeOf), match.sealed.map(placeOf))],
  ];
}

/** What the receipt does not have cannot be compared; of one that began `late`, in the middle, not what was before the shuffle. */
function receiptChecks({ match_id, fairness }, receipt) {
  const own = fairness.entropy[receipt.seat];
  const ifKept = (value, holds) => (holds && (receipt.late || value === "") ? null : holds);
  const isSame = (one, other) => ["trick", "round", "seat", "attempt", "commitment"].every((field) => one[field] === other[field]);
  let from = 0;
  const inOrder = receipt.commitments.every((seen) => {
    const at = fairness.commitments.findIndex((one, i) => i >= from && isSame(one, seen));
    from = at + 1;
    return at >= 0;
  });
  return [
    ["receipt_match", receipt.match_id === match_id],
    ["receipt_seed", ifKept(receipt.seed_commitment, receipt.seed_commitment === fairness.seed_commitment)],
    ["receipt_entropy", ifKept(receipt.entropy, receipt.entropy === own)],
    ["receipt_start", receipt.start_signature === "" ? null : receipt.start_signature === fairness.start_signature],
    ["receipt_commitments", inOrder],
  ];
}
