// Shares of a win in words and as bars.

/** What a whole win counts: shares are parts of it. */
const WHOLE = 10_000;

/** Wins of a hundred, with one decimal. @param {number} share @param {"auto" | "exceptZero"} [sign] */
export const points = (share, sign = "auto") =>
  new Intl.NumberFormat(document.documentElement.lang, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: sign,
  })
    .format(share / 100)
    .replace("-", "−");

/** A part of a win for a bar. @param {number} share */
export const part = (share) => `${Math.min(100, Math.max(0, (share * 100) / WHOLE)).toFixed(1)}%`;
