// The kinds of mistakes in words (docs/REVIEW.md): what happened, and the number that belongs to it.

/** @import { MistakeKind, NamedMistake } from "../types/protocol.js" */

import { t } from "../texts.js";

/** The kinds with what their number counts, in the order in which they are looked for. @type {{ [kind in MistakeKind]: string }} */
const COUNTS = {
  kept_general: "kind.left",
  spent_general: "kind.left",
  won_needlessly: "kind.trick",
  lost_in_vain: "kind.trick",
  gave_up_trick: "kind.trick",
  led_into_strength: "kind.higher",
  too_low: "kind.higher",
  broke_combination: "kind.pieces",
  too_high: "kind.higher.best",
  led_few: "kind.best",
  led_many: "kind.best",
  threw_strength: "kind.higher",
  other: "",
};

/** All kinds. */
export const KINDS = /** @type {MistakeKind[]} */ (Object.keys(COUNTS));

/** The name of a kind; that of a later version of the server as it is written. @param {MistakeKind} kind */
export const kindName = (kind) => (Object.hasOwn(COUNTS, kind) ? t(`kind.${kind}`) : kind);

/** What its number says; empty if there is none. @param {NamedMistake} mistake */
export const kindCount = ({ kind, count }) => (COUNTS[kind] && count != null ? t(COUNTS[kind], { n: count }) : "");
