// A match of tiles or dice in the state of room.js: the first snapshot of the server, and the events since then. The code in `tiles/`,
// which is loaded with the first such match, makes the view of it. Functions without side effects.

/**
 * @import { AnyAction, MatchStart, MatchState, Seat, SeenTilesEvent, TilesOptions, TilesOutcome, TilesVariant, TilesView } from "./types/protocol.js"
 */

/**
 * The common fields of all games of tiles and dice.
 * @typedef {{ variant: TilesVariant, options: TilesOptions, you: Seat | null, outcome: TilesOutcome | null }} TilesTerms
 *
 * `first` is the view of a snapshot; null if the match was followed from its start.
 * `held` is what was decided for one's seat and takes effect later: no event tells of it, but `now` does.
 * @typedef {Omit<MatchState, "view"> & { view: TilesTerms, first: TilesView | null, since: SeenTilesEvent[], held?: Held }} TilesMatch
 *
 * @typedef {AnyAction | undefined} Held
 */

/** A match that is followed from its start. @param {MatchStart} start @param {Seat | null} you @returns {TilesMatch} */
export function begunTiles(start, you) {
  const { variant, options } = /** @type {Pick<TilesTerms, "variant" | "options">} */ (start);
  return { start, commitments: [], view: { variant, options, you, outcome: null }, first: null, since: [] };
}

/** A match from a snapshot; null if it is not one of tiles or dice. @param {MatchState} match @returns {TilesMatch | null} */
export function tilesSeen(match) {
  const { view } = match;
  if (!("deal" in view)) return null;
  const { variant, options, you, outcome } = view;
  return { ...match, view: { variant, options, you, outcome }, first: view, since: [] };
}

/** A match after an event. @param {TilesMatch} match @param {SeenTilesEvent} event @returns {TilesMatch} */
export function followed(match, event) {
  const since = [...match.since, event];
  if (event.do !== "ended") return { ...match, since, held: undefined };
  const { do: _, end, winners, scores, gains, sides } = event;
  return { ...match, since, view: { ...match.view, outcome: { end, winners, scores, gains, sides } } };
}
