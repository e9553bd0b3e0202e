// When most people play: the hours of the day in which most matches began.

/** How many hours in a row are named. */
const SPAN = 3;
/** The fewest matches that say something. */
const FEWEST = 10;
/** How many times as many as on average must have begun in these hours: without that, any time is as good. */
const TIMES = 1.5;
const DAY_MIN = 24 * 60;

/**
 * When most people play, from and to, in minutes after midnight of this time zone; null if nothing can be said.
 *
 * @param {number[]} hours how many matches began in each hour of the day (UTC)
 * @param {number} [zone] the minutes by which the zone is ahead of UTC
 * @returns {[from: number, to: number] | null}
 */
export function busiest(hours, zone = -new Date().getTimezoneOffset()) {
  const all = sum(hours);
  if (all < FEWEST) return null;
  const spans = hours.map((_, begin) => sum(hours.map((n, hour) => ((hour - begin + 24) % 24 < SPAN ? n : 0))));
  const most = Math.max(...spans);
  if (most < (TIMES * all * SPAN) / 24) return null;
  const begin = spans.indexOf(most) * 60 + zone + DAY_MIN;
  return [begin % DAY_MIN, (begin + SPAN * 60) % DAY_MIN];
}

/**
 * How many matches began in each hour of the day of this time zone; where it is a part of an hour ahead, each of its hours has those of the
 * hour that covers most of it.
 *
 * @param {number[]} hours how many began in each hour of the day (UTC)
 * @param {number} [zone] the minutes by which the zone is ahead of UTC
 */
export const hoursHere = (hours, zone = -new Date().getTimezoneOffset()) =>
  hours.map((_, hour) => hours.at((((hour - Math.round(zone / 60)) % 24) + 24) % 24) ?? 0);

/** A time of the day in words. @param {number} minutes after midnight */
export const timeTold = (minutes) =>
  new Date(minutes * 60_000).toLocaleTimeString(document.documentElement.lang, {
    hour: "numeric",
    minute: "2-digit",
    timeZone: "UTC",
  });

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((all, n) => all + n, 0);
