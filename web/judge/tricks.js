// Tricks: which plays are legal, and who wins (docs/RULES.md §3, and §4 for the ban on generals).

/**
 * @import { Match } from "./match.js"
 * @import { Taken } from "./read.js"
 * @import { RefusalCode, Seat } from "../types/protocol.js"
 */

import { compare } from "./combinations.js";
import { at, seatsOf, turnsFrom } from "./deal.js";
import { finish } from "./outcome.js";
import { generalsIn, sorted, without } from "./pieces.js";

/**
 * A trick after its lead.
 * @typedef {object} Trick
 * @property {Seat} leader
 * @property {string} type
 * @property {number} count pieces of a play
 * @property {boolean} isLast
 * @property {(string | null)[]} plays of each seat; null while it has not laid
 * @property {number[]} attempts how many plays each seat has taken back
 */

/** The number of plays taken back is stored in one byte. */
const LAST_ATTEMPT = 255;

/** The decision of a seat now. @param {Match} match @param {Seat} seat */
export function askedToPlay(match, seat) {
  const { trick } = match;
  if (!trick) return seat === match.leader ? "play" : null;
  const waiting = turnsFrom(match, trick.leader).filter((one) => trick.plays[one] === null);
  const asked = match.game.inTurn ? waiting.slice(0, 1) : waiting;
  return asked.includes(seat) ? "play" : null;
}

/**
 * Applies an action; returns the code of a refusal, or null.
 * @param {Match} match
 * @param {Taken} action
 * @returns {RefusalCode | null}
 */
export function actInTrick(match, action) {
  const { trick } = match;
  const { seat } = action;
  if (trick && action.do === "take_back" && mayTakeBack(match, trick, seat)) return takeBack(match, trick, seat);
  if (!askedToPlay(match, seat)) return "not_your_turn";
  if (action.do !== "play") return "wrong_action";
  const left = without(at(match.hands, seat), action.pieces);
  if (left === null) return "not_in_hand";
  const pieces = sorted(action.pieces);
  return trick ? follow(match, trick, seat, pieces, left) : lead(match, seat, pieces, left);
}

/**
 * @param {Match} match
 * @param {Seat} seat
 * @param {string} pieces
 * @param {string} left of the hand
 * @returns {RefusalCode | null}
 */
function lead(match, seat, pieces, left) {
  const combination = match.game.combination(pieces);
  if (!combination) return "not_a_combination";
  if (isPowerless(match, pieces)) return "banned_lead";
  const isLast = left === "";
  // One of several pieces can be led alone, into a trick that is not the last one; in the first trick, not all pieces are generals.
  const mayAvoid = pieces.length + left.length > 1;
  if (isBanned(match, pieces, isLast) && mayAvoid) return "general_banned";
  match.trick = {
    leader: seat,
    type: combination.type,
    count: pieces.length,
    isLast,
    plays: seatsOf(match).map(() => null),
    attempts: seatsOf(match).map(() => 0),
  };
  lay(match, match.trick, seat, pieces, left);
  return null;
}

/**
 * @param {Match} match
 * @param {Trick} trick
 * @param {Seat} seat
 * @param {string} pieces
 * @param {string} left of the hand
 * @returns {RefusalCode | null}
 */
function follow(match, trick, seat, pieces, left) {
  if (pieces.length !== trick.count) return "wrong_count";
  const hand = pieces + left;
  const mayAvoid = hand.length - generalsIn(hand) >= trick.count;
  if (isBanned(match, pieces, trick.isLast) && mayAvoid) return "general_banned";
  lay(match, trick, seat, pieces, left);
  return null;
}

/** Whether a play contains a piece that wins nothing in this trick. @param {Match} match @param {string} pieces */
const isPowerless = ({ game, tricks }, pieces) =>
  tricks.length === 0 && [...pieces].some((piece) => game.powerless.includes(piece));

/** Whether the ban on generals applies in a trick. @param {Match} match @param {boolean} isLast */
const hasBan = ({ game, tricks }, isLast) => game.beheading !== null && (tricks.length === 0 || isLast);

/**
 * Whether pieces are refused because of their generals, if the player has another play.
 * @param {Match} match
 * @param {string} pieces
 * @param {boolean} isLast
 */
function isBanned(match, pieces, isLast) {
  return match.options.general_ban === "refuse" && hasBan(match, isLast) && generalsIn(pieces) > 0;
}

/** @param {Match} match @param {Trick} trick @param {Seat} seat @param {string} pieces @param {string} left of the hand */
function lay(match, trick, seat, pieces, left) {
  match.hands[seat] = left;
  trick.plays[seat] = pieces;
  const isUp = match.game.inTurn && contest(match, trick).shown[seat];
  if (!isUp) match.sealed.push({ trick: match.tricks.length, seat, attempt: at(trick.attempts, seat), text: pieces });
  if (!trick.plays.includes(null)) finishTrick(match, trick);
}

/**
 * Whether a seat has laid a play that it may take back. A lead cannot be taken back, because its type is announced.
 * @param {Match} match
 * @param {Trick} trick
 * @param {Seat} seat
 */
function mayTakeBack({ game }, trick, seat) {
  return !game.inTurn && seat !== trick.leader && trick.plays[seat] !== null;
}

/** @param {Match} match @param {Trick} trick @param {Seat} seat */
function takeBack(match, trick, seat) {
  match.hands[seat] = sorted(at(match.hands, seat) + trick.plays[seat]);
  trick.plays[seat] = null;
  trick.attempts[seat] = Math.min(at(trick.attempts, seat) + 1, LAST_ATTEMPT);
  return null;
}

/**
 * The winner according to the plays so far (null if there is none), and whose pieces are turned up.
 * @param {Match} match
 * @param {Trick} trick
 */
function contest(match, trick) {
  const { game } = match;
  /** @param {Seat} seat */
  const madeBy = (seat) => game.combination(trick.plays[seat] ?? "");
  const shown = seatsOf(match).map((seat) => !game.unseen || seat === trick.leader);
  let best = { seat: trick.leader, made: madeBy(trick.leader), isTied: false };
  for (const seat of followers(match, trick)) {
    const made = isPowerless(match, trick.plays[seat] ?? "") ? null : madeBy(seat);
    const higher = best.made ? compare(made, best.made) : 0;
    if (higher > 0 || (higher === 0 && game.ties === "later")) {
      best = { seat, made, isTied: false };
      shown[seat] = true;
    } else if (higher === 0) {
      best.isTied = true;
    }
  }
  return { winner: best.isTied && game.ties === "aside" ? null : best.seat, shown };
}

/** In the order in which the earlier one wins a tie. @param {Match} match @param {Trick} trick */
function followers(match, { leader }) {
  const all = match.game.ties === "priority" ? match.order : turnsFrom(match, leader);
  return all.filter((seat) => seat !== leader);
}

/** @param {Match} match @param {Trick} trick */
function finishTrick(match, trick) {
  const { leader, type, count, isLast } = trick;
  const plays = trick.plays.map((play) => play ?? "");
  const { winner, shown } = contest(match, trick);
  const beheaded = seatsOf(match).filter((seat) => hasBan(match, isLast) && generalsIn(at(plays, seat)) > 0);
  match.beheaded = seatsOf(match).filter((seat) => match.beheaded.includes(seat) || beheaded.includes(seat));
  match.aside += count * match.seats;
  if (winner !== null) {
    match.captured[winner] = at(match.captured, winner) + match.aside;
    match.aside = 0;
    match.leader = winner;
  }
  match.tricks.push({ leader, type, plays, shown, winner });
  match.trick = null;
  if (isLast) finish(match);
}
