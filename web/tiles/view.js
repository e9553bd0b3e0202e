// The view of a match of tiles or dice, computed from the first snapshot and the later events. Pure functions.

/**
 * @import { Held, TilesMatch } from "../tilesmatch.js"
 * @import { MatchStart, Seat, SeenTilesEvent, TilesView } from "../types/protocol.js"
 */

/**
 * How a game is followed: its view before the first event, and the view after an event. For `ended`, no game has to do more than `over`
 * does. Where decisions take effect later, `held` is the view with one's own.
 *
 * @template {TilesView} View
 * @typedef {object} Followed
 * @property {(start: MatchStart, you: Seat | null) => View} begun
 * @property {(view: View, event: SeenTilesEvent) => View} seen
 * @property {(view: View, held: NonNullable<Held>) => View} [held]
 */

/** The view after each event, so that each is computed only once. @type {WeakMap<SeenTilesEvent, TilesView>} */
const after = new WeakMap();

/**
 * The current view of a match.
 *
 * @template {TilesView} View
 * @param {TilesMatch} match
 * @param {Followed<View>} game
 * @returns {View}
 */
export function viewOf(match, game) {
  const { since, held } = match;
  const last = since.findLastIndex((event) => after.has(event));
  const from = since[last];
  // The stored view of an event, and that of a snapshot, are views of this game.
  const shown = /** @type {View | null | undefined} */ (from ? after.get(from) : match.first);
  let view = shown ?? game.begun(match.start, match.view.you);
  for (const event of since.slice(last + 1)) {
    view = game.seen(view, event);
    after.set(event, view);
  }
  return held && game.held ? game.held(view, held) : view;
}

/** The common fields of all views at the start. @param {MatchStart} start @param {Seat | null} you */
export function common(start, you) {
  // The settings of such a match are those of these games.
  const { variant, options } = /** @type {Pick<TilesView, "variant" | "options">} */ (start);
  const scores = Array.from({ length: start.seats }, () => 0);
  /** @type {Pick<TilesView, "variant" | "options" | "you" | "stage" | "deal" | "banker" | "scores" | "decided" | "outcome">} */
  const view = { variant, options, you, stage: "play", deal: 0, banker: null, scores, decided: [], outcome: null };
  return view;
}

/**
 * A view after the end of the match.
 *
 * @template {TilesView} View
 * @param {View} view
 * @param {Extract<SeenTilesEvent, { do: "ended" }>} event
 * @returns {View}
 */
export function over(view, { do: _, end, winners, scores, gains, sides }) {
  return { ...view, stage: "over", banker: null, scores, decided: [], outcome: { end, winners, scores, gains, sides } };
}

/** Seats with one more, ascending. @param {Seat[]} seats @param {Seat} seat */
export const withSeat = (seats, seat) => [...new Set([...seats, seat])].sort((one, other) => one - other);
