// The form of a record (docs/RECORD.md), read strictly: every field there, of its type and in its range, and nothing else in
// what is given out. The one way to write it is RFC 8785.

import { GAMES } from "../judge/games.js";
import { setOf, sorted, without } from "../judge/pieces.js";
import { readDeal } from "../judge/read.js";

/** The version of this form. */
const FORMAT = 1;
/** Longer than any record: one is some 20 KiB. */
const MOST_BYTES = 2 ** 24;
const MOST_SEATS = 5;
const MOST_STACKS = 16;
const MOST_ENTROPY_BYTES = 64;
const U8 = 2 ** 8 - 1;
const U32 = 2 ** 32 - 1;
const I32 = 2 ** 31;
const SAFE = Number.MAX_SAFE_INTEGER;

class BadForm extends Error {}

/** What is signed and sent of a value: RFC 8785, no blanks, keys sorted. Texts and whole numbers are as JavaScript writes them. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const fields = Object.keys(value).filter((key) => value[key] !== undefined).sort();
  return `{${fields.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
}

/**
 * Reads the bytes of a record. Gives `{record, deal, isCanonical}`, the record with nothing in it but what it has to have;
 * null where they are none.
 */
export function readRecord(bytes) {
  if (bytes.length > MOST_BYTES) return null;
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const record = RECORD(JSON.parse(text));
    const { seats, players, fairness } = record;
    const isWhole = [players, fairness.entropy, fairness.entropy_commitments].every((list) => list.length === seats);
    const deal = readDeal(record);
    return isWhole ? { record, deal, isCanonical: canonical(record) === text } : null;
  } catch {
    // Whatever stands where something else belongs.
    return null;
  }
}

function need(holds) {
  if (!holds) throw new BadForm();
}

// Each of these makes a function that reads a value, and throws where it is another.

const integer = (from, to) => (value) => {
  need(Number.isSafeInteger(value) && value >= from && value <= to);
  return value;
};

const matching = (pattern) => (value) => {
  need(typeof value === "string" && pattern.test(value));
  return value;
};

const oneOf = (...values) => (value) => {
  need(values.includes(value));
  return value;
};

const nullable = (read) => (value) => (value === null ? null : read(value));
const optional = (read) => (value) => (value === undefined ? undefined : read(value));

const list = (read, most = Infinity) => (value) => {
  need(Array.isArray(value) && value.length <= most);
  return value.map((one) => read(one));
};

const object = (fields) => (value) => {
  need(typeof value === "object" && value !== null && !Array.isArray(value));
  const entries = Object.entries(fields).map(([name, read]) => [name, read(Object.hasOwn(value, name) ? value[name] : undefined)]);
  return Object.fromEntries(entries.filter(([, read]) => read !== undefined));
};

/** An object of the first form that has the named field. */
const either = (forms) => (value) => {
  const [, read] = Object.entries(forms).find(([name]) => Object.hasOwn(Object(value), name)) ?? [];
  need(read);
  return read(value);
};

const hex = (bytes) => matching(new RegExp(`^[0-9a-f]{${2 * bytes}}$`));
const orNone = (read) => (value) => (value === "" ? "" : read(value));
const anyText = matching(/^\P{Surrogate}*$/u);
const uuid = matching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const seat = integer(0, MOST_SEATS - 1);
const bySeat = (read) => list(read, MOST_SEATS);
const by = oneOf("player", "clock", "away", "bot", "server");

function moment(value) {
  const at = new Date(anyText(value));
  need(!Number.isNaN(at.valueOf()) && at.toISOString() === value && !value.startsWith("0000"));
  return value;
}

/** Pieces of a hand or a play, strongest first. */
function pieces(value) {
  need(without(setOf(32), anyText(value)) !== null && sorted(value) === value);
  return value;
}

const ENTROPY = matching(new RegExp(`^([0-9a-f]{2}){0,${MOST_ENTROPY_BYTES}}$`));
const TYPE = matching(/^(single|pair|giog|three|four|five|general-two-pairs|noble-[12]|(set|sequence)-([2-9]|10))$/);
const PERSON = { id: uuid };
const BOT = { bot: anyText };
const STAND_INS = optional(list(object({ from: integer(0, U32), to: integer(0, U32), by })));

const PLAYER = (value) => {
  const player = either({ id: object({ ...PERSON, stand_ins: STAND_INS }), bot: object({ ...BOT, stand_ins: STAND_INS }) })(value);
  // What says nothing is left out, or the bytes are not canonical.
  if (player.stand_ins?.length === 0) delete player.stand_ins;
  return player;
};

const number = integer(-SAFE, SAFE);
const ARGUMENTS = {
  reveal: { stack: number },
  take: { stack: number },
  expose: { stack: number },
  throw: { sign: oneOf("rock", "paper", "scissors") },
  end: { end: oneOf("left", "right") },
  order: { stacks: list(number, MOST_STACKS) },
  play: { pieces: anyText },
  take_back: {},
};

const ACTION = (value) => {
  const what = oneOf(...Object.keys(ARGUMENTS))(object({ do: anyText })(value).do);
  const action = object({ seat, do: anyText, at_ms: integer(0, SAFE), by: optional(by), ...ARGUMENTS[what] })(value);
  if (action.by === "player") delete action.by;
  return action;
};

const COMMITMENT = either({
  trick: object({ trick: integer(0, U8), seat, attempt: integer(0, U8), commitment: hex(32) }),
  round: object({ round: integer(0, U8), seat, commitment: hex(32) }),
});

const TRICK = object({ leader: seat, type: TYPE, plays: bySeat(pieces), shown: bySeat(oneOf(true, false)), winner: nullable(seat) });

const RESULT = object({
  order: nullable(list(seat)),
  hands: nullable(bySeat(pieces)),
  tricks: list(TRICK),
  captured: bySeat(integer(0, U8)),
  beheaded: list(seat),
  scores: nullable(bySeat(integer(-I32, I32 - 1))),
  winners: nullable(list(seat)),
});

const FAIRNESS = object({
  seed_commitment: hex(32),
  server_seed: hex(32),
  entropy_commitments: bySeat(orNone(hex(32))),
  entropy: bySeat(ENTROPY),
  start_signature: hex(64),
  commitments: list(COMMITMENT),
  signer: hex(32),
});

const RECORD = object({
  format: oneOf(FORMAT),
  rules: integer(0, U32),
  match_id: uuid,
  status: oneOf("over", "abandoned"),
  variant: oneOf(...GAMES.keys()),
  seats: integer(0, U8),
  options: object({ general_ban: oneOf("refuse", "behead"), beheading: oneOf("forfeit", "last") }),
  ceremony: oneOf("players", "server"),
  previous: nullable(uuid),
  players: bySeat(PLAYER),
  started_at: moment,
  ended_at: moment,
  stacks: list(anyText, MOST_STACKS),
  six: optional(seat),
  exposer: optional(seat),
  dice: optional(bySeat(number)),
  actions: list(ACTION),
  result: RESULT,
  fairness: FAIRNESS,
  signature: hex(64),
});
