// The coach: a line of advice for learners about the current decision, and the highlighting of pieces. It knows only the decision, what
// lies open, and the server's description of the game; the setting `hints` turns it on.

/**
 * @import { Child } from "../dom.js"
 * @import { Made, ToPlay } from "../rules.js"
 * @import { Shown } from "../types/page.js"
 * @import { Pieces, SeenTrick } from "../types/protocol.js"
 * @import { Playing } from "./seated.js"
 */

/**
 * A table at which pieces must be laid.
 * @typedef {Playing & { decision: ToPlay }} Laying
 *
 * @typedef {Made & { pieces: Pieces }} Possible
 */

import { h } from "../dom.js";
import { knownGame } from "../games/list.js";
import { icon } from "../icons.js";
import {
  bansGenerals,
  beaters,
  beheads,
  combinationsIn,
  combined,
  hasGeneral,
  isPowerless,
  kindName,
  piecesInWords,
  typeName,
  whyLost,
} from "../rules.js";
import { sorted } from "../tricksmatch.js";
import { settings } from "../settings.js";
import { known, list, t } from "../texts.js";
import { gained, othersThink, trickLeft } from "./plays.js";
import { chosenPieces } from "./rack.js";
import { about } from "./told.js";
import { explained } from "./word.js";

/** The most combinations that are named one by one; more are only counted. */
const NAMED = 2;
/** With at most this number of pieces in the hand, a general is in danger. */
const LATE = 5;
/** A single piece is worth trying if at most this number of kinds beat it; in games with suits, kinds of its own suit. */
const STRONG = 5;
const STRONG_IN_SUIT = 0;
/** The piece that speaks: the guard, also called scholar. */
const SPEAKER = "A";

/** The current advice; "" if there is none, or if hints are off. @param {Shown} table @returns {string} */
export const hint = (table) => (settings.get("hints") && advice(table)) || "";

/** The line with its speaker, or null if there is no advice: `after` a trick it stands below what is told of it. @param {Playing} table @param {boolean} [after] @returns {Child} */
export function coach(table, after) {
  const said = hint(table);
  return (
    said &&
    h(
      "div",
      { key: after ? "lesson" : "coach", class: "coach", role: "note", "aria-label": t("coach.label") },
      h("giog-piece", { code: SPEAKER, plain: true }),
      h("p", { key: said, class: "hint" }, explained(said)),
      h(
        "button",
        { class: "quiet", "aria-label": t("coach.off"), title: t("coach.off"), onclick: () => table.hush() },
        icon("close"),
      ),
    )
  );
}

/** After a trick, why it went as it did; otherwise advice for the decision. @param {Shown} table @returns {string} */
function advice(table) {
  const { match, decision } = table;
  const laying = isLaying(table) ? table : null;
  const pieces = laying ? chosenPieces(laying.held(), laying.chosen) : "";
  const danger = laying && (!pieces || hasGeneral(pieces)) ? general(laying) : "";
  const trick = match.view.outcome || pieces ? null : trickLeft(table);
  const why = trick && lesson(table, trick);
  // The leader has just won, which the table shows: they need advice on what to lead.
  if (why && !laying?.decision.lead) return why;
  if (decision?.do === "take_back") return match.view.hand && othersThink(table) ? t("hint.take_back") : "";
  if (decision?.stage === "ceremony") return opening(table);
  if (!laying) return "";
  // If plays are face up from the start, the advice can consider them.
  if (laying.first && laying.variant?.simultaneous)
    return t(laying.decision.lead ? "coach.first.lead" : "coach.first.follow");
  if (danger) return danger;
  if (pieces && pieces === laying.suggested) return reason(laying, pieces);
  return laying.decision.lead ? leading(laying, pieces) : following(laying, pieces);
}

/**
 * Why the server's bot would lay what it suggests. There is only this one adviser: the text about its play never says that another one is
 * better.
 *
 * @param {Laying} table
 * @param {Pieces} pieces
 */
function reason(table, pieces) {
  const { room, match, decision, variant } = table;
  const hand = match.view.hand ?? "";
  if (hand.length === pieces.length) return decision.lead ? leading(table, pieces) : following(table, pieces);
  if (!decision.lead) {
    const wins = competing(table).some((play) => play.pieces === pieces);
    return wins ? t("coach.why.win", { more: strength(table, pieces) }) : t("coach.why.weak");
  }
  const higher = variant && beaters(variant, room.state.settings.seats, decision.trick, hand, pieces);
  const isCheap = pieces.length === 1 && (higher?.length ?? 0) > STRONG;
  return isCheap ? t("coach.why.cheap") : t("coach.why.win", { more: strength(table, pieces) });
}

/** @param {Shown} table @returns {table is Laying} */
export const isLaying = (table) => table.decision?.do === "play";

/** Advice before the first lead. @param {Shown} table */
function opening({ decision, match }) {
  const { layout, stacks } = match.view;
  const begun = stacks.some(({ up, taken_by }) => up.length > 0 || taken_by != null);
  const where = decision?.do === "take" && layout?.shape === "circle" ? (begun ? ".beside" : ".any") : "";
  return known(`coach.${decision?.do}${where}`) ?? "";
}

/** Why generals are dangerous or valuable now, if the hand has one. @param {Laying} table */
function general({ match, decision, variant }) {
  const { trick, options } = match.view;
  const hand = match.view.hand ?? "";
  if (!hasGeneral(hand)) return "";
  if (!bansGenerals(variant)) {
    return knownGame(match.view.variant).generalPays && hand.length <= LATE ? t("coach.general.pay") : "";
  }
  const cost = t(options?.beheading === "last" ? "coach.cost.last" : "coach.cost.forfeit");
  if (trick?.trick === 0) return t("coach.general.first", { cost });
  if (decision.generals === "behead" && decision.plays?.every(hasGeneral)) return t("coach.general.forced", { cost });
  if (decision.generals !== "free") return t("coach.general.all");
  return hand.length <= LATE ? t("coach.general.now", { cost }) : "";
}

/** @param {Laying} table @param {Pieces} pieces */
function leading(table, pieces) {
  const { match, variant } = table;
  const hand = match.view.hand ?? "";
  if (combined(variant, pieces)) return strength(table, pieces);
  const { leads } = knownGame(match.view.variant);
  if (leads && hand.length <= LATE) return t(leads);
  const best = worthLeading(table);
  // What beats a lead depends on whether plays are made in turn, and on suits.
  const how =
    variant && !variant.simultaneous ? ".open" : variant?.combinations.some(({ suits }) => suits) ? ".suits" : "";
  if (!best || best.pieces.length < 2) return t(`coach.lead.single${how}`);
  return t(`coach.lead.many${how}`, {
    type: typeName(variant, best.combination.type),
    pieces: piecesInWords(best.pieces),
    n: best.pieces.length,
  });
}

/**
 * The longest combination of the hand that may be led, of these the highest; null if there are only single pieces.
 *
 * @param {Laying} table
 * @returns {Possible | null}
 */
function longest({ match, decision, variant }) {
  const hand = match.view.hand ?? "";
  const may = combinationsIn(variant, hand).filter(({ pieces }) => pieces.length > 1 && safe(decision, hand, pieces));
  const [first, ...more] = may;
  return first ? more.reduce((a, b) => (a.pieces.length >= b.pieces.length ? a : b), first) : null;
}

/**
 * The combination worth leading: a general before it is too late, else the longest combination; null if there is neither.
 *
 * @param {Laying} table
 * @returns {Possible | null}
 */
function worthLeading(table) {
  const { match, decision, variant } = table;
  const hand = match.view.hand ?? "";
  const late = bansGenerals(variant) && hand.length <= LATE && hasGeneral(hand);
  const general =
    late &&
    combinationsIn(variant, hand, "single").find(({ pieces }) => hasGeneral(pieces) && safe(decision, hand, pieces));
  return general || longest(table);
}

/** Whether a play is legal, and beheads nobody. @param {ToPlay} decision @param {Pieces} hand @param {Pieces} pieces */
const safe = (decision, hand, pieces) => legal(decision, pieces) && !beheads(decision, hand, pieces);

/** Whether a play is legal, as far as the decision says. @param {ToPlay} decision @param {Pieces} pieces */
function legal({ plays, generals }, pieces) {
  return plays ? plays.includes(sorted(pieces)) : !(generals === "refused" && hasGeneral(pieces));
}

/** How strong the chosen combination is: what could beat it. @param {Laying} table @param {Pieces} pieces */
function strength({ room, match, decision, variant }, pieces) {
  const { seats } = room.state.settings;
  const higher = variant && beaters(variant, seats, decision.trick, match.view.hand ?? "", pieces);
  if (!higher) return t("coach.pairs");
  const [highest] = higher;
  if (!highest) return t("coach.best");
  // If plays are made in turn, equal ones beat too.
  const [few, many] = variant.simultaneous ? ["coach.few", "coach.many"] : ["coach.few.open", "coach.many.open"];
  // If both colours are equal, the name has no colour.
  const name = (/** @type {Pieces} */ play) =>
    !variant.simultaneous && play.length === 1 ? kindName(play) : piecesInWords(play);
  if (higher.length <= NAMED) return t(few, { plays: list(higher.map(name)) });
  return t(many, { n: higher.length, highest: name(highest) });
}

/** @param {Laying} table @param {Pieces} pieces */
function following(table, pieces) {
  const { match, decision, variant } = table;
  const hand = match.view.hand ?? "";
  const type = typeName(variant, decision.type);
  if (hand.length === decision.count) return t(knownGame(match.view.variant).forced ?? "coach.forced");
  if (isPowerless(variant, decision.trick, pieces)) return t("lesson.powerless");
  const wins = competing(table);
  const open = Boolean(match.view.trick?.in_turn);
  const fits = open
    ? wins.some((play) => play.pieces === pieces)
    : combined(variant, pieces)?.combination.type === decision.type;
  if (fits) return strength(table, pieces);
  const [win] = wins;
  if (!win) return nothing(table, type);
  if (open) return t("coach.can.open");
  if (win.combination.suits) return t("coach.can.suits");
  return t(decision.count === 1 ? "coach.can.single" : "coach.can");
}

/** Why no piece of the hand could win. @param {Laying} table @param {string} type */
function nothing({ match, decision, variant }, type) {
  if (match.view.trick?.in_turn) return t("coach.none.open");
  const made = combinationsIn(variant, match.view.hand ?? "", decision.type);
  if (made.some(({ pieces }) => isPowerless(variant, decision.trick, pieces))) return t("lesson.powerless");
  if (decision.count === 1) return t("coach.none.single");
  // The winning play contains a general that may not be laid now, as was already said.
  return made.length ? "" : t("hint.none", { type });
}

/**
 * The combinations of the hand that could win this trick, as far as known; of single pieces only strong ones.
 *
 * @param {Laying} table
 */
function competing({ room, match, decision, variant }) {
  const { hand, trick } = match.view;
  const may = combinationsIn(variant, hand ?? "", decision.type).filter(
    ({ pieces }) => legal(decision, pieces) && !isPowerless(variant, decision.trick, pieces),
  );
  const best = trick?.in_turn?.best == null ? null : combined(variant, trick.in_turn.up[trick.in_turn.best] ?? "");
  if (best) return may.filter(({ level }) => level <= best.level);
  if (!variant || decision.count !== 1) return may;
  const { seats } = room.state.settings;
  // In a suit with few kinds, the pieces of the own hand make the difference.
  const most = (/** @type {Made} */ { combination }) => (combination.suits ? STRONG_IN_SUIT : STRONG);
  return may.filter(
    (play) =>
      (beaters(variant, seats, decision.trick, play.combination.suits ? (hand ?? "") : "", play.pieces)?.length ?? 0) <=
      most(play),
  );
}

/**
 * The pieces of the hand to highlight, by key: `wins` for those that could win, `weak` for the least valuable.
 *
 * @param {Playing} table
 */
export function lights(table) {
  /** @type {Map<string, "wins" | "weak">} */
  const lit = new Map();
  const held = table.held();
  if (!settings.get("hints") || !isLaying(table) || !table.variant || !held) return lit;
  const { decision } = table;
  if (held.length === decision.count) return lit;
  /** Highlights these pieces, and no others of their kind. @param {Pieces} codes @param {"wins" | "weak"} as */
  const light = (codes, as) => {
    const wanted = [...codes];
    for (const { code, key } of held.toReversed()) {
      const at = wanted.indexOf(code);
      if (at < 0) continue;
      lit.set(key, as);
      wanted.splice(at, 1);
    }
  };
  if (decision.lead) {
    light(worthLeading(table)?.pieces ?? "", "wins");
    return lit;
  }
  const wins = competing(table)
    .map(({ pieces }) => pieces)
    .join("");
  for (const { code, key } of held) if (wins.includes(code)) lit.set(key, "wins");
  // If all are highlighted, it says nothing.
  if (lit.size === held.length) lit.clear();
  else if (!lit.size && decision.default?.do === "play") light(decision.default.pieces, "weak");
  return lit;
}

/** Why the own play did or did not win. @param {Shown} table @param {SeenTrick} trick */
function lesson({ room, match, variant }, trick) {
  const own = match.view.you;
  if (own == null || !variant || trick.winner == null) return "";
  const type = typeName(variant, trick.type);
  if (trick.winner === own) return t("lesson.won", { n: gained(match.view, trick, own) });
  if (!trick.plays[own]) return "";
  const why = whyLost(variant, trick, own);
  if (why === "type" || why === "suit" || why === "pairs" || why === "powerless") return t(`lesson.${why}`, { type });
  if (!trick.shown[own]) return t(variant.simultaneous ? "lesson.unseen" : "lesson.under");
  return why === "equal" ? t("lesson.equal") : about(room, trick.winner, "lesson.lower", { type });
}
