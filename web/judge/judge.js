// The referee: from a record to a verdict, as docs/RECORD.md describes and `giog judge` does. Written from docs/RULES.md, independently
// of the server's own referee, so that each checks the other.

/**
 * @import { Match } from "./match.js"
 * @import { Taken } from "./read.js"
 * @import { MatchResult, RefusalCode } from "../types/protocol.js"
 */

import { JUDGES } from "../games/judges.js";
import { GAMES } from "./games.js";
import { act, begin, result } from "./match.js";
import { BadRecord, read } from "./read.js";

/** @typedef {{ status: "over" | "playing" | "refused", refused: { action: number, code: RefusalCode } | null } & MatchResult} Verdict */

for (const [id, game] of Object.entries(JUDGES)) GAMES.set(id, game);

/** The verdict on a record. @param {unknown} json parsed @returns {Verdict | { status: "invalid", error: string }} */
export function judge(json) {
  try {
    const { deal, actions } = read(json);
    return judgeActions(begin(deal), actions);
  } catch (error) {
    if (error instanceof BadRecord) return { status: "invalid", error: error.message };
    throw error;
  }
}

/** @param {Match} match @param {Taken[]} actions @returns {Verdict} */
function judgeActions(match, actions) {
  for (const [index, action] of actions.entries()) {
    const code = act(match, action);
    if (code) return { status: "refused", refused: { action: index, code }, ...result(match) };
  }
  return { status: match.stage === "over" ? "over" : "playing", refused: null, ...result(match) };
}
