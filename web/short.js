// The short forms of what `news` say most often: lists in the place of objects (docs/PROTOCOL.md), and what they stand for.

/** @import { Decision, Deciding, NewsNow, RoomEvent, Seat } from "./types/protocol.js" */

/** An event in either form, in full. @param {RoomEvent | any[]} event @returns {RoomEvent} */
export function fullEvent(event) {
  if (!Array.isArray(event)) return event;
  const [name, ...rest] = event;
  if (name === "play") return play(rest);
  if (name === "trick") return trick(rest);
  // A later one, which this page does not know, as events in full may be.
  return /** @type {RoomEvent} */ (/** @type {unknown} */ ({ do: name }));
}

/** What is waited for, in either form, in full. @param {NewsNow | any[]} now @returns {NewsNow} */
export function fullNow(now) {
  if (!Array.isArray(now)) return now;
  const [deciding, turn = null, asked = null, choices = null] = now;
  const you = turn === null ? null : { turn, decision: decision(asked), ...(choices !== null && { choices }) };
  return { deciding: deciding.map(waited), you };
}

/** @param {any[]} list @returns {RoomEvent} */
function play([at_ms, seat, trick, count, attempt, commitment, type = null, by = null, pieces = null, nonce = null]) {
  const sealed = {
    trick,
    seat,
    attempt,
    commitment: hex(commitment ?? ""),
    ...(nonce !== null && { nonce: hex(nonce) }),
  };
  return {
    do: "play",
    seat,
    trick,
    lead: type !== null,
    ...(type !== null && { type }),
    count,
    ...(pieces !== null && { pieces }),
    ...(by !== null && { by }),
    at_ms,
    ...(commitment === null ? { up: true } : { sealed }),
  };
}

/** @param {any[]} list @returns {RoomEvent} */
function trick([at_ms, trick, leader, type, plays, hidden, winner, won_by, captured, beheaded, seals]) {
  const shown = plays.map((/** @type {string | null} */ _, /** @type {Seat} */ seat) => !hidden.includes(seat));
  const opened = seals.map((/** @type {[Seat, number, string]} */ [seat, attempt, nonce]) => {
    return { trick, seat, attempt, text: plays[seat], nonce: hex(nonce) };
  });
  const end = { do: "trick", trick, leader, type, plays, shown, winner, won_by, captured, beheaded, at_ms };
  return /** @type {RoomEvent} */ (opened.length > 0 ? { ...end, opened } : end);
}

/** @param {Seat | [Seat, number, number?]} waited @returns {Deciding} */
function waited(waited) {
  const [seat, left_ms = null, bank_ms = null] = Array.isArray(waited) ? waited : [waited];
  return { seat, left_ms, bank_ms };
}

/** @param {Decision | any[] | null} asked @returns {Decision | null} */
function decision(asked) {
  if (!Array.isArray(asked)) return asked;
  const [name, decision, trick, ...rest] = asked;
  const stage = "play";
  if (name === "take_back") {
    const [pieces] = rest;
    return { decision, must: false, stage, do: name, trick, pieces, default: null };
  }
  const [type, count, generals, plays, pieces] = rest;
  const lead = type === null;
  return {
    decision,
    must: true,
    stage,
    do: name,
    trick,
    lead,
    type,
    count,
    generals,
    plays,
    default: { do: name, pieces },
  };
}

/** Base64url as hexadecimal digits. @param {string} text */
function hex(text) {
  const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, "0")).join("");
}
