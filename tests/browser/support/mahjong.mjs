// Tables of mahjong.

/** One hand without time pressure, in which every win counts; if the player decides at once, each window closes soon. */
export const HAND = {
  variant: "mahjong",
  seats: 4,
  clock: { kind: "none" },
  window_least_ms: 100,
  options: { length: "hand", min_faan: 0 },
};
