// Plies in the list of moves: how they are written, and where they stand. Pure functions.

/** @import { Seat } from "../types/protocol.js" */

/** A ply, with a sign if it only removes something. @param {string | undefined} kind its kind of action @param {string} ply as decisions write it */
export const plyText = (kind, ply) => (kind === "remove" ? `×${ply}` : ply);

/**
 * The number of the row of each ply in the list of two players: there is a new one for each ply of who began, and where somebody plays on.
 *
 * @param {Seat[]} seats who made each ply
 * @param {Seat} [first] who began
 */
export function rowNumbers(seats, first = 0) {
  let row = 0;
  let isFull = true;
  return seats.map((seat) => {
    if (isFull || seat === first) row += 1;
    isFull = seat !== first;
    return row;
  });
}
