// Zhì hǔ: what the page knows of it from the start.

/** @type {import("../list.js").Game} */
export const zhiHu = {
  id: "zhi-hu",
  picture: "pEk",
  leads: "coach.zhi-hu",
  forced: "coach.forced.zhi-hu",
  lastWins: true,
};
