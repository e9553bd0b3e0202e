// What has been laid: the pieces before each seat, face down until they turn up together, and what lies in a pile.

import { h } from "../dom.js";
import { combined, piecesInWords, playInWords, typeName } from "../rules.js";
import { t } from "../texts.js";
import { nameAt } from "./told.js";

/** The trick that lies on the table: the one being played once somebody has laid, before that the last one. */
export function trickShown(match) {
  const { trick, tricks } = match.view;
  return trick?.laid.some(Boolean) ? { playing: trick } : { finished: tricks.at(-1) ?? null };
}

/** The finished trick that still lies on the table, or null. */
export const trickLeft = (match) => trickShown(match).finished ?? null;

/** What a seat has laid: `{pieces}` or `{count}`, `up` whether it lies face up, `unseen` whether it stayed face down; or null. */
export function playOf(table, seat) {
  const { match, open } = table;
  const shown = trickShown(match);
  if (shown.playing) {
    const { laid, count, yours, in_turn } = shown.playing;
    if (!laid[seat]) return null;
    if (in_turn?.up[seat]) return { pieces: in_turn.up[seat], up: true };
    const pieces = open?.plays[seat] ?? (seat === match.view.you ? yours : null);
    return { pieces, count, up: false, unseen: Boolean(in_turn) };
  }
  const trick = shown.finished;
  if (!trick) return null;
  const pieces = trick.plays[seat] ?? null;
  const unseen = !trick.shown[seat];
  // When the match is over, what stayed face down is turned up too.
  return { pieces, count: countOf(trick), up: pieces != null && (!unseen || Boolean(match.view.outcome)), unseen };
}

/** How many pieces each laid in a finished trick. */
export const countOf = (trick) => trick.plays.find(Boolean)?.length ?? 1;

/** The pieces that a seat has laid, and a word where they stay face down. */
export function playPieces(table, seat) {
  const play = playOf(table, seat);
  if (!play) return null;
  const shown = trickShown(table.match);
  const number = (shown.playing ?? shown.finished).trick;
  const codes = play.pieces ? [...play.pieces] : Array(play.count).fill(null);
  const look = ["laid", play.up && "up", !play.up && play.pieces && "peek", play.unseen && "unseen"].filter(Boolean).join(" ");
  return [
    codes.map((code, i) => h("span", { key: `${number}.${i}`, class: look },
      h("giog-piece", { key: "back", class: "back", code: "back" }),
      code && h("giog-piece", { key: "front", class: "front", code }))),
    play.unseen && h("span", { key: "unseen", class: "stays" }, t(play.up ? "play.was_down" : "play.stays_down")),
  ];
}

/** What a seat has laid, in words. */
export function playLabel(table, seat) {
  const play = playOf(table, seat);
  if (!play) return t("play.nothing");
  if (play.up) return playInWords(table.variant, play.pieces);
  return play.pieces ? t("play.yours", { pieces: piecesInWords(play.pieces) }) : t("play.down", { n: play.count });
}

/** What lies in the middle: the pile of a trick that is played in turn, and tied tricks that wait for a winner. */
export function piles(table) {
  return [inTurn(table), aside(table)];
}

function inTurn({ room, match, variant, open }) {
  const { trick } = match.view;
  const { up, best } = trick?.in_turn ?? {};
  if (best == null) return null;
  const top = up[best];
  const below = trick.laid.filter(Boolean).length - 1;
  const made = combined(variant, top);
  return h("figure", { key: "turn", class: "pile" },
    h("div", { class: "heap", role: "img", "aria-label": piecesInWords(top) },
      Array.from({ length: below }, (_, i) => h("giog-piece", { key: `below${i}`, code: "back", class: "below" })),
      [...top].map((code, i) => h("giog-piece", { key: `${trick.trick}.${best}.${i}`, code, class: "top" }))),
    h("figcaption", {}, t("pile.best", { name: nameAt(room, best), type: made ? typeName(variant, made.combination.type) : "" }), " ",
      below > 0 && t("pile.below", { n: below })),
  );
}

function aside({ match }) {
  const { aside, tricks } = match.view;
  if (!aside) return null;
  const tied = tricks.slice(tricks.findLastIndex(({ winner }) => winner != null) + 1).flatMap(({ plays }) => plays.flatMap((pieces) => [...(pieces ?? "")]));
  return h("figure", { key: "aside", class: "pile aside" },
    h("div", { class: "heap", role: "img", "aria-label": piecesInWords(tied.join("")) }, tied.map((code, i) => h("giog-piece", { key: i, code }))),
    h("figcaption", {}, t(match.view.stage === "over" ? "pile.nobodys" : "pile.aside", { n: aside })),
  );
}
