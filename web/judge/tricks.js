// Tricks: who may lay what, and who wins (docs/RULES.md §3, and §4 for the general ban).

import { compare } from "./combinations.js";
import { seatsOf, turnsFrom } from "./deal.js";
import { finish } from "./outcome.js";
import { generalsIn, sorted, without } from "./pieces.js";

/** Plays taken back are counted in one byte. */
const LAST_ATTEMPT = 255;

/** What a seat is to do now: `play`, or null. */
export function askedToPlay(match, seat) {
  const { trick } = match;
  if (!trick) return seat === match.leader ? "play" : null;
  const laid = trick.plays[seat] !== undefined;
  const waits = match.game.inTurn && seat !== turnsFrom(match, trick.leader).find((one) => trick.plays[one] === undefined);
  return laid || waits ? null : "play";
}

/** Lays pieces; gives the code of a refusal, or null. */
export function play(match, { seat, pieces }) {
  const hand = match.hands[seat];
  const left = without(hand, pieces);
  if (left === null) return "not_in_hand";
  const laid = sorted(pieces);
  if (match.trick) {
    if (laid.length !== match.trick.count) return "wrong_count";
    if (isBanned(match, laid, match.trick.isLast) && mayAvoidFollowing(hand, laid.length)) return "general_banned";
  } else {
    const combination = match.game.combination(laid);
    if (!combination) return "not_a_combination";
    const isLast = !left;
    if (isBanned(match, laid, isLast) && mayAvoidLeading(hand)) return "general_banned";
    match.trick = { leader: seat, type: combination.type, count: laid.length, isLast, plays: Array(match.seats), attempts: Array(match.seats).fill(0) };
  }
  match.hands[seat] = left;
  match.trick.plays[seat] = laid;
  seal(match, seat, laid);
  if (seatsOf(match).every((one) => match.trick.plays[one] !== undefined)) finishTrick(match);
  return null;
}

/** Whether a seat has laid a play that it may take back: the leader's type is announced. */
export function mayTakeBack(match, seat) {
  const { trick } = match;
  return trick && !match.game.inTurn && seat !== trick.leader && trick.plays[seat] !== undefined;
}

export function takeBack(match, { seat }) {
  match.hands[seat] = sorted(match.hands[seat] + match.trick.plays[seat]);
  match.trick.plays[seat] = undefined;
  match.trick.attempts[seat] = Math.min(match.trick.attempts[seat] + 1, LAST_ATTEMPT);
}

const hasBan = ({ game }) => Boolean(game.beheading);
const inBannedTrick = (match, isLast) => hasBan(match) && (match.tricks.length === 0 || isLast);

/** Whether generals among these pieces are refused, if the player has another play. */
function isBanned(match, pieces, isLast) {
  return match.options.general_ban === "refuse" && inBannedTrick(match, isLast) && generalsIn(pieces) > 0;
}

const mayAvoidFollowing = (hand, count) => hand.length - generalsIn(hand) >= count;
/** One of several pieces can be led alone, into a trick that is not the last. Nobody has but generals in the first one. */
const mayAvoidLeading = (hand) => hand.length > 1;

/** A play that lies face down is committed to. */
function seal(match, seat, text) {
  const { trick } = match;
  if (match.game.inTurn && contest(match).shown[seat]) return;
  match.sealed.push({ trick: match.tricks.length, seat, attempt: trick.attempts[seat], text });
}

/** Who wins as far as plays are laid (null where nobody does), and whose pieces are turned up. */
function contest(match) {
  const { trick, game } = match;
  const made = seatsOf(match).map((seat) => trick.plays[seat] && game.combination(trick.plays[seat]));
  const shown = seatsOf(match).map((seat) => !game.unseen || seat === trick.leader);
  let best = trick.leader;
  let isTied = false;
  for (const seat of turnsAfter(match)) {
    const higher = compare(made[seat], made[best]);
    if (higher > 0 || (higher === 0 && game.ties === "later")) {
      best = seat;
      isTied = false;
      shown[seat] = true;
    } else if (higher === 0) {
      isTied = true;
    }
  }
  return { winner: isTied && game.ties === "aside" ? null : best, shown };
}

/** The followers, of whom the earlier one wins a tie. */
function turnsAfter(match) {
  const { trick, game, order } = match;
  const all = game.ties === "priority" ? order : turnsFrom(match, trick.leader);
  return all.filter((seat) => seat !== trick.leader);
}

function finishTrick(match) {
  const { leader, type, plays, count, isLast } = match.trick;
  const { winner, shown } = contest(match);
  for (const seat of seatsOf(match)) {
    if (inBannedTrick(match, isLast) && generalsIn(plays[seat])) match.beheaded.add(seat);
  }
  match.aside += count * match.seats;
  if (winner !== null) {
    match.captured[winner] += match.aside;
    match.aside = 0;
    match.leader = winner;
  }
  match.tricks.push({ leader, type, plays: [...plays], shown, winner });
  match.trick = null;
  if (isLast) finish(match);
}
