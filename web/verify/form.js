// Parses a record (docs/RECORD.md) strictly: all fields must exist, with their types and ranges, and other fields are not returned. The
// canonical form is RFC 8785.

/**
 * @import { Deal } from "../judge/read.js"
 * @import { Record as MatchRecord } from "../types/protocol.js"
 * @import { BoardRecord, TilesRecord } from "./games.js"
 * @import { Fields, Reader } from "./readers.js"
 */

import { canonical } from "../client/canonical.js";
import { GAMES } from "../games/list.js";
import { setOf, sorted, without } from "../judge/pieces.js";
import { readDeal } from "../judge/read.js";
import { isTrickGame } from "../room.js";
import { BOARD_RECORDS, TILES_RECORDS } from "./games.js";
import {
  anyText,
  BadForm,
  either,
  integer,
  isEmptyList,
  list,
  matching,
  need,
  nullable,
  number,
  object,
  oneOf,
  optional,
  own,
  unless,
} from "./readers.js";

/** The version of the format. */
const FORMAT = 1;
/** More bytes than any record has; a usual one has some 20 KiB. */
const MOST_BYTES = 2 ** 24;
const MOST_SEATS = 8;
const MOST_STACKS = 16;
/** The number of squares of blind chess. */
const MOST_SQUARES = 32;
const MOST_ENTROPY_BYTES = 64;
const U8 = 2 ** 8 - 1;
const U32 = 2 ** 32 - 1;
const I32 = 2 ** 31;
const SAFE = Number.MAX_SAFE_INTEGER;

/** The game that the bytes of a record name; null if they name none. @param {Uint8Array} bytes @returns {unknown} */
export function variantIn(bytes) {
  if (bytes.length > MOST_BYTES) return null;
  try {
    return JSON.parse(new TextDecoder().decode(bytes))?.variant ?? null;
  } catch {
    return null;
  }
}

/**
 * Parses the bytes of a record, whose game is loaded. Returns the record with exactly its fields, and whether the bytes are its canonical form; null if they
 * are not a record.
 * @param {Uint8Array} bytes
 * @returns {{ record: MatchRecord, deal: Deal | null, isOfTiles: boolean, isCanonical: boolean } | null} without a deal of games that are no trick games
 */
export function readRecord(bytes) {
  if (bytes.length > MOST_BYTES) return null;
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(withoutLineEnds(bytes));
    // The parser below follows this type field by field.
    const value = JSON.parse(text);
    const variant = new Map(Object.entries(own(value))).get("variant");
    const [onBoard, ofTiles] = [BOARD_RECORDS.get(variant), TILES_RECORDS.get(variant)];
    const read = ofTiles ? tilesRecord(variant, ofTiles) : onBoard ? boardRecord(variant, onBoard) : RECORD;
    const record = /** @type {MatchRecord} */ (read(value));
    const { seats, players, fairness } = record;
    need([players, fairness.entropy, fairness.entropy_commitments].every((list) => list.length === seats));
    const deal = onBoard || ofTiles ? null : readDeal({ ...record });
    // If a pack is dealt, nobody makes choices before play.
    need(record.cards === undefined || record.ceremony === "players");
    return { record, deal, isOfTiles: ofTiles !== undefined, isCanonical: canonical(record) === text };
  } catch {
    // Something has another form than required.
    return null;
  }
}

/**
 * Parses the bytes of a record of a game that this page does not know. Returns all fields, and whether the bytes are the canonical form;
 * null if they are not a record, name no game, or name one that this page knows.
 * @param {Uint8Array} bytes
 * @returns {{ record: MatchRecord, isCanonical: boolean } | null} a record in which only what every game has is of its type
 */
export function readUnknownGame(bytes) {
  if (bytes.length > MOST_BYTES) return null;
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(withoutLineEnds(bytes));
    const value = JSON.parse(text);
    const { seats, players, fairness, variant } = /** @type {MatchRecord} */ (ENVELOPE(value));
    need(!GAMES.has(variant));
    need([players, fairness.entropy, fairness.entropy_commitments].every((list) => list.length === seats));
    anything(value);
    return { record: value, isCanonical: canonical(value) === text };
  } catch {
    return null;
  }
}

/** Removes line ends after the record, which editors and shells append. @param {Uint8Array} bytes */
export function withoutLineEnds(bytes) {
  const last = bytes.findLastIndex((byte) => byte !== 0x0a && byte !== 0x0d);
  return bytes.subarray(0, last + 1);
}

/** @param {number} bytes */
const hex = (bytes) => matching(new RegExp(`^[0-9a-f]{${2 * bytes}}$`));
/** @param {Reader} read @returns {Reader} */
const orNone = (read) => (value) => (value === "" ? "" : read(value));
/** @param {Reader} read */
const bySeat = (read) => list(read, MOST_SEATS);
const uuid = matching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const seat = integer(0, MOST_SEATS - 1);

/** @type {Reader} */
function moment(value) {
  const text = anyText(value);
  const at = new Date(text);
  need(!Number.isNaN(at.valueOf()) && at.toISOString() === text && !text.startsWith("0000"));
  return text;
}

/** Any value that can be in a record. @type {Reader} */
function anything(value) {
  if (typeof value === "number") return number(value);
  if (typeof value === "string") return anyText(value);
  if (value !== null && typeof value === "object") Object.entries(value).flat().forEach(anything);
  return value;
}

/** Pieces of a hand or a play, strongest first. @type {Reader} */
function pieces(value) {
  const text = anyText(value);
  need(without(setOf(32), text) !== null && sorted(text) === text);
  return text;
}

const ENTROPY = matching(new RegExp(`^([0-9a-f]{2}){0,${MOST_ENTROPY_BYTES}}$`));
const TYPE = matching(/^(single|pair|giog|three|four|five|general-two-pairs|noble-[12]|(set|sequence)-([2-9]|10))$/);
const BY = oneOf("player", "clock", "away", "bot", "server");
const STAND_IN = object({ from: integer(0, U32), to: integer(0, U32), by: BY });
const STAND_INS = unless(isEmptyList, list(STAND_IN));
const PLAYER = either({
  id: object({ id: uuid, stand_ins: STAND_INS }),
  bot: object({ bot: anyText, stand_ins: STAND_INS }),
});

/** The arguments of each action. @type {{ [what: string]: Fields }} */
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

/** The same for games on boards. @type {{ [what: string]: Fields }} */
const BOARD_ARGUMENTS = {
  move: { move: anyText },
  drop: { piece: anyText, to: anyText },
  flip: { at: anyText },
  place: { at: anyText },
  remove: { at: anyText },
  ally: { state: anyText },
  resign: {},
  offer_draw: {},
  accept_draw: {},
  decline_draw: {},
  propose_take_back: {},
  accept_take_back: {},
  decline_take_back: {},
  time_out: {},
};

/** @param {{ [what: string]: Fields }} args */
const action = (args) => (/** @type {unknown} */ value) => {
  const what = new Map(Object.entries(own(value))).get("do");
  const [, fields] = Object.entries(args).find(([name]) => name === what) ?? [];
  if (!fields) throw new BadForm();
  return object({ seat, do: anyText, at_ms: integer(0, SAFE), by: unless((by) => by === "player", BY), ...fields })(
    value,
  );
};

const COMMITMENT = either({
  trick: object({ trick: integer(0, U8), seat, attempt: integer(0, U8), commitment: hex(32) }),
  round: object({ round: integer(0, U8), seat, commitment: hex(32) }),
});

const TRICK = object({
  leader: seat,
  type: TYPE,
  plays: bySeat(pieces),
  shown: bySeat(oneOf(true, false)),
  winner: nullable(seat),
});

/** @type {Fields} */
const RESULT = {
  order: nullable(list(seat)),
  hands: nullable(bySeat(pieces)),
  tricks: list(TRICK),
  captured: bySeat(integer(0, U8)),
  scores: nullable(bySeat(integer(-I32, I32 - 1))),
  winners: nullable(list(seat)),
};

/** @type {Fields} */
const FAIRNESS_FIELDS = {
  seed_commitment: hex(32),
  server_seed: hex(32),
  entropy_commitments: bySeat(orNone(hex(32))),
  entropy: bySeat(ENTROPY),
  start_signature: hex(64),
  commitments: list(COMMITMENT),
  signer: hex(32),
};

const TRICK_GAMES = [...GAMES.keys()].filter(isTrickGame);

/** @type {Fields} */
const COMMON = {
  format: oneOf(FORMAT),
  rules: integer(0, U32),
  match_id: uuid,
  status: oneOf("over", "abandoned"),
  variant: oneOf(...TRICK_GAMES),
  seats: integer(0, U8),
  ceremony: oneOf("players", "server"),
  previous: nullable(uuid),
  players: bySeat(PLAYER),
  started_at: moment,
  ended_at: moment,
  actions: list(action(ARGUMENTS)),
  fairness: object(FAIRNESS_FIELDS),
  signature: hex(64),
};

/** In games without choices before play, they cannot be left to the server. */
const NO_CHOICES = { ceremony: oneOf("players") };

/** A value without further checks: the result of games that this page does not judge. @type {Reader} */
const asItIs = (value) => anything(own(value));

/** @type {Fields} */
const BOARD_FIELDS = {
  ...COMMON,
  ...NO_CHOICES,
  red: optional(seat),
  first: optional(seat),
  stacks: optional(list(anyText, MOST_SQUARES)),
  actions: list(action(BOARD_ARGUMENTS)),
  result: asItIs,
  // Nothing is laid face down in these games.
  fairness: object({ ...FAIRNESS_FIELDS, commitments: list(asItIs, 0) }),
};

/** A record as in docs/BOARDS.md. @param {string} variant @param {BoardRecord} game @returns {Reader} */
const boardRecord = (variant, { seats: [from, to], options }) =>
  object({ ...BOARD_FIELDS, variant: oneOf(variant), seats: integer(from, to), options: object(options) });

const TILES_ARGUMENTS = {
  split: { low: anyText },
  bet: { bets: list(object({ on: anyText, points: number })) },
  discard: { tile: anyText },
  kong: { tile: anyText },
  win: {},
  claim: { claim: oneOf("pass", "chow", "pung", "kong", "win"), tiles: optional(anyText) },
  take_back: {},
};
const U16 = 2 ** 16 - 1;
const TILES_COMMITMENT = either({
  window: object({ deal: integer(0, U16), window: integer(0, U16), seat, commitment: hex(32) }),
  attempt: object({ deal: integer(0, U16), seat, attempt: integer(0, U8), commitment: hex(32) }),
});

/** A record as in docs/TILES.md. @param {string} variant @param {TilesRecord} game @returns {Reader} */
const tilesRecord = (variant, { options, chance }) =>
  object({
    ...COMMON,
    ...NO_CHOICES,
    variant: oneOf(variant),
    options: object(options),
    ...chance,
    actions: list(action(TILES_ARGUMENTS)),
    result: asItIs,
    fairness: object({ ...FAIRNESS_FIELDS, commitments: list(TILES_COMMITMENT) }),
  });

/** The fields of every record, whatever its game. */
const ENVELOPE = object({
  format: oneOf(FORMAT),
  match_id: uuid,
  variant: matching(/^[a-z0-9-]{1,64}$/),
  seats: integer(0, U8),
  players: bySeat(either({ id: object({ id: uuid }), bot: object({ bot: anyText }) })),
  fairness: object({ ...FAIRNESS_FIELDS, commitments: list(anything) }),
  signature: hex(64),
});

/** A record as in docs/TILES.md if it has `cards`, else as in docs/RECORD.md. */
const RECORD = either({
  cards: object({
    ...COMMON,
    options: object({}),
    cards: anyText,
    starter: seat,
    result: object({ ...RESULT, waiting: list(seat), end: nullable(oneOf("cards")) }),
  }),
  stacks: object({
    ...COMMON,
    options: object({ general_ban: oneOf("refuse", "behead"), beheading: oneOf("forfeit", "last") }),
    stacks: list(anyText, MOST_STACKS),
    six: optional(seat),
    exposer: optional(seat),
    dice: optional(bySeat(number)),
    result: object({ ...RESULT, beheaded: list(seat) }),
  }),
});
