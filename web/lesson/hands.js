// The five hands of the lesson, with one idea each. Three people play Giog (docs/RULES.md §5), the reader on seat 0. The plays of the
// others are listed here by the number of pieces; the referee (web/judge) decides everything else.
//
// The texts of a hand are `lesson.ID.before`, the text after the first play (`lesson.ID.` and the name that `said` returns for it), and
// in the hand that is played to the end of the match also `lesson.ID.` and that name with `.then`, before the last trick.

/** @import { Pieces, Seat } from "../types/protocol.js" */

/**
 * @typedef {object} Hand
 * @property {"rank" | "pair" | "noble" | "cannot" | "general"} id
 * @property {Pieces[]} hands of each seat, as many pieces each
 * @property {Seat} leader
 * @property {number[]} captured pieces of each seat, before
 * @property {({ [count: number]: Pieces } | null)[]} lays what each other seat lays, by the number of pieces
 * @property {{ [pieces: Pieces]: string }} said names of what can be laid; `right` is what the hand is about
 * @property {string} else the name of every other play
 * @property {boolean} [toTheEnd] whether the match is played to its end
 */

/** @type {Hand[]} */
export const HANDS = [
  {
    id: "rank",
    hands: ["Arhp", "REpp", "ecPP"],
    leader: 1,
    captured: [6, 6, 6],
    lays: [null, { 1: "R" }, { 1: "c" }],
    said: { A: "right", r: "close" },
    else: "low",
  },
  {
    id: "pair",
    hands: ["ERRhp", "ArcPp", "HHcCP"],
    leader: 0,
    captured: [6, 3, 6],
    lays: [null, { 1: "A", 2: "Pp" }, { 1: "c", 2: "HH" }],
    said: { RR: "right" },
    else: "one",
  },
  {
    id: "noble",
    hands: ["eRHCp", "AhPPP", "ErhCp"],
    leader: 0,
    captured: [6, 6, 3],
    lays: [null, { 1: "A", 3: "PPP" }, { 1: "E", 3: "rhC" }],
    said: { RHC: "right" },
    else: "one",
  },
  {
    id: "cannot",
    hands: ["ErhCp", "AAccP", "HHaPp"],
    leader: 1,
    captured: [6, 6, 3],
    lays: [null, { 2: "AA" }, { 2: "HH" }],
    said: { Cp: "right" },
    else: "wasted",
  },
  {
    id: "general",
    hands: ["Kp", "Ac", "RP"],
    leader: 0,
    captured: [12, 6, 6],
    lays: [null, { 1: "A" }, { 1: "P" }],
    said: { K: "right" },
    else: "kept",
    toTheEnd: true,
  },
];
