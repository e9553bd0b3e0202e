// A match of a trick game in the state of room.js, and its changes by events. Functions without side effects.

/**
 * @import { Changes, EventOf } from "./room.js"
 * @import { InTurn, Layout, MatchStart, MatchState, OpenedSeal, OpenThrows, OpenTrick, RoomEvent, Seat } from "./types/protocol.js"
 * @import { SeenEvent, SeenTrick, StackView, View } from "./types/protocol.js"
 */

/**
 * @typedef {Omit<MatchState, "view"> & { view: MatchView }} Match
 *
 * @typedef {Omit<View, "known" | keyof FromEvents> & FromEvents} MatchView a view as far as events tell of it
 *
 * @typedef {{ layout: Layout | null, throws?: OpenThrows | null, trick: Trick | null }} FromEvents
 *
 * @typedef {Omit<OpenTrick, "in_turn"> & { in_turn?: Omit<InTurn, "next"> }} Trick
 */

/** A match that is followed from its start. @param {MatchStart} start @param {Seat | null} you @returns {Match} */
export const begunTricks = (start, you) => ({ start, view: newView(start, you), commitments: [] });

/** The view of a match as it begins. @param {MatchStart} start @param {Seat | null} you @returns {MatchView} */
function newView(start, you) {
  const { seats } = start;
  const { variant, options } = /** @type {Pick<MatchView, "variant" | "options">} */ (start);
  const each = () => Array(seats).fill(0);
  return {
    variant,
    options,
    you,
    stage: "ceremony",
    layout: null,
    stacks: [],
    thrown: [],
    throws: null,
    order: null,
    hand: null,
    hand_sizes: each(),
    trick: null,
    tricks: [],
    captured: each(),
    aside: 0,
    beheaded: [],
    outcome: null,
  };
}

/** A match after an event. @param {Match} match @param {RoomEvent} event @returns {Match} */
export function tricksAfter(match, event) {
  // Each function is written for the events of its name.
  const play = /** @type {Changes<MatchView, MatchView>} */ (VIEW_EVENTS)[event.do];
  return play ? { ...match, view: play(match.view, event) } : match;
}

/**
 * The effect of each event on the view of a match. Not included: `known`, and `throws` before anybody has thrown.
 *
 * @type {{ [Do in SeenEvent["do"]]?: (view: MatchView, event: EventOf<Do>) => MatchView }}
 */
const VIEW_EVENTS = {
  layout(view, { do: _, at_ms, by, ...layout }) {
    return { ...view, layout, stacks: layout.heights.map(() => ({ up: [], taken_by: null })) };
  },
  reveal: (view, { stack, piece }) => withStack(view, stack, { up: [piece] }),
  expose: (view, { stack, pieces }) => withStack(view, stack, { up: pieces }),
  ordered: (view, { order }) => ({ ...view, order }),
  take: (view, { seat, stack }) => withStack(view, stack, { taken_by: seat }),
  throw(view, { seat, round, sign }) {
    const seats = view.hand_sizes.length;
    const all = Array.from({ length: seats }, (_, seat) => seat);
    const contestants = view.thrown?.at(-1)?.contestants ?? all;
    const open = view.throws ?? { round, contestants, thrown: Array(seats).fill(false), yours: null };
    const thrown = open.thrown.with(seat, true);
    return { ...view, throws: { ...open, thrown, yours: sign ?? open.yours } };
  },
  thrown: (view, { round, signs, contestants }) => ({
    ...view,
    thrown: [...(view.thrown ?? []), { round, signs, contestants }],
    throws: null,
  }),
  dealt(view, { taken, hand, hand_size }) {
    // If two share a stack, the one who is first in the order takes the upper pieces.
    const turn = view.order ?? taken.map((_, seat) => seat);
    const takers = view.stacks.map((_, stack) => turn.filter((seat) => taken[seat]?.includes(stack)));
    const stacks = view.stacks.map((stack, i) => {
      const [taken_by = null, bottom_taken_by] = takers[i] ?? [];
      return { ...stack, taken_by, ...(bottom_taken_by !== undefined && { bottom_taken_by }) };
    });
    const shares = takers.map(({ length }, stack) => (view.layout?.heights[stack] ?? 0) / length);
    const hand_sizes = taken.map((stacks) => hand_size ?? stacks.reduce((sum, stack) => sum + (shares[stack] ?? 0), 0));
    const trick = newTrick(0, turn[0] ?? 0, hand_sizes);
    return { ...view, stage: "play", stacks, hand: hand ?? null, hand_sizes, trick };
  },
  play(view, { seat, trick: number, lead, type = null, count, up, pieces = null }) {
    const lying = view.trick ?? newTrick(number, seat, view.hand_sizes);
    const trick = lead ? { ...lying, leader: seat, type, count } : lying;
    const hand_sizes = plus(view.hand_sizes, seat, -count);
    const own = seat === view.you && pieces !== null;
    const laid = { ...trick, laid: trick.laid.with(seat, true), yours: own ? pieces : trick.yours };
    if (lead) laid.last = hand_sizes[seat] === 0;
    if (trick.in_turn || up) {
      const turned = trick.in_turn?.up ?? hand_sizes.map(() => null);
      const best = up ? seat : (trick.in_turn?.best ?? null);
      laid.in_turn = { up: turned.with(seat, up ? pieces : null), best };
    }
    return { ...view, hand_sizes, trick: laid, hand: own ? without(view.hand, pieces) : view.hand };
  },
  take_back(view, { seat }) {
    const { trick } = view;
    if (!trick) return view;
    const hand_sizes = plus(view.hand_sizes, seat, trick.count ?? 0);
    const laid = trick.laid.with(seat, false);
    if (seat !== view.you) return { ...view, hand_sizes, trick: { ...trick, laid } };
    const hand = sorted((view.hand ?? "") + (trick.yours ?? ""));
    return { ...view, hand_sizes, hand, trick: { ...trick, laid, yours: null } };
  },
  trick(view, { do: _, opened, at_ms, by, ...trick }) {
    const over = view.hand_sizes.every((size) => size === 0);
    const laid = (view.trick?.count ?? 0) * view.hand_sizes.length;
    return {
      ...view,
      tricks: [...view.tricks, trick],
      captured: trick.captured,
      aside: trick.winner == null ? (view.aside ?? 0) + laid : 0,
      beheaded: [...view.beheaded, ...trick.beheaded],
      trick: over ? null : newTrick(trick.trick + 1, trick.winner ?? trick.leader, view.hand_sizes),
    };
  },
  over: (view, { captured, beheaded, scores, winners, opened }) => ({
    ...view,
    stage: "over",
    captured,
    beheaded,
    trick: null,
    outcome: { captured, beheaded, scores, winners },
    tricks: turnedUp(view.tricks, opened ?? []),
  }),
};

/**
 * Plays that stayed face down until the end. Of several attempts, the last one was played.
 *
 * @param {SeenTrick[]} tricks
 * @param {OpenedSeal[]} opened
 * @returns {SeenTrick[]}
 */
function turnedUp(tricks, opened) {
  const laid = opened.filter((seal) => "trick" in seal);
  return tricks.map((trick) => {
    const plays = trick.plays.map((pieces, seat) => {
      const here = laid.filter((play) => play.trick === trick.trick && play.seat === seat);
      return pieces ?? here.sort((a, b) => b.attempt - a.attempt)[0]?.text ?? null;
    });
    return { ...trick, plays };
  });
}

/** @param {number[]} counts @param {Seat} seat @param {number} more */
const plus = (counts, seat, more) => counts.with(seat, (counts[seat] ?? 0) + more);

/** @param {MatchView} view @param {number} index @param {Partial<StackView>} change @returns {MatchView} */
function withStack(view, index, change) {
  return { ...view, stacks: view.stacks.map((stack, i) => (i === index ? { ...stack, ...change } : stack)) };
}

/** @param {number} trick @param {Seat} leader @param {number[]} hand_sizes @returns {Trick} */
function newTrick(trick, leader, hand_sizes) {
  const laid = hand_sizes.map(() => false);
  const last = hand_sizes.every((size) => size === 1);
  return { trick, leader, type: null, count: null, laid, yours: null, last };
}

/** The order in which the server writes pieces: the strongest first. */
export const STRENGTH = "KkAaEeRrHhCcPp";

/** Pieces in the order of the server. @param {string} pieces */
export function sorted(pieces) {
  return [...pieces].sort((a, b) => STRENGTH.indexOf(a) - STRENGTH.indexOf(b)).join("");
}

/** The pieces that remain when others are removed. @param {string | null} pieces @param {string} taken */
export function without(pieces, taken) {
  const left = [...(pieces ?? "")];
  for (const piece of taken) {
    const at = left.indexOf(piece);
    if (at >= 0) left.splice(at, 1);
  }
  return left.join("");
}
