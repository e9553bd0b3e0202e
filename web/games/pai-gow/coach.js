// The coach's advice about four tiles; based only on these.

/** @import { PaiGowView } from "./seen.js" */

import { t } from "../../texts.js";
import { made, splits } from "./rules.js";

/**
 * A line of advice for a player who must split.
 *
 * @param {PaiGowView} view
 * @param {{ low: string, high: string } | null} chosen the hands that are picked out
 */
export function coachTold(view, chosen) {
  const all = splits(view.tiles ?? "");
  const kinds = all.map(({ low, high }) => [made(low).kind, made(high).kind]);
  const isBank = view.banker === view.you;
  if (kinds.some(([low, high]) => low === "pair" && high === "pair")) return t("coach.pg.pairs");
  if (chosen && all.every(({ low }) => low === chosen.low)) return t("coach.pg.same");
  if (kinds.some(([, high]) => high === "pair")) return t("coach.pg.pair");
  if (kinds.some(([, high]) => high === "wong" || high === "gong")) return t("coach.pg.wong");
  return t(isBank ? "coach.pg.bank" : "coach.pg.both");
}
