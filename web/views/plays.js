// The laid pieces: before each seat, face down until they turn up together, and those in a pile.

/**
 * @import { Match, MatchView, Trick } from "../tricksmatch.js"
 * @import { Shown } from "../types/page.js"
 * @import { Pieces, Seat, SeenTrick } from "../types/protocol.js"
 */

import { h } from "../dom.js";
import { personOf } from "../room.js";
import { combined, piecesInWords, playInWords, typeName } from "../rules.js";
import { t } from "../texts.js";
import { nameAt } from "./told.js";

/**
 * The trick on the table: one that is being revealed, else the current one once somebody has laid, before that the last one.
 *
 * @param {{ readonly match: Match, readonly turning?: SeenTrick | null }} table
 * @returns {{ playing: Trick, finished?: undefined } | { playing?: undefined, finished: SeenTrick | null }}
 */
function trickShown({ match, turning }) {
  if (turning) return { finished: turning };
  const { trick, tricks } = match.view;
  return trick?.laid.some(Boolean) ? { playing: trick } : { finished: tricks.at(-1) ?? null };
}

/** The finished trick that is still on the table, or null. @param {Parameters<typeof trickShown>[0]} table */
export const trickLeft = (table) => trickShown(table).finished ?? null;

/**
 * Whether a person is still deciding, so that there is time to take back: bots lay within a moment.
 *
 * @param {Pick<Shown, "room">} table
 */
export function othersThink({ room }) {
  return (
    room.now?.deciding.some(({ seat }) => {
      const at = room.state.seats[seat];
      return seat !== room.you && personOf(at?.occupant) !== null && !at?.away;
    }) ?? false
  );
}

/**
 * What a seat has laid: its pieces if they are known, `up` if they are face up, `unseen` if they stayed face down; or null.
 *
 * @param {Shown} table
 * @param {Seat} seat
 * @returns {{ pieces: Pieces | null, count: number, up: boolean, unseen: boolean } | null}
 */
function playOf(table, seat) {
  const { match, open } = table;
  const shown = trickShown(table);
  if (shown.playing) {
    const { laid, count, yours, in_turn } = shown.playing;
    if (!laid[seat]) return null;
    const up = in_turn?.up[seat];
    if (up) return { pieces: up, count: up.length, up: true, unseen: false };
    const pieces = open?.plays[seat] ?? (seat === match.view.you ? yours : null);
    return { pieces, count: count ?? 0, up: Boolean(open), unseen: Boolean(in_turn) };
  }
  const trick = shown.finished;
  if (!trick) return null;
  const pieces = trick.plays[seat] ?? null;
  const unseen = !trick.shown[seat];
  // After the match, plays that stayed face down are turned up, too.
  const known = pieces != null && (!unseen || Boolean(match.view.outcome) || Boolean(open));
  const up = known && table.reveal !== "down";
  return { pieces, count: countOf(trick), up, unseen };
}

/** The number of pieces in each play of a finished trick. @param {SeenTrick} trick */
export const countOf = (trick) => trick.plays.find(Boolean)?.length ?? 1;

/**
 * How many pieces the last finished trick brought its winner, including those that were set aside for it.
 *
 * @param {MatchView} view
 * @param {SeenTrick} trick
 * @param {Seat} winner
 */
export function gained(view, trick, winner) {
  return (trick.captured[winner] ?? 0) - (view.tricks.at(-2)?.captured[winner] ?? 0);
}

/** The pieces that a seat has laid, and a word if they stay face down. @param {Shown} table @param {Seat} seat */
export function playPieces(table, seat) {
  const play = playOf(table, seat);
  if (!play) return null;
  const shown = trickShown(table);
  const number = (shown.playing ?? shown.finished)?.trick;
  /** @type {(string | null)[]} */
  const codes = play.pieces ? [...play.pieces] : Array(play.count).fill(null);
  const peek = !play.up && play.pieces && (!table.reveal || seat === table.match.view.you);
  const look = ["laid", play.up && "up", peek && "peek", play.unseen && "unseen"].filter(Boolean).join(" ");
  return [
    codes.map((code, i) =>
      h(
        "span",
        { key: `${number}.${i}`, class: look },
        h("giog-piece", { key: "back", class: "back", code: "back" }),
        code && h("giog-piece", { key: "front", class: "front", code }),
      ),
    ),
    play.unseen && h("span", { key: "unseen", class: "stays" }, t(play.up ? "play.was_down" : "play.stays_down")),
  ];
}

/** How many pieces a seat has laid. @param {Shown} table @param {Seat} seat */
export const playSize = (table, seat) => playOf(table, seat)?.count ?? 0;

/** A seat's play in words. @param {Shown} table @param {Seat} seat */
export function playLabel(table, seat) {
  const play = playOf(table, seat);
  if (!play) return t("play.nothing");
  if (play.up && play.pieces) return playInWords(table.variant, play.pieces);
  // What is about to turn up is there, but not seen yet.
  const known = !table.reveal || seat === table.match.view.you;
  return play.pieces && known
    ? t("play.yours", { pieces: piecesInWords(play.pieces) })
    : t("play.down", { n: play.count });
}

/**
 * The middle of the table: the pile of a trick that is played in turn, and tied tricks that the next winner gets.
 *
 * @param {Shown} table
 */
export function piles(table) {
  return [inTurn(table), aside(table)];
}

/** @param {Shown} table */
function inTurn({ room, match, variant }) {
  const { trick } = match.view;
  const { up, best } = trick?.in_turn ?? {};
  const top = best == null ? null : up?.[best];
  if (!trick || best == null || !top) return null;
  const below = trick.laid.filter(Boolean).length - 1;
  const made = combined(variant, top);
  return h(
    "figure",
    { key: "turn", class: "pile" },
    h(
      "div",
      { class: "heap", role: "img", "aria-label": piecesInWords(top) },
      Array.from({ length: below }, (_, i) => h("giog-piece", { key: `below${i}`, code: "back", class: "below" })),
      [...top].map((code, i) => h("giog-piece", { key: `${trick.trick}.${best}.${i}`, code, class: "top" })),
    ),
    h(
      "figcaption",
      {},
      t("pile.best", { name: nameAt(room, best), type: made ? typeName(variant, made.combination.type) : "" }),
      " ",
      below > 0 && t("pile.below", { n: below }),
    ),
  );
}

/** @param {Shown} table */
function aside({ match }) {
  const { aside, tricks } = match.view;
  if (!aside) return null;
  const tied = tricks
    .slice(tricks.findLastIndex(({ winner }) => winner != null) + 1)
    .flatMap(({ plays }) => plays.flatMap((pieces) => [...(pieces ?? "")]));
  return h(
    "figure",
    { key: "aside", class: "pile aside" },
    h(
      "div",
      { class: "heap", role: "img", "aria-label": piecesInWords(tied.join("")) },
      tied.map((code, i) => h("giog-piece", { key: i, code })),
    ),
    h("figcaption", {}, t(match.view.stage === "over" ? "pile.nobodys" : "pile.aside", { n: aside })),
  );
}
