// The clocks that a table can have, for the form: the choices for each kind of game, with their meaning.

/**
 * @import { Clock } from "../types/protocol.js"
 *
 * @typedef {{ clock: string, decision_s: number, bank_s: number, bank_min: number, increment_s: number, kept?: Clock }} Chosen
 *   the name of a clock, the numbers of one's own, and the one that a room has where that is neither offered nor such a one
 */

import { clockInWords, duration } from "../terms.js";
import { known, t } from "../texts.js";

const S = 1_000;
const MINUTE_S = 60;
/** A clock with numbers that the person enters. */
export const OWN = "own";
/** The clock of a room on a board, if it is neither one of the choices nor one with such numbers. */
const KEPT = "kept";

/** The choices for trick games. @type {{ [name: string]: Clock }} */
const TRICKS = {
  auto: { kind: "auto" },
  none: { kind: "none" },
  quick: { kind: "timed", decision_ms: 15 * S, bank_ms: 30 * S },
  calm: { kind: "timed", decision_ms: 60 * S, bank_ms: 180 * S },
  day: { kind: "timed", decision_ms: 24 * 3_600 * S, bank_ms: 0 },
};

/**
 * A clock with minutes for the match, and seconds that each move adds.
 *
 * @param {number} minutes
 * @param {number} increment
 * @returns {Clock}
 */
const bank = (minutes, increment) => ({
  kind: "bank",
  bank_ms: minutes * MINUTE_S * S,
  increment_ms: increment * S,
});

/** The choices for games on boards: blitz, longer ones, and days for each move. @type {{ [name: string]: Clock }} */
const BOARDS = {
  auto: { kind: "auto" },
  none: { kind: "none" },
  "3-2": bank(3, 2),
  "5-0": bank(5, 0),
  "5-3": bank(5, 3),
  "10-0": bank(10, 0),
  "15-10": bank(15, 10),
  "30-20": bank(30, 20),
  "days-1": { kind: "days", days: 1 },
  "days-3": { kind: "days", days: 3 },
  "days-7": { kind: "days", days: 7 },
};

/** The numbers of a custom clock, with the server's limits. @type {{ [kind: string]: { name: "decision_s" | "bank_s" | "bank_min" | "increment_s", from: number, to: number }[] }} */
const NUMBERS = {
  tricks: [
    { name: "decision_s", from: 1, to: 24 * 3_600 },
    { name: "bank_s", from: 0, to: 24 * 3_600 },
  ],
  boards: [
    { name: "bank_min", from: 0.5, to: 180 },
    { name: "increment_s", from: 0, to: 60 },
  ],
};

/** The default choice. @type {Chosen} */
export const USUAL_CLOCK = { clock: "auto", decision_s: 30, bank_s: 60, bank_min: 10, increment_s: 5 };

/** @param {boolean} board */
const offered = (board) => (board ? BOARDS : TRICKS);

/** The clocks for a game, with their names. @param {boolean} board @param {Clock} [kept] @returns {[name: string, text: string][]} */
export function clocks(board, kept) {
  const all = { ...offered(board), ...(board && kept && { [KEPT]: kept }) };
  const named = Object.entries(all).map(
    ([name, clock]) => /** @type {[string, string]} */ ([name, known(`create.clock.${name}`) ?? clockInWords(clock)]),
  );
  return [...named, [OWN, t("create.clock.own")]];
}

/** The numbers that a custom clock needs. @param {boolean} board */
export const numbers = (board) => NUMBERS[board ? "boards" : "tricks"] ?? [];

/** The clock with this name, or the usual one if the game has no such clock. @param {boolean} board @param {string} name */
export const fittingClock = (board, name) =>
  name === OWN || (name === KEPT && board) || name in offered(board) ? name : USUAL_CLOCK.clock;

/** The clock in the form of the protocol. @param {boolean} board @param {Chosen} chosen @returns {Clock} */
export function clockOf(board, { clock, decision_s, bank_s, bank_min, increment_s, kept }) {
  if (clock === KEPT && kept) return kept;
  const own = board
    ? bank(bank_min, increment_s)
    : /** @type {Clock} */ ({ kind: "timed", decision_ms: decision_s * S, bank_ms: bank_s * S });
  return offered(board)[clock] ?? own;
}

/** The choice that gives this clock. @param {boolean} board @param {Clock} clock @returns {Chosen} */
export function chosenClock(board, clock) {
  const same = (/** @type {[string, Clock]} */ [, one]) => JSON.stringify(one) === JSON.stringify(clock);
  const other = clock.kind === (board ? "bank" : "timed") ? OWN : KEPT;
  const [name] = Object.entries(offered(board)).find(same) ?? [other];
  if (name === KEPT) return { ...USUAL_CLOCK, clock: name, kept: clock };
  if (clock.kind === "timed")
    return { ...USUAL_CLOCK, clock: name, decision_s: clock.decision_ms / S, bank_s: clock.bank_ms / S };
  if (clock.kind !== "bank") return { ...USUAL_CLOCK, clock: name };
  const { bank_ms, increment_ms } = clock;
  return { ...USUAL_CLOCK, clock: name, bank_min: bank_ms / S / MINUTE_S, increment_s: increment_ms / S };
}

/**
 * The meaning of a clock for the players.
 *
 * @param {boolean} board
 * @param {Chosen} chosen
 * @param {boolean} loses whether a player whose time runs out loses
 */
export function whyClock(board, chosen, loses) {
  const clock = clockOf(board, chosen);
  if (board && clock.kind === "auto" && loses) return t("create.clock.why.game");
  if (clock.kind === "auto" || clock.kind === "none") return t(`create.clock.why.${clock.kind}`);
  if (clock.kind === "timed") {
    const values = { decision: duration(clock.decision_ms), bank: duration(clock.bank_ms) };
    return t(clock.bank_ms ? "create.clock.why.timed" : "create.clock.why.flat", values);
  }
  const over = t(loses ? "create.clock.over.lose" : "create.clock.over.move");
  if (clock.kind === "days") return `${t("create.clock.why.days", { n: clock.days })} ${over}`;
  const values = { bank: duration(clock.bank_ms), increment: duration(clock.increment_ms) };
  return `${t(clock.increment_ms ? "create.clock.why.increment" : "create.clock.why.bank", values)} ${over}`;
}
