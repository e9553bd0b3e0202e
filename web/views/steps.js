// The steps of a past match, and those of a better line that did not happen (docs/REVIEW.md): events, processed as during a match.

/**
 * @import { KnownRoom, Room } from "../room.js"
 * @import { Shown } from "../types/page.js"
 * @import { Open } from "./open.js"
 * @import { BetterLine, FinishedMatch, MatchPlayer, Occupant, RoomEvent, RoomState, Seat } from "../types/protocol.js"
 */

/**
 * A step of a match: the last event, the room after it, and what lay open, if everything is shown.
 *
 * @typedef {{ event: RoomEvent, room: KnownRoom, open: Open | null }} Step
 */

import { heard, isKnown, newRoom, ofTricks } from "../room.js";
import { t } from "../texts.js";
import { without } from "../tricksmatch.js";

/** Events that have no step of their own. @type {RoomEvent["do"][]} */
const SILENT = ["start", "finished", "abandoned", "away", "back"];

/** Whether a past match has a step for an event. @param {RoomEvent} event */
export const hasStep = (event) => !SILENT.includes(event.do);

/** The seats of a past match. @param {FinishedMatch} info */
export const seatsOf = (info) =>
  info.players.map((at) => ({ seat: at.seat, occupant: occupant(at), ready: false, away: false }));

/**
 * The room after each event that has a step.
 *
 * @param {FinishedMatch} info
 * @param {{ event: RoomEvent, open: Step["open"] }[]} events
 * @param {Seat | null} you
 * @returns {Step[]}
 */
export function steps(info, events, you) {
  const seats = seatsOf(info);
  // Of the settings, only those that a finished match contains are used here.
  /** @type {Partial<RoomState>} */
  const known = { phase: "playing", owner: null, seats, next: null, previous: null, series: { matches: 0, rows: [] } };
  const state = /** @type {RoomState} */ (known);
  return after({ ...newRoom(info.match_id), you, state }, events);
}

/**
 * The steps of events, from this room on.
 *
 * @param {Room} room
 * @param {{ event: RoomEvent, open: Step["open"] }[]} events
 * @returns {Step[]}
 */
export function after(room, events) {
  return events.flatMap(({ event, open }) => {
    room = heard(room, { type: "event", room: room.id, seq: room.seq + 1, event });
    if (!isKnown(room) || !hasStep(event)) return [];
    return [
      { event, room, open: event.do === "layout" || ofTricks(room.match)?.view.stage === "ceremony" ? null : open },
    ];
  });
}

/**
 * The match with everything open up to a trick, and from there as a better line has it; `from` is the step before that trick.
 *
 * @param {(Step & { open: Step["open"] })[]} really
 * @param {number} trick
 * @param {BetterLine} better
 * @returns {{ steps: Step[], from: number }}
 */
export function betterSteps(really, trick, better) {
  const first = really.findIndex(({ event }) => event.do === "play" && event.trick === trick);
  const before = really.slice(0, first);
  const last = before.at(-1);
  const match = ofTricks(last?.room.match);
  if (!last?.open || !match) return { steps: really, from: 0 };
  // Where plays are laid in turn, what is best lies face up at once, and so does every lead.
  const inTurn = really.some(({ event }) => event.do === "play" && event.lead && event.up);
  const events = lineEvents(better, last.open, match.view.order, inTurn);
  return { steps: [...before, ...after(last.room, events)], from: before.length - 1 };
}

/**
 * The events of a better line, with all hands and plays after each.
 *
 * @param {BetterLine} better
 * @param {Open} open the hands before its first trick
 * @param {Seat[] | null | undefined} order the seats in the order in which they lay
 * @param {boolean} inTurn
 * @returns {{ event: RoomEvent, open: Open }[]}
 */
function lineEvents({ tricks, outcome }, open, order, inTurn) {
  /** @type {{ event: RoomEvent, open: Open }[]} */
  const events = [];
  for (const trick of tricks) {
    const seats = order ?? trick.plays.map((_, seat) => seat);
    const lead = seats.indexOf(trick.leader);
    for (const seat of [...seats.slice(lead), ...seats.slice(0, lead)]) {
      const pieces = trick.plays[seat] ?? "";
      open = open.with(seat, without(open.hands[seat] ?? "", pieces), pieces);
      const up = inTurn && trick.shown[seat];
      const play = { seat, trick: trick.trick, lead: seat === trick.leader, count: pieces.length };
      const type = seat === trick.leader ? { type: trick.type } : {};
      events.push({ event: { do: "play", ...play, ...type, ...(up ? { up, pieces } : {}), at_ms: 0 }, open });
    }
    open = open.turned();
    events.push({ event: { do: "trick", ...trick, at_ms: 0 }, open });
  }
  return [...events, { event: { do: "over", ...outcome, at_ms: 0 }, open }];
}

/** @param {MatchPlayer} player @returns {Occupant} */
const occupant = ({ player = "", name = t("matches.forgotten"), tag = "", bot }) =>
  bot ? { bot } : { player, name, tag };

/** The most pieces that the rack has to hold at some step. @param {Step[]} steps */
export const mostHeld = (steps) =>
  Math.max(0, ...steps.map(({ room }) => ofTricks(room.match ?? room.finished)?.view.hand?.length ?? 0));

/**
 * The trick that an event belongs to, and whether it is the last one; undefined before the first.
 *
 * @param {Shown} moment
 * @param {RoomEvent} event
 */
export function shownTrick({ match: { view } }, event) {
  if (event.do !== "trick" && event.do !== "over") return view.trick ?? undefined;
  const trick = event.do === "trick" ? event.trick : view.tricks.length - 1;
  return { trick, last: view.hand_sizes.every((size) => size === 0) };
}
