// The rules of Zhì hǔ for the referee: docs/RULES.md §10.

/** @import { Game } from "../../judge/games.js" */

import { listed, SOLDIERS, THREE } from "../../judge/combinations.js";
import { without } from "../../judge/pieces.js";
import { judge as giog } from "../giog/judge.js";

const plain = listed({
  single: "K k A a E e / R r H h C c / P p",
  pair: "AA aa EE ee / RR rr HH hh CC cc / PP pp",
  giog: "KAE kae / RHC rhc",
  three: THREE,
  ...SOLDIERS,
});

/**
 * There are three suits; a noble may be laid with one other piece, or two identical ones, which do not count.
 * @type {Game["combination"]}
 */
function combination(pieces) {
  const found = plain(pieces);
  if (found) return found;
  for (const noble of ["KAE", "kae", "RHC", "rhc"]) {
    const [one, other, ...more] = without(pieces, noble) ?? "";
    const made = plain(noble);
    const takesAlong = one && !more.length && (!other || one === other);
    if (made && takesAlong) return { ...made, type: other ? "noble-2" : "noble-1" };
  }
  return null;
}

/** @type {Game} */
export const judge = { ...giog, combination, beheading: null, goal: "last-trick" };
