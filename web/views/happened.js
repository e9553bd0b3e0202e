// What happened at a table, as lines among those of the chat.

/**
 * @import { KnownRoom, Happened } from "../room.js"
 * @import { Settings } from "../types/protocol.js"
 */

import { personName, terms } from "../terms.js";
import { list, t } from "../texts.js";

/** Reasons for a free seat that have a sentence of their own. */
const STOOD = ["left", "stood", "gone"];

/** A line that says what happened; null if there is nothing to say. @param {KnownRoom} room @param {Happened} line */
export function happenedTold(room, { happened }) {
  const { do: what, who } = happened;
  if (what === "series") return t("told.series");
  if (what === "configured") return changedTold(happened.before, happened.settings);
  // After a rated match everybody stands up, and that it is over is said elsewhere.
  if (!who || happened.reason === "match_over") return null;
  const reason = happened.reason ?? "";
  const key = what === "stood" ? `told.gone.${STOOD.includes(reason) ? reason : "seat"}` : `told.${what}`;
  return t(who.player === room.me ? `${key}.you` : key, { name: personName(who.name) });
}

/** What the owner has changed, if it is known. @param {Settings} [before] @param {Settings} [after] */
function changedTold(before, after) {
  if (!before || !after) return t("told.changed.some");
  const former = new Map(terms(before));
  const other = terms(after).filter(([what, how]) => former.get(what) !== how);
  if (other.length === 0) return t("told.changed.some");
  return t("told.changed", { what: list(other.map(([what, how]) => t("told.term", { what, how }))) });
}
