// What a referee of a game of tiles or dice gets of a record, and what it makes of it.

/**
 * @import { Seat, SealLabel, Stake, TilesOptions } from "../types/protocol.js"
 */

/**
 * @typedef {{ seat: Seat } & ({ do: "split", low: string } | { do: "bet", bets: Stake[] } | { do: "take_back" })} Done
 *
 * @typedef {{ variant: string, seats: number, options: TilesOptions, walls?: string[], throws?: [number, number, number][], actions: Done[] }} ToReplay
 *
 * What was laid face down: where, and as what it is hashed.
 * @typedef {Extract<SealLabel, { attempt: number, deal: number }> & { text: string }} Laid
 *
 * `begun`: how many walls were dealt or throws made.
 * @typedef {{ isLegal: boolean, isOver: boolean, begun: number, sealed: Laid[], result: object }} Replayed
 */

/** Those with most points. @param {number[]} scores */
export const winnersOf = (scores) => scores.flatMap((score, seat) => (score === Math.max(...scores) ? [seat] : []));
