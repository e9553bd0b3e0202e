// Days in a row whose puzzle was answered right, as this browser remembers it.

import { keep, keptObject } from "./storage.js";

const KEY = "giog.puzzle";
const DAY_MS = 24 * 60 * 60 * 1_000;

/** The day of a time in UTC, as the server writes it. @param {number} time */
export const dayOf = (time) => new Date(time).toISOString().slice(0, 10);

/**
 * The puzzle of a day that was answered last, with the first answer and the days in a row; null if there is none.
 *
 * @returns {{ day: string, puzzle: string, play: string, row: number } | null}
 */
export function lastAnswered() {
  const { day, puzzle, play, row } = keptObject(KEY) ?? {};
  const isWhole = [day, puzzle, play].every((text) => typeof text === "string") && Number.isInteger(row);
  return isWhole ? { day, puzzle, play, row } : null;
}

/** The days in a row, on this day or until the one before. @param {string} day */
export function rowOn(day) {
  const last = lastAnswered();
  return last && [day, dayOf(Date.parse(day) - DAY_MS)].includes(last.day) ? last.row : 0;
}

/** Remembers the first answer of a day. @param {string} day @param {string} puzzle @param {string} play @param {boolean} right */
export function answered(day, puzzle, play, right) {
  if (lastAnswered()?.day === day) return;
  keep(KEY, JSON.stringify({ day, puzzle, play, row: right ? rowOn(day) + 1 : 0 }));
}
