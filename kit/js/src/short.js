// `news` with short forms, as the single messages that they stand for: docs/PROTOCOL.md, "One frame or many". What is not a list is as it
// would have been sent without `short`.

/**
 * @import { News, NewsNow, NewsNowOrShort, RoomEvent, RoomEventOrShort, RoomId, ServerMessage } from "../types/protocol.js"
 */

/** @typedef {Extract<ServerMessage, { type: "event" | "now" }>} Single a part of `news` as if it had come separately */

/** @typedef {(value: any) => unknown} Kind turns a value of a short form into that of an object */

/**
 * The events and the open decisions of `news`, in their order.
 *
 * @param {News} news
 * @param {RoomId} room whose handle they name
 * @returns {Single[]}
 */
export function singles({ seq, events = [], now }, room) {
  const before = seq - events.length;
  /** @type {Single[]} */
  const all = events.map((event, i) => ({ type: "event", room, seq: before + i + 1, event: fullEvent(event) }));
  if (now) all.push({ type: "now", room, seq, ...fullNow(now) });
  return all;
}

/** @param {string} text base64url without padding */
const hex = (text) =>
  Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) =>
    one.charCodeAt(0).toString(16).padStart(2, "0"),
  ).join("");

/** @type {Kind} */
const same = (value) => value;

/** @type {Kind} */
const id = (text) => text && hex(text).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

/** The fields of the lists of a series, and of who is in them. @type {Kind} */
const rows = (/** @type {any[][]} */ all) =>
  all.map(([occupant, seat, played, won, shared, captured, score]) => ({
    occupant: Array.isArray(occupant) ? { player: id(occupant[0]), name: occupant[1], tag: occupant[2] } : occupant,
    seat,
    played,
    won,
    shared,
    ...(captured != null && { captured }),
    score,
  }));

/** @type {Kind} */
const people = (/** @type {unknown[]} */ all) => all.map((one) => (typeof one === "string" ? { id: id(one) } : one));

/** The fields of events, in the order of their short forms: those that are something else than their value say what. @type {Record<string, [string, Kind?][]>} */
const FORMS = {
  ready: [["seat"]],
  next: [
    ["match_id", id],
    ["seed_commitment", hex],
  ],
  finished: [
    ["match_id", id],
    ["server_seed", hex],
  ],
  series: [["matches"], ["rows", rows]],
  start: [
    ["match_id", id],
    ["rules"],
    ["variant"],
    ["seats"],
    ["options"],
    ["ceremony"],
    ["previous", id],
    ["players", people],
    ["seed_commitment", hex],
    ["entropy_commitments"],
    ["entropy"],
    ["start_signature", hex],
    ["signer", hex],
  ],
  reveal: [["at_ms"], ["by"], ["seat"], ["stack"], ["piece"]],
  take: [["at_ms"], ["by"], ["seat"], ["stack"]],
  ordered: [["at_ms"], ["by"], ["order"]],
  dealt: [["at_ms"], ["by"], ["taken"], ["hand"], ["hand_size"]],
};

/** An event as an object. @param {RoomEventOrShort} event @returns {RoomEvent} */
export function fullEvent(event) {
  if (!Array.isArray(event)) return event;
  const [name, ...values] = /** @type {[string, ...any]} */ (/** @type {unknown} */ (event));
  return /** @type {RoomEvent} */ (
    name === "play" ? play(values) : name === "trick" ? trick(values) : other(name, values)
  );
}

/** @param {string} name @param {any[]} values */
function other(name, values) {
  /** @type {Record<string, unknown>} */
  const full = { do: name };
  (FORMS[name] ?? []).forEach(([field, kind = same], at) => {
    const value = values[at];
    // What an object leaves out: that the seat's player did it, and most nulls.
    if (value == null ? field === "previous" : field !== "by" || value !== "player") full[field] = kind(value);
  });
  return full;
}

/** @param {any[]} values */
function play([at_ms, seat, trick, count, attempt, commitment, type, by, pieces, nonce]) {
  return {
    do: "play",
    seat,
    trick,
    lead: type != null,
    count,
    at_ms,
    ...(type != null && { type }),
    ...(pieces != null && { pieces }),
    ...(by != null && { by }),
    ...(commitment === null
      ? { up: true }
      : { sealed: { trick, seat, attempt, commitment: hex(commitment), ...(nonce != null && { nonce: hex(nonce) }) } }),
  };
}

/** @param {any[]} values */
function trick([at_ms, trick, leader, type, plays, hidden, winner, won_by, captured, beheaded, seals]) {
  const opened = seals.map((/** @type {any} */ seal, /** @type {number} */ place) => {
    const [seat, attempt, nonce] = Array.isArray(seal) ? seal : [place, 0, seal];
    return { trick, seat, attempt, text: plays[seat], nonce: hex(nonce) };
  });
  return {
    do: "trick",
    trick,
    leader,
    type,
    plays,
    shown: plays.map((/** @type {unknown} */ _, /** @type {number} */ seat) => !hidden.includes(seat)),
    winner,
    won_by,
    captured,
    beheaded,
    at_ms,
    ...(opened.length > 0 && { opened }),
  };
}

/** What a match waits for, as an object. @param {NewsNowOrShort} now @returns {NewsNow} */
export function fullNow(now) {
  if (!Array.isArray(now)) return now;
  const [deciding, turn, asked, choices, start_left_ms, bots_left_ms] = /** @type {any[]} */ (
    /** @type {unknown} */ (now)
  );
  return {
    deciding: deciding.map((/** @type {any} */ one) => {
      const [seat, left_ms = null, bank_ms = null] = [one].flat();
      return { seat, left_ms, bank_ms };
    }),
    you: turn == null ? null : { turn, decision: decision(asked), ...(choices != null && { choices }) },
    ...(start_left_ms != null && { start_left_ms }),
    ...(bots_left_ms != null && { bots_left_ms }),
  };
}

/** @param {any} asked */
function decision(asked) {
  if (!Array.isArray(asked)) return asked ?? null;
  const [name, number, trick, ...more] = asked;
  const must = name === "play";
  const full = { decision: number, must, stage: "play", do: name, trick };
  if (!must) return { ...full, pieces: more[0], default: null };
  const [type, count, generals, plays, pieces] = more;
  return { ...full, lead: type === null, type, count, generals, plays, default: { do: "play", pieces } };
}
