// The results of bets with three dice: docs/TILES.md §5. Pure functions; the odds are in the description of the game.

/** @import { BetResult, Stake, TilesBetInfo } from "../../types/protocol.js" */

/** @typedef {readonly number[]} Dice */

/** @param {Dice} dice */
export const total = (dice) => dice.reduce((sum, die) => sum + die, 0);
/** @param {Dice} dice */
export const isTriple = (dice) => dice.every((die) => die === dice[0]);
/** How many dice show a number. @param {Dice} dice @param {number} face */
export const shown = (dice, face) => dice.filter((die) => die === face).length;

/**
 * How often a bet wins its odds: 0 if it loses; a bet on a single number wins once for each die that shows it.
 *
 * @param {string} on
 * @param {Dice} dice
 */
export function wins(on, dice) {
  const [kind = "", ...numbers] = on.split("-");
  const [a = 0, b = 0] = numbers.map(Number);
  const sum = total(dice);
  const plain = (/** @type {boolean} */ holds) => Number(holds && !isTriple(dice));
  switch (kind) {
    case "small":
    case "low":
      return plain(sum <= 10);
    case "big":
    case "high":
      return plain(sum >= 11);
    case "odd":
      return plain(sum % 2 === 1);
    case "even":
      return plain(sum % 2 === 0);
    case "single":
      return shown(dice, a);
    case "pair":
      return Number(dice.includes(a) && dice.includes(b));
    case "double":
      return Number(shown(dice, a) >= 2);
    case "triple":
    case "raffle":
      return Number(shown(dice, a) === 3);
    case "any":
      return Number(isTriple(dice));
    case "total":
      return Number(sum === a);
    default:
      return 0;
  }
}

/**
 * The results of bets.
 *
 * @param {Stake[]} bets
 * @param {Dice} dice
 * @param {TilesBetInfo[]} table what can be bet on
 * @returns {BetResult[]}
 */
export function settled(bets, dice, table) {
  return inOrder(bets, table).map(({ on, points }) => {
    const odds = table.find((bet) => bet.on === on)?.odds ?? 0;
    const times = wins(on, dice);
    return { on, points, won: times ? points * odds * times : -points };
  });
}

/** Bets in the order of the table. @template {{ on: string }} Bet @param {Bet[]} bets @param {TilesBetInfo[]} table */
export function inOrder(bets, table) {
  const place = (/** @type {Bet} */ { on }) => table.findIndex((bet) => bet.on === on);
  return [...bets].sort((one, other) => place(one) - place(other));
}

/** Bets as the text for their commitment. @param {Stake[]} bets */
export const textOf = (bets) => bets.map(({ on, points }) => `${on}:${points}`).join(",");

/** In how many of the 216 throws a bet wins, and the average return for a hundred points. @param {TilesBetInfo} bet */
export function chance({ on, odds }) {
  let won = 0;
  let brought = 0;
  for (let throwing = 0; throwing < 216; throwing++) {
    const dice = [1 + (throwing % 6), 1 + (Math.floor(throwing / 6) % 6), 1 + Math.floor(throwing / 36)];
    const times = wins(on, dice);
    won += Number(times > 0);
    brought += times ? odds * times : -1;
  }
  return { won, percent: Math.round((brought * 1000) / 216) / 10 };
}
