// Faces of the players at a table, drawn from their ids: the same person always has the same face, and bots look like bots. Faces are
// decoration; the name is beside them.

/**
 * @import { Description } from "../dom.js"
 * @import { Occupant } from "../types/protocol.js"
 */

import { h } from "../dom.js";

/** Colours of backgrounds, clothes, skin and hair; all combinations are possible. */
const GROUNDS = ["#e8c79d", "#bfd6c4", "#bccfe2", "#e6c6cb", "#d3c8e6", "#ecdcab"];
const CLOTHES = ["#a8322a", "#2f6b57", "#2d4a7c", "#b27a1e", "#6b3a6e", "#3d3a36", "#1f7a86", "#c05f34"];
const SKINS = ["#f6d8b8", "#e8bb90", "#cf9668", "#a2683f", "#7d4c2d"];
const HAIR = ["#241a15", "#4a2f1d", "#77706a", "#1c1c28", "#7a3b1e"];
const LINE = "#2b1a12";

/** Hair and hats, on a square of 48 units, in the colour of the clothes unless they have their own. */
/** @type {{ hair?: string, worn?: string, dyed?: string }[]} */
const HEADS = [
  { hair: "M13 22c-2-9 4-14 11-14s13 5 11 14c-1-4-2-6-4-8-4 2-10 2-14 0-2 2-3 4-4 8z" },
  { hair: "M11 37c-2-8-3-30 13-30s15 22 13 30c-3-3-3-12-3-16-3-1-6-3-7-6-3 3-8 5-13 5 0 6 0 14-3 17z" },
  { hair: "M13 21c-1-8 4-12 11-12s12 4 11 12c-2-4-5-6-11-6s-9 2-11 6zM19 6a5 5 0 1 0 10 0 5 5 0 1 0-10 0z" },
  {
    hair: "M13 25c-3-6 0-11 2-11-2-5 4-7 6-5 1-4 7-3 8 0 4-2 7 2 5 5 3 1 4 6 1 11-1-3-1-6-3-8-4 0-6-2-8-3-2 2-5 3-8 3-2 2-2 5-3 8z",
  },
  { hair: "M13 24c-2-4-1-8 0-9 0 3 1 5 2 6zM35 24c2-4 1-8 0-9 0 3-1 5-2 6z" },
  { hair: "M13 22c0-3 1-5 2-6h18c1 1 2 3 2 6l2-5H11z", worn: "M4 17 24 4l20 13c-12 4-28 4-40 0z", dyed: "#d8b266" },
  { hair: "M13 22c0-3 1-5 2-6h18c1 1 2 3 2 6l1-6H12z", worn: "M13 15 15 6c5-2 13-2 18 0l2 9c-6 2-16 2-22 0z" },
  {
    worn: "M24 6c-11 0-14 9-13 18 0 8-1 13-4 17h34c-3-4-4-9-4-17 1-9-2-18-13-18zm0 6c7 0 9.5 5 9 11-.5 6-4.5 10-9 10s-8.5-4-9-10c-.5-6 2-11 9-11z",
  },
  {
    hair: "M13 22c-1-4 0-7 2-8h18c2 1 3 4 2 8-1-3-2-4-3-5H16c-1 1-2 2-3 5z",
    worn: "M14 15c0-7 4-10 10-10s10 3 10 10zM3 11c4-2 8-1 11 1v3c-4-2-7-2-11 0zM45 11c-4-2-8-1-11 1v3c4-2 7-2 11 0z",
  },
];
const EYES = [
  "M19.5 21.5v1.2M28.5 21.5v1.2",
  "M17.7 22.7q1.8-2 3.6 0M26.7 22.7q1.8-2 3.6 0",
  "M15.7 22a3.6 3.6 0 1 0 7.2 0 3.6 3.6 0 1 0-7.2 0M25.1 22a3.6 3.6 0 1 0 7.2 0 3.6 3.6 0 1 0-7.2 0M22.9 21.6q1.1-.8 2.2 0M19.3 22v.4M28.7 22v.4",
  "M19.5 22v1M28.5 22v1M17.5 18.7l3.6.6M30.5 18.7l-3.6.6",
];
const MOUTHS = ["M20.5 28.5q3.5 3 7 0", "M21.5 29h5", "M20 28q4 5 8 0z", "M21.5 29q2.5 1.5 5-.6"];
const BEARDS = ["", "", "", "M19 27.2q5-2.4 10 0-5 1-10 0z", "M17 27c2 9 12 9 14 0-1 8-3 11-7 11s-6-3-7-11z"];

/** Bots are made of wood: its colours, what they wear on their heads, their eyes and mouths. */
const WOOD = ["#c08a4e", "#a9743f", "#d0a063", "#8f6236"];
const CRESTS = [
  "M24 9V4M21.5 4a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0",
  "M17 9l-3-5M31 9l3-5",
  "M16 9h16M20 6h8",
  "M24 9c-5 0-6-5-2-6M24 9c5 0 6-5 2-6",
];
const LAMPS = [
  "M15.5 20h6v5h-6zM26.5 20h6v5h-6z",
  "M15 22.5a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0M26 22.5a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0",
  "M14.5 20.5h19v4h-19z",
];
const GRILLES = ["M18 31h12", "M18 30h12v4H18zM22 30v4M26 30v4", "M19 30q5 4 10 0"];

/** Pseudo-random choices that depend only on a text. @param {string} text */
function lots(text) {
  // FNV-1a, then the finalizer of MurmurHash3 for each number.
  let state = 0x811c9dc5;
  for (const letter of text) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  /** @template Kind @param {Kind[]} kinds @returns {Kind} */
  return (kinds) => {
    state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
    return /** @type {Kind} */ (kinds[((state ^ (state >>> 16)) >>> 0) % kinds.length]);
  };
}

/** @param {string} d @param {string} fill */
const area = (d, fill) => h("path", { d, fill });
/** @param {string} d @param {number} width */
const line = (d, width, stroke = LINE) =>
  h("path", { d, fill: "none", stroke, "stroke-width": width, "stroke-linecap": "round", "stroke-linejoin": "round" });

/** @param {string} who */
function person(who) {
  const lot = lots(who);
  const [ground, clothes, skin, hair, head, eyes, mouth, beard] = [
    lot(GROUNDS),
    lot(CLOTHES),
    lot(SKINS),
    lot(HAIR),
    lot(HEADS),
    lot(EYES),
    lot(MOUTHS),
    lot(BEARDS),
  ];
  const covered = head.worn && !head.hair;
  return [
    area("M0 0h48v48H0z", ground),
    area("M5 48c1-9 8-13 19-13s18 4 19 13z", clothes),
    area("M20 30h8v6c0 4-8 4-8 0z", skin),
    area("M24 9.5c7.5 0 10.5 5 10 12.5-.4 7-5 12-10 12s-9.6-5-10-12c-.5-7.5 2.5-12.5 10-12.5z", skin),
    head.hair ? area(head.hair, hair) : null,
    head.worn ? area(head.worn, head.dyed ?? clothes) : null,
    beard && !covered ? area(beard, hair) : null,
    line(eyes, 1.7),
    line(mouth, 1.5),
  ];
}

/** @param {string} which */
function puppet(which) {
  const lot = lots(which);
  const wood = lot(WOOD);
  return [
    area("M0 0h48v48H0z", "#4b5a52"),
    line(lot(CRESTS), 2.2, "#e3b454"),
    area("M9 48c1-6 7-9 15-9s14 3 15 9z", "#2c3631"),
    area("M13 9h22c3 0 4 2 4 4v18c0 5-6 8-15 8s-15-3-15-8V13c0-2 1-4 4-4z", wood),
    line("M10 16c9 2 19 2 28 0", 1.4, "#6b4420"),
    area(lot(LAMPS), "#fbeecb"),
    line("M18.5 22.5h.1M29.5 22.5h.1", 2.6),
    line(lot(GRILLES), 1.6),
  ];
}

/** The face of the player at a seat. @param {Occupant} occupant @param {number} seat @returns {Description} */
export function face(occupant, seat) {
  const drawn =
    "bot" in occupant
      ? puppet(`${occupant.bot}/${seat}`)
      : occupant.declared_bot
        ? puppet(occupant.player)
        : person(occupant.player);
  return h("svg", { key: seat, class: "face", viewBox: "0 0 48 48", "aria-hidden": "true" }, drawn);
}
