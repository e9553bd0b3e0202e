// The input and output of the referees of games of tiles and dice.

/**
 * @import { Seat, SealLabel, Stake, TilesOptions } from "../types/protocol.js"
 */

/**
 * @typedef {{ seat: Seat } & ({ do: "split", low: string } | { do: "bet", bets: Stake[] } | { do: "take_back" })} Done
 *
 * @typedef {{ variant: string, seats: number, options: TilesOptions, walls?: string[], throws?: [number, number, number][], actions: Done[] }} ToReplay
 *
 * What was laid face down: its label, and the text in its commitment.
 * @typedef {Extract<SealLabel, { attempt: number, deal: number }> & { text: string }} Laid
 *
 * `begun`: the number of walls dealt or throws made.
 * @typedef {{ isLegal: boolean, isOver: boolean, begun: number, sealed: Laid[], result: object }} Replayed
 */

/** The seats with the most points. @param {number[]} scores */
export const winnersOf = (scores) => scores.flatMap((score, seat) => (score === Math.max(...scores) ? [seat] : []));
