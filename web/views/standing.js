// The standing of a finished match, in one shape for all games: the place and the points of each seat, and what a player of a trick game
// forfeits. Functions without side effects.

/**
 * @import { MatchView } from "../tricksmatch.js"
 * @import { PreviousMatch, Seat } from "../types/protocol.js"
 */

/**
 * What a seat has reached.
 *
 * @typedef {object} Standing
 * @property {Seat} seat
 * @property {number} place from 1; seats with the same points share one
 * @property {number} points
 * @property {number | null} captured the pieces that it captured in a trick game, also those that do not count; null in other games
 * @property {boolean} forfeits whether what it captured does not count
 * @property {Beheaded | null} beheaded
 *
 * How a seat was beheaded: the trick, from 0, and its general there; null as far as this page has not seen the match.
 * @typedef {{ trick: number | null, general: string | null }} Beheaded
 */

/** The generals. */
const GENERALS = ["K", "k"];

/**
 * The standings of all seats, the first place first.
 *
 * @param {PreviousMatch} previous
 * @param {{ view?: Pick<MatchView, "tricks" | "options"> | null | undefined, seats: number }} seen what this page knows of the match
 * @returns {Standing[]}
 */
export function standings({ outcome, result }, { view, seats }) {
  const winners = outcome?.winners ?? result?.winners ?? [];
  const order = view?.options.beheading;
  const rows = Array.from({ length: seats }, (_, seat) => {
    const captured = outcome?.captured[seat] ?? null;
    const beheaded = outcome?.beheaded.includes(seat) ? beheadedAt(view, seat) : null;
    const forfeits = beheaded !== null && order !== "last";
    const points = outcome?.scores?.[seat] ?? (captured === null ? pointsOf(result, seat) : forfeits ? 0 : captured);
    return { seat, points, captured, forfeits, beheaded };
  });
  // Winners are first, however the game finds them; who was beheaded comes last where the table says so.
  const rank = (/** @type {typeof rows[number]} */ { seat, beheaded }) =>
    winners.includes(seat) ? 0 : beheaded && order === "last" ? 2 : 1;
  const before = (/** @type {typeof rows[number]} */ one, /** @type {typeof rows[number]} */ other) =>
    rank(one) - rank(other) || (rank(one) === 0 ? 0 : other.points - one.points);
  return rows
    .map((row) => ({ ...row, place: 1 + rows.filter((other) => before(other, row) < 0).length }))
    .sort((one, other) => one.place - other.place || one.seat - other.seat);
}

/** The points of a seat: in games on boards 1 for a win, and a half each where nobody alone wins. @param {PreviousMatch["result"]} result @param {Seat} seat */
function pointsOf(result, seat) {
  if (result?.scores) return result.scores[seat] ?? 0;
  if (!result || !("sides" in result) || !result.winners.includes(seat)) return 0;
  const side = result.sides.find((seats) => seats.includes(seat)) ?? [];
  return result.winners.every((winner) => side.includes(winner)) ? 1 : 0.5;
}

/** @param {Pick<MatchView, "tricks"> | null | undefined} view @param {Seat} seat @returns {Beheaded} */
function beheadedAt(view, seat) {
  const trick = view?.tricks.find(({ beheaded }) => beheaded.includes(seat));
  const general = [...(trick?.plays[seat] ?? "")].find((code) => GENERALS.includes(code)) ?? null;
  return { trick: trick?.trick ?? null, general };
}
