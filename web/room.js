// A room as this person sees it: turns the server's messages into one plain value, by functions without side effects.
//
//   let room = newRoom(id);
//   for each message about that room:  room = heard(room, message);
//
// A value is never modified, so `before !== after` tells whether anything is new. Its parts are those of docs/PROTOCOL.md: `state` and
// `match` as in a snapshot, updated by events; `now` as in its message, with the time at which it came.

/**
 * @import { BoardMatch } from "./boardmatch.js"
 * @import { Told } from "./client/connection.js"
 * @import { RefusedFor } from "./client/refusal.js"
 * @import { TilesMatch } from "./tilesmatch.js"
 * @import { Match } from "./tricksmatch.js"
 * @import { BoardDecision, BoardVariant, ChatLine, Decision, GameEvent, LeftReason } from "./types/protocol.js"
 * @import { MatchStart, MatchState, Now, SeenBoardEvent } from "./types/protocol.js"
 * @import { SeenTilesEvent, TilesDecision } from "./types/protocol.js"
 * @import { Occupant, Pieces, PlayerId, Presence, RoomEvent } from "./types/protocol.js"
 * @import { Person, RoomId, RoomNotice, RoomState, SealView, Seat, SeatState, Settings, StandReason } from "./types/protocol.js"
 * @import { Snapshot } from "./types/protocol.js"
 */

import { newBoard, played } from "./boardmatch.js";
import { knownGame } from "./games/list.js";
import { begunTiles, followed, tilesSeen } from "./tilesmatch.js";
import { begunTricks, tricksAfter } from "./tricksmatch.js";

/**
 * @typedef {object} Room
 * @property {RoomId} id
 * @property {PlayerId | undefined} me
 * @property {number} seq the number of the last event
 * @property {Seat | null} you
 * @property {Seat | null} [resumed] the seat that one has after the events of a resume, until its `now` has come
 * @property {RoomState | null} state null until something is known of it
 * @property {AnyMatch | null} match the one being played
 * @property {AnyMatch | null} [finished] the one played last, as it ended
 * @property {(Occupant | null)[]} [cast] who had the seats when it ended
 * @property {Asked | null} now
 * @property {Presence | null} present
 * @property {Record<Seat, number>} [gone] when the person of a seat was seen to go, while they are not connected
 * @property {(Said | Happened)[]} chat
 * @property {`left_${LeftReason}` | RefusedFor | null} left why one is there no more: a reason, or why one was not let in again
 * @property {Lost | null} [lost] the seat that was taken from one, until one has another
 *
 * @typedef {Room & { state: RoomState }} KnownRoom
 *
 * @typedef {Now & { at: number }} Asked what is waited for
 *
 * @typedef {Match | BoardMatch | TilesMatch} AnyMatch
 */

/** A seat that its player did not give up, and why it is gone, if that was told. @typedef {{ seat: Seat, reason?: StandReason }} Lost */

/** A line of chat, numbered as it came. @typedef {ChatLine & { number: number }} Said */

/**
 * A line among those of the chat that says what happened.
 *
 * @typedef {{ number: number, happened: Happening }} Happened
 * @typedef {{ do: "sat" | "stood" | "away" | "back" | "owner", who: Named, reason?: StandReason } | { do: "series", who?: undefined }
 *   | { do: "configured", who?: undefined, before?: Settings, settings?: Settings }} Happening
 */

/** What happened before one came, as snapshots have it. @typedef {NonNullable<Snapshot["happened"]>[number]} Past */

/** A person by their current name. @typedef {{ player: PlayerId, name: string }} Named */

/**
 * @template {RoomEvent["do"]} Do
 * @typedef {Extract<RoomEvent, { do: Do }>} EventOf an event of one kind
 */

/**
 * @template From
 * @template To
 * @typedef {{ [event: string]: ((from: From, event: RoomEvent) => To) | undefined }} Changes
 */

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text has the form of a room's or a match's id: an address may contain anything. @param {string} text */
export const isId = (text) => ID.test(text);

/** Reasons for a free seat whose player gave it up. @type {StandReason[]} */
const GIVEN_UP = ["stood", "left", "match_over"];

/** The most chat lines that are kept. */
const CHAT_LINES = 100;

/**
 * A room without any messages yet, for the player `me`.
 *
 * @param {RoomId} id
 * @param {PlayerId} [me]
 * @returns {Room}
 */
export function newRoom(id, me) {
  return { id, me, seq: 0, you: null, state: null, match: null, now: null, present: null, chat: [], left: null };
}

/**
 * The room after a message about it. `at` is the time of the message, in milliseconds of any clock.
 *
 * @param {Room} room
 * @param {Told} message
 * @returns {Room}
 */
export function heard(room, message, at = 0) {
  switch (message.type) {
    case "snapshot":
      return shown(room, message);
    case "resumed":
      // The following events are still sent for the seat that the person had; it changes to this one at their end.
      return { ...room, resumed: message.you, left: null };
    case "now":
      return message.seq < room.seq ? room : asked(settled(room), { ...message, at });
    case "event":
      return message.seq <= room.seq
        ? room
        : noted(room, happened({ ...room, seq: message.seq }, message.event, at), message.event);
    case "notice":
      return noticed(room, message.notice, at);
    case "left":
      return { ...room, left: `left_${message.reason}` };
    default:
      return room;
  }
}

/** A room from a snapshot, which does not tell why a seat was lost. @param {Room} room @param {Extract<Told, { type: "snapshot" }>} snapshot @returns {Room} */
function shown(room, { seq, you, state, match, chat = [], happened = [] }) {
  const isLast = room.finished?.start.match_id === state.previous?.match_id;
  const lost = room.you == null ? room.lost : { seat: room.you };
  return forNext({
    ...room,
    seq,
    you,
    resumed: undefined,
    state,
    match: match && matchOf(match),
    finished: isLast ? room.finished : null,
    cast: isLast ? room.cast : [],
    left: null,
    lost: you == null ? lost : null,
    // Whoever stays has more lines than the server keeps.
    chat: room.state ? room.chat : linesOf(state, chat, happened),
  });
}

/**
 * A room, without the match before if the person waits for the next one at a rated table: everybody leaves it after a match, so that one is past.
 *
 * @param {KnownRoom} room
 * @returns {KnownRoom}
 */
function forNext(room) {
  const waits = room.state.settings?.rated && room.you != null && !room.match;
  return waits ? { ...withState(room, { previous: null }), finished: null, cast: [] } : room;
}

/** The lines of a snapshot: those of the chat with what happened among them. @param {RoomState} state @param {ChatLine[]} chat @param {Past[]} past @returns {Room["chat"]} */
function linesOf(state, chat, past) {
  const before = (/** @type {number} */ n) =>
    past
      .filter(({ after }) => after === n)
      .map(({ after: _, ...what }) => ({ happened: "who" in what ? { ...what, who: atSeat(state, what.who) } : what }));
  const lines = chat.flatMap((line, i) => [...before(i), { ...line, from: atSeat(state, line.from) }]);
  return [...lines, ...before(chat.length)].map((line, i) => ({ ...line, number: i + 1 }));
}

/** A person as they have a seat, if they have one. @param {RoomState | null} state @param {PlayerId | null} player */
const seated = (state, player) =>
  state?.seats.map(({ occupant }) => personOf(occupant)).find((one) => one?.player === player);

/** A person by the name that they have at their seat: an older connection still has the former one. @param {RoomState | null} state @param {Person} from */
const atSeat = (state, from) => seated(state, from.player) ?? from;

/** Adds a line to the chat. @param {Room} room @param {ChatLine | { happened: Happening }} line @returns {Room} */
function withLine(room, line) {
  const number = (room.chat.at(-1)?.number ?? 0) + 1;
  return { ...room, chat: [...room.chat, { ...line, number }].slice(-CHAT_LINES) };
}

/**
 * The room after an event, with a line in the chat if people want to know of it.
 *
 * @param {Room} before
 * @param {Room} room
 * @param {RoomEvent} event
 */
function noted(before, room, event) {
  if (!isKnown(before) || !isKnown(room)) return room;
  const happening = happeningOf(before, room, event);
  return happening ? withLine(room, { happened: happening }) : room;
}

/** @param {KnownRoom} before @param {KnownRoom} room @param {RoomEvent} event @returns {Happening | null} */
function happeningOf(before, room, event) {
  /** @param {KnownRoom} at @param {Seat} seat */
  const at = ({ state }, seat) => personOf(state.seats[seat]?.occupant);
  switch (event.do) {
    case "sat":
    case "away":
    case "back": {
      const who = at(room, event.seat);
      return who && { do: event.do, who };
    }
    case "stood": {
      const who = at(before, event.seat);
      return who && { do: event.do, who, reason: event.reason };
    }
    case "owner": {
      const who = seated(room.state, event.owner);
      return who ? { do: event.do, who } : null;
    }
    case "series":
      return event.matches === 0 && before.state.series.matches > 0 ? { do: event.do } : null;
    case "configured":
      return { do: event.do, before: before.state.settings, settings: event.settings };
    default:
      return null;
  }
}

/** A room after the events of a resume. @param {Room} room @returns {Room} */
const settled = (room) => (room.resumed === undefined ? room : { ...room, you: room.resumed, resumed: undefined });

/** Whether a game is a trick game. @param {string} variant */
export const isTrickGame = (variant) => !knownGame(variant).family;

/** Whether a game is played on a board. @param {string} variant @returns {variant is BoardVariant} */
export const isBoardVariant = (variant) => knownGame(variant).family === "boards";

/** Whether a game is one of tiles or dice. @param {string} variant */
export const isTilesVariant = (variant) => knownGame(variant).family === "tiles";

/** Whether a match is played on a board. @param {AnyMatch | null | undefined} match @returns {match is BoardMatch} */
export const isOnBoard = (match) => match != null && "position" in match.view;

/** Whether a match is one of tiles or dice. @param {AnyMatch | null | undefined} match @returns {match is TilesMatch} */
const isOfTiles = (match) => match != null && "since" in match;

/** The match of a trick game, or null. @param {AnyMatch | null | undefined} match @returns {Match | null} */
export const ofTricks = (match) => (match && !isOnBoard(match) && !isOfTiles(match) ? match : null);

/** The match of tiles or dice, or null. @param {AnyMatch | null | undefined} match @returns {TilesMatch | null} */
export const ofTiles = (match) => (isOfTiles(match) ? match : null);

/** The match on a board, or null. @param {AnyMatch | null | undefined} match @returns {BoardMatch | null} */
export const onBoard = (match) => (isOnBoard(match) ? match : null);

/** The decision, if it is one of a trick game. @param {Asked | null | undefined} now @returns {Decision | null} */
export function trickDecision(now) {
  const decision = now?.you?.decision;
  if (!decision || decision.do === "choose" || decision.do === "split" || decision.do === "bet") return null;
  return decision.do === "claim" ? null : decision;
}

/**
 * Whether an outcome is that of a game on a board.
 *
 * @template {object} T
 * @param {T} outcome
 * @returns {outcome is Exclude<Extract<T, { sides: Seat[][] }>, { gains: number[] }>}
 */
export const isOfBoard = (outcome) => "sides" in outcome && !("gains" in outcome);

/** The decision, if it is one on a board. @param {Asked | null | undefined} now @returns {BoardDecision | null} */
export function boardDecision(now) {
  const decision = now?.you?.decision;
  return decision?.do === "choose" && !("deal" in decision) ? decision : null;
}

/** The decision, if it is one of tiles or dice. @param {Asked | null | undefined} now @returns {TilesDecision | null} */
export function tilesDecision(now) {
  const decision = now?.you?.decision;
  return decision && "deal" in decision ? decision : null;
}

/** @param {MatchState} match @returns {AnyMatch} */
function matchOf(match) {
  // The kind of view is recognized by its fields.
  if ("position" in match.view) return { ...match, view: match.view, done: [], waited: [] };
  return tilesSeen(match) ?? /** @type {Match} */ (match);
}

/**
 * Stores a `now` message. In games of tiles it tells what is held of one's own; in games on boards the times of players who do not decide are kept.
 *
 * @param {Room} room
 * @param {Asked} now
 * @returns {Room}
 */
function asked(room, now) {
  const { match } = room;
  if (isOfTiles(match)) return { ...room, now, match: { ...match, held: now.you?.held } };
  if (!isOnBoard(match)) return { ...room, now };
  return { ...room, now, match: timed(match, now.deciding, now.at, now.pause_left_ms == null) };
}

/** A match on a board with what is waited for from a time on; clocks run except in a pause. @param {BoardMatch} match @param {Asked["deciding"]} deciding @param {number} at @param {boolean} [runs] @returns {BoardMatch} */
function timed(match, deciding, at, runs = true) {
  const waited = { deciding, at, runs, moves: match.view.position.moves, done: match.done.length };
  return { ...match, waited: [...match.waited, waited] };
}

/** Adds the legal plays of one's decision, which were requested separately. @param {Room} room @param {Pieces[]} plays @returns {Room} */
export function listed(room, plays) {
  const { now } = room;
  const decision = trickDecision(now);
  if (!now?.you || decision?.do !== "play") return room;
  return { ...room, now: { ...now, you: { ...now.you, decision: { ...decision, plays } } } };
}

/** @param {Room} room @param {RoomNotice} notice @param {number} at @returns {Room} */
function noticed(room, notice, at) {
  if (notice.do === "presence") return { ...room, present: notice, gone: goneSince(room, notice, at) };
  if (notice.do === "chat") {
    const from = atSeat(room.state, notice.from);
    return named(withLine(room, { ...notice, from }), from);
  }
  return room;
}

/** Since when people are gone who were seen to be connected, by seat. @param {Room} room @param {Presence} present @param {number} at */
function goneSince({ present: before, gone }, present, at) {
  const seats = [...(before?.connected ?? []), ...Object.keys(gone ?? {}).map(Number)];
  const left = seats.filter((seat) => !present.connected.includes(seat));
  return Object.fromEntries(left.map((seat) => [seat, gone?.[seat] ?? at]));
}

/** @param {Room} room @param {RoomEvent} event @param {number} at @returns {Room} */
function happened(room, event, at) {
  if (!isKnown(room)) return room;
  // Each function is written for the events of its name.
  const change = /** @type {Changes<KnownRoom, Room>} */ (ROOM_EVENTS)[event.do];
  if (change) return change(room, event);
  if (!room.match) return room;
  const match = withSeals(room.match, event);
  if (isOnBoard(match)) {
    const after = played(match, /** @type {SeenBoardEvent} */ (event));
    // The clocks stop with the match.
    return { ...room, match: event.do === "ended" ? timed(after, [], at) : after };
  }
  if (isOfTiles(match)) return { ...room, match: followed(match, /** @type {SeenTilesEvent} */ (event)) };
  return { ...room, match: tricksAfter(match, event) };
}

/**
 * A match with the commitments of an event. Of matches with several deals, only those of the current deal are kept, as in snapshots.
 *
 * @template {AnyMatch} M
 * @param {M} match
 * @param {RoomEvent} event
 * @returns {M}
 */
function withSeals(match, event) {
  const one = "sealed" in event && event.sealed ? [event.sealed] : [];
  const several = "seals" in event && event.seals ? event.seals : [];
  const commitments = [...match.commitments, ...one, ...several];
  const last = commitments.at(-1);
  if (commitments.length === match.commitments.length || !last) return match;
  const deal = dealOf(last);
  return { ...match, commitments: commitments.filter((seal) => dealOf(seal) === deal) };
}

/** The deal of a commitment; undefined in games with one deal. @param {SealView} seal */
const dealOf = (seal) => ("deal" in seal ? seal.deal : undefined);

/** The person in an event that tells their current name; null for other events. @param {RoomEvent} event */
export const personIn = (event) =>
  event.do === "renamed" ? event : event.do === "sat" ? personOf(event.occupant) : null;

/**
 * A room with the current name of a person everywhere: at the seat, in the score table, in the chat, and among those who played last.
 *
 * @param {Room} room
 * @param {Named} person
 * @returns {Room}
 */
export function named(room, { player, name }) {
  /** @template {{ occupant: Occupant | null }} At @param {At} at */
  const rename = (at) => {
    const one = personOf(at.occupant);
    return one?.player === player ? { ...at, occupant: { ...one, name } } : at;
  };
  const { state } = room;
  return {
    ...room,
    chat: room.chat.map((line) => {
      if ("from" in line) return line.from.player === player ? { ...line, from: { ...line.from, name } } : line;
      const who = line.happened.who?.player === player ? { player, name } : line.happened.who;
      return /** @type {Happened} */ ({ ...line, happened: { ...line.happened, who } });
    }),
    ...(room.cast && { cast: room.cast.map((occupant) => rename({ occupant }).occupant) }),
    state: state && {
      ...state,
      seats: state.seats.map(rename),
      series: renamedSeries(state.series, rename),
    },
  };
}

/**
 * A score table, and the results of the evening, with the new names.
 *
 * @param {RoomState["series"]} series
 * @param {<At extends { occupant: Occupant }>(at: At) => At} rename
 */
function renamedSeries({ evening, ...series }, rename) {
  const games = evening?.map((game) => ({ ...game, rows: game.rows.map(rename) }));
  return { ...series, rows: series.rows.map(rename), ...(games && { evening: games }) };
}

/** The seats of people who are not connected, as far as this is known. @param {Pick<KnownRoom, "state" | "present">} room */
export function cutOff({ state, present }) {
  const people = state.seats.filter(({ occupant }) => personOf(occupant)).map(({ seat }) => seat);
  return present ? people.filter((seat) => !present.connected.includes(seat)) : [];
}

/** @param {Room} room @returns {room is KnownRoom} */
export const isKnown = (room) => room.state !== null;

/** @param {KnownRoom} room @param {Partial<RoomState>} change @returns {KnownRoom} */
const withState = (room, change) => ({ ...room, state: { ...room.state, ...change } });
/** @param {KnownRoom} room @param {Seat} seat @param {Partial<SeatState>} change */
const withSeat = (room, seat, change) =>
  withState(room, { seats: room.state.seats.map((at) => (at.seat === seat ? { ...at, ...change } : at)) });
/** @param {KnownRoom} room */
const nobodyReady = (room) => withState(room, { seats: room.state.seats.map((at) => ({ ...at, ready: false })) });
/** Nobody suggests a game any more. @param {KnownRoom} room */
const nobodySuggests = (room) => withState(room, { seats: room.state.seats.map(unsaid) });
/** A seat that neither suggests a game nor agrees to end the match, as snapshots have it. @param {SeatState} at @returns {SeatState} */
const unsaid = ({ suggests: _, ending: __, ...at }) => at;
/** @param {KnownRoom} room @param {Seat} seat */
const withUnsaid = (room, seat) =>
  withState(room, { seats: room.state.seats.map((at) => (at.seat === seat ? unsaid(at) : at)) });
/**
 * A room in which these agree to a pause; others have no such field, as in snapshots.
 *
 * @param {KnownRoom} room
 * @param {(at: SeatState) => boolean} agrees
 */
const agreeing = (room, agrees = () => false) =>
  withState(room, {
    seats: room.state.seats.map((at) => {
      const { agrees: _, ...other } = at;
      return agrees(at) ? { ...other, agrees: true } : other;
    }),
  });
/** A room whose match is not paused. @param {KnownRoom} room @returns {KnownRoom} */
function unpaused({ state: { paused: _, ...state }, ...room }) {
  return { ...room, state };
}
/** Ends the exchange of entropy: afterwards there is a match, or another one is prepared. @param {KnownRoom} room @returns {KnownRoom} */
function unprepared({ state: { entropy_commitments: _, ...state }, ...room }) {
  return { ...room, state: { ...state, next: null } };
}

/**
 * The effect of each event on a room.
 *
 * @type {{ [Do in Exclude<RoomEvent, GameEvent>["do"]]?: (room: KnownRoom, event: EventOf<Do>) => Room }}
 */
const ROOM_EVENTS = {
  configured(room, { settings }) {
    const free = { occupant: null, ready: false, away: false };
    const seats = Array.from({ length: settings.seats }, (_, seat) => room.state.seats[seat] ?? { seat, ...free });
    return nobodySuggests(nobodyReady(withState(room, { settings, seats })));
  },
  owner: (room, { owner }) => withState(room, { owner }),
  sat(room, { seat, occupant }) {
    const sat = withSeat(room, seat, { occupant, ready: false, away: false });
    if ("bot" in occupant) return sat;
    return named(occupant.player === room.me ? forNext({ ...sat, you: seat, lost: null }) : sat, occupant);
  },
  stood(room, { seat, reason }) {
    const free = { occupant: null, ready: false, away: false };
    const stood = withUnsaid(withSeat(room, seat, free), seat);
    if (room.you !== seat) return stood;
    return { ...stood, you: null, lost: GIVEN_UP.includes(reason) ? null : { seat, reason } };
  },
  next: (room, { match_id, seed_commitment }) =>
    withState(room, { next: { match_id, seed_commitment }, phase: "gathering" }),
  suggested: (room, { seat, variant }) =>
    variant ? withSeat(room, seat, { suggests: variant }) : withUnsaid(room, seat),
  ready: (room, { seat }) => withSeat(room, seat, { ready: true }),
  unready: (room, { seat }) => withSeat(room, seat, { ready: false }),
  committed: (room, { entropy_commitments }) => withState(room, { phase: "opening", entropy_commitments }),
  cancelled: (room) => nobodyReady(withState(unprepared(room), { phase: "gathering" })),
  start(room, { do: _, ...start }) {
    const gathered = nobodySuggests(nobodyReady(unprepared(room)));
    const playing = withState(gathered, { phase: "playing" });
    return { ...playing, match: begun(start, room.you) };
  },
  agrees: (room, { seat, agrees }) => agreeing(room, (at) => (at.seat === seat ? agrees : Boolean(at.agrees))),
  paused: (room) => withState(agreeing(room), { paused: true }),
  continued: (room) => unpaused(room),
  away: (room, { seat }) => withSeat(withUnsaid(room, seat), seat, { away: true }),
  ending: (room, { seat, agrees }) => (agrees ? withSeat(room, seat, { ending: true }) : withUnsaid(room, seat)),
  back: (room, { seat }) => withSeat(room, seat, { away: false }),
  finished: (room, { match_id }) => ended(room, match_id),
  abandoned: (room, { match_id }) => ended(room, match_id),
  series: (room, { do: _, ...series }) => withState(room, { series }),
  renamed: (room, person) => named(room, person),
  silenced: (room, { silenced }) => withState(room, { silenced }),
  closed: (room) => withState(unprepared(room), { phase: "closed" }),
};

/**
 * The match is over: its last view stays on the table as `finished`, until the next one begins. Nobody is away between matches.
 *
 * @param {KnownRoom} room
 * @param {MatchStart["match_id"]} match_id
 * @returns {Room}
 */
function ended(room, match_id) {
  const outcome = ofTricks(room.match)?.view.outcome ?? null;
  const result = (onBoard(room.match) ?? ofTiles(room.match))?.view.outcome;
  const previous = { match_id, outcome, ...(result && { result }) };
  const seats = room.state.seats.map((at) => ({ ...unsaid(at), away: false }));
  const ended = agreeing(unpaused(withState(room, { previous, seats, phase: "gathering" })));
  return { ...ended, match: null, finished: room.match, cast: room.state.seats.map(({ occupant }) => occupant) };
}

/** A match as it begins. @param {MatchStart} start @param {Seat | null} you @returns {AnyMatch} */
function begun(start, you) {
  if (isTilesVariant(start.variant)) return begunTiles(start, you);
  return isTrickGame(start.variant)
    ? begunTricks(start, you)
    : { start, view: newBoard(start, you), commitments: [], done: [], waited: [] };
}

/** The person on a seat; null for bots, and where it is free. @param {Occupant | null | undefined} occupant */
export const personOf = (occupant) => (occupant && "player" in occupant ? occupant : null);

/** Whether a bot is on a seat. @param {Occupant | null | undefined} occupant */
export const isBot = (occupant) => occupant != null && "bot" in occupant;

/**
 * The remaining milliseconds of a time in a `now` message, at a later time of the same clock; null if no clock runs.
 *
 * @param {number | null | undefined} ms
 * @param {{ at: number, pause_left_ms?: number }} now of a pause, in which times stand still, if it has `pause_left_ms`
 * @param {number} at
 */
export function left(ms, now, at) {
  if (ms == null || now.pause_left_ms != null) return ms ?? null;
  return Math.max(0, ms - (at - now.at));
}
