// Complete records of random matches, created and signed like a server's: the server's part of docs/FAIRNESS.md.

import { createPrivateKey, createPublicKey, sign } from "node:crypto";

import { act, begin, result } from "../../judge/match.js";
import { readDeal } from "../../judge/read.js";
import { entropyCommitment, seedCommitment } from "../../client/commitments.js";
import { decided, sealCommitment } from "../../verify/chance.js";
import { canonical } from "../../client/canonical.js";
import { NAMES, legalAction, randomGame, randomOptions } from "./random.mjs";

const STARTED_MS = 1_800_000_000_000;
/** The PKCS #8 prefix of the 32 bytes of a key. */
const PKCS8 = "302e020100300506032b657004220420";

const keyOf = (digits) => createPrivateKey({ key: Buffer.from(PKCS8 + digits, "hex"), format: "der", type: "pkcs8" });
const KEY = keyOf("07".repeat(32));
const publicKey = (key) => createPublicKey(key).export({ format: "der", type: "spki" }).subarray(-32).toString("hex");
/** The public key of all these records. */
export const SIGNER = publicKey(KEY);

const signature = (domain, object) => sign(null, Buffer.from(domain + canonical(object)), KEY).toString("hex");

/** Signs a record again, including its start, after a change. */
export function signAgain(record) {
  const { match_id, rules, variant, seats, options, ceremony, previous, fairness } = record;
  const { seed_commitment, entropy_commitments, entropy } = fairness;
  const players = record.players.map(({ stand_ins, ...player }) => player);
  const start = {
    match_id,
    rules,
    variant,
    seats,
    options,
    ceremony,
    previous,
    players,
    seed_commitment,
    entropy_commitments,
    entropy,
  };
  const again = { ...record, fairness: { ...fairness, start_signature: signature("giog/start/v1", start) } };
  delete again.signature;
  return { ...again, signature: signature("giog/record/v1", again) };
}

/** A valid record of the game with this number. */
export function signedRecord(chance, number) {
  const { variant, game, seats } = randomGame(chance, NAMES[number % NAMES.length]);
  const digits = (bytes) => Array.from({ length: 2 * bytes }, () => chance.below(16).toString(16)).join("");
  const uuid = () => digits(16).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  const players = Array.from({ length: seats }, () =>
    chance.often(0.4) ? { bot: chance.one(["steady", "爵"]) } : { id: uuid() },
  );
  if (chance.often(0.3)) players[0].stand_ins = [{ from: 2, to: 5, by: "away" }];
  const entropy = players.map((player) => (player.bot || chance.often(0.3) ? "" : digits(1 + chance.below(64))));
  const defaults = { general_ban: "refuse", beheading: variant === "giog-wiki" ? "last" : "forfeit" };
  const record = {
    format: 1,
    rules: 1,
    match_id: uuid(),
    variant,
    seats,
    options: game.document === "tiles" ? {} : { ...defaults, ...randomOptions(chance) },
    ceremony: game.document === "tiles" ? "players" : chance.one(["players", "server"]),
    previous: chance.often(0.4) ? uuid() : null,
    players,
    started_at: new Date(STARTED_MS).toISOString(),
    ended_at: new Date(STARTED_MS + chance.below(10_000_000)).toISOString(),
    fairness: { server_seed: digits(32), entropy, signer: SIGNER },
  };
  record.fairness.seed_commitment = seedCommitment(record.match_id, record.fairness.server_seed);
  record.fairness.entropy_commitments = entropy.map((one, seat) => (one ? entropyCommitment(record, seat, one) : ""));
  const previousWinner = record.previous && chance.often(0.6) ? chance.below(seats) : undefined;
  const { lots, choices } = decided(record, previousWinner);
  Object.assign(record, lots);
  return signAgain({ ...record, ...played(chance, record, choices) });
}

/** Plays the match, mostly to its end: `actions`, `status` and `result`, and the commitments added. */
function played(chance, record, choices) {
  const match = begin(readDeal(record), record.ceremony);
  const most = chance.often(0.7) ? Infinity : choices.length + chance.below(30);
  const actions = [];
  while (match.stage !== "over" && actions.length < most) {
    const index = actions.length;
    const action = index < choices.length ? choices[index] : legalAction(chance, match);
    if (act(match, action)) continue;
    const by = index < choices.length ? "server" : chance.one([undefined, undefined, "clock", "bot", "away"]);
    actions.push({ ...action, at_ms: index * 500, ...(by && { by }) });
  }
  const { fairness } = record;
  fairness.commitments = match.sealed.map(({ text, ...place }) => ({
    ...place,
    commitment: sealCommitment(record, { ...place, text }),
  }));
  return { actions, status: match.stage === "over" ? "over" : "abandoned", result: result(match) };
}

/** The receipt of the player of a seat with entropy; null if there is none. */
export function receiptOf(chance, { match_id, fairness }) {
  const seat = fairness.entropy.findIndex((entropy) => entropy);
  if (seat < 0) return null;
  const { seed_commitment, entropy, start_signature, commitments } = fairness;
  return {
    match_id,
    seed_commitment,
    seat,
    entropy: entropy[seat],
    start_signature,
    commitments: commitments.filter(() => chance.often(0.8)),
  };
}
