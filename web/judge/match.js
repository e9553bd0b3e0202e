// A match for the referee (judge.js).
//
// A match is plain data that `act` changes. Its `game` has the properties of its variant (games.js). A ceremony (rows.js, circle.js,
// row.js, pack.js) leads to hands; then follow tricks (tricks.js) and the end (outcome.js).

/**
 * @import { Deal, Taken } from "./read.js"
 * @import { Tie } from "./rows.js"
 * @import { Trick } from "./tricks.js"
 * @import { Action, Ceremony as By, MatchResult, RefusalCode, Seat, Sign, TrickResult } from "../types/protocol.js"
 */

import { seatsOf } from "./deal.js";
import { actInTrick, askedToPlay } from "./tricks.js";

/**
 * A legal action.
 * @typedef {{ seat: Seat } & Action} Choice
 *
 * What is laid or thrown face down, for which a server makes a commitment.
 * @typedef {{ trick: number, seat: Seat, attempt: number, text: string } | { round: number, seat: Seat, text: string }} Sealed
 *
 * The part of a match before the first lead.
 * @typedef {object} Ceremony
 * @property {(match: Match) => void} begin
 * @property {(match: Match, seat: Seat) => Action["do"] | null} asked what a seat is to do now
 * @property {(match: Match, seat: Seat) => Choice[]} choices what who is asked may do, in the order in which a server draws from
 *   it; of orders of stacks the ascending one
 * @property {(match: Match, action: Taken) => RefusalCode | null} act
 *
 * The state of a match besides its deal.
 * @typedef {object} State
 * @property {By} ceremonyBy who makes the choices before the first lead
 * @property {"ceremony" | "tricks" | "over"} stage
 * @property {Seat[]} order empty before it is known
 * @property {number[]} rowOf the seat before which each stack lies, in rows
 * @property {Set<number>} revealed stacks
 * @property {Tie[]} ties
 * @property {Seat[]} contestants
 * @property {Map<Seat, Sign>} thrown in this round
 * @property {number} round
 * @property {number} evenRounds in a row, in which nobody dropped out
 * @property {number | null} taken the starter's stack, in a circle
 * @property {string[]} dealt each seat's hand after the taking; empty before
 * @property {string[]} hands as they are now
 * @property {Seat} leader of this trick, or the next one
 * @property {Trick | null} trick what is laid of it
 * @property {TrickResult[]} tricks finished
 * @property {number[]} captured pieces of each seat
 * @property {number} aside pieces of tied tricks
 * @property {Seat[]} beheaded
 * @property {Sealed[]} sealed in the order of laying
 * @property {number[] | null} scores
 * @property {Seat[] | null} winners
 *
 * @typedef {Deal & State} Match
 */

/**
 * A match before its first action.
 * @param {Deal} deal
 * @param {By} [ceremonyBy] who makes the choices before the first lead
 */
export function begin(deal, ceremonyBy = "players") {
  /** @type {Match} */
  const match = {
    ...deal,
    ceremonyBy,
    stage: "ceremony",
    order: [],
    rowOf: [],
    revealed: new Set(),
    ties: [],
    contestants: [],
    thrown: new Map(),
    round: 0,
    evenRounds: 0,
    taken: null,
    dealt: [],
    hands: [],
    leader: 0,
    trick: null,
    tricks: [],
    captured: Array(deal.seats).fill(0),
    aside: 0,
    beheaded: [],
    sealed: [],
    scores: null,
    winners: null,
  };
  match.game.ceremony.begin(match);
  return match;
}

/** The decision of a seat now: the `do` of an action, or null. @param {Match} match @param {Seat} seat */
export function asked(match, seat) {
  if (match.stage === "over") return null;
  return match.stage === "tricks" ? askedToPlay(match, seat) : match.game.ceremony.asked(match, seat);
}

/**
 * Applies an action. Returns the code of a refusal, which changes nothing, or null.
 * @param {Match} match
 * @param {Taken} action
 */
export function act(match, action) {
  if (match.stage === "over") return "match_over";
  if (!seatsOf(match).includes(action.seat)) return "not_your_turn";
  return match.stage === "tricks" ? actInTrick(match, action) : match.game.ceremony.act(match, action);
}

/**
 * The result of the actions so far, as in a verdict and in a record's `result`.
 * @param {Match} match
 * @returns {MatchResult}
 */
export function result(match) {
  const { order, dealt, tricks, captured, beheaded, scores, winners } = match;
  const [isOrdered, isDealt] = [order.length > 0, dealt.length > 0];
  const common = { order: isOrdered ? order : null, hands: isDealt ? dealt : null, tricks, captured, scores, winners };
  if (match.game.document === "record") return { ...common, beheaded };
  return {
    ...common,
    waiting: seatsOf(match).filter((seat) => asked(match, seat)),
    end: match.stage === "over" ? "cards" : null,
  };
}
