// States, of which a player commands one or several. Pure functions.

/** @import { Seat } from "../types/protocol.js" */

/** The letters of the seven states, with which the codes of pieces begin. @type {Record<string, string>} */
export const STATE_LETTERS = { qin: "w", chu: "r", han: "o", qi: "b", wei: "g", zhao: "p", yan: "k" };
/** @type {Record<string, string>} */
export const STATES = Object.fromEntries(Object.entries(STATE_LETTERS).map(([state, letter]) => [letter, state]));

/**
 * The state that a seat of seven kingdoms has before any choices; null if it depends on the choices.
 *
 * @param {number} seats
 * @param {Seat} seat
 */
export function settledState(seats, seat) {
  const states = Object.keys(STATE_LETTERS);
  if (seats === states.length) return states[seat] ?? null;
  // Qin, Chu and Qi choose an ally: as many of them as there are players missing.
  return ["qin", "chu", "qi"].slice(0, states.length - seats)[seat] ?? null;
}
