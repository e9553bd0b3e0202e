// The table of mahjong: four seats from the person's view, the exposed sets of each, and the discards (rivers); the wall in the middle.

/**
 * @import { Child } from "../../dom.js"
 * @import { KnownRoom } from "../../room.js"
 * @import { Bubbles } from "../../views/bubbles.js"
 * @import { MahjongView } from "./state.js"
 * @import { Meld, Seat, SeenHand } from "../../types/protocol.js"
 *
 * @typedef {object} Seen what a table is drawn from
 * @property {KnownRoom} room
 * @property {MahjongView} view
 * @property {SeenHand} hand
 * @property {(string | null)[]} [open] everybody's concealed tiles, where they are looked at
 * @property {Bubbles} [bubbles]
 * @property {(seat: Seat) => number | null} [clock] seconds that a seat has left
 * @property {number | null} [count] seconds in which a tile can still be claimed
 * @property {Child} [over] what lies over the table
 * @property {boolean} [isOver] whether nothing is waited for any more, as in a match that was abandoned
 */

import { h } from "../../dom.js";
import { clockText } from "../../terms.js";
import { number, t } from "../../texts.js";
import { absentTold } from "../../views/absent.js";
import { bubble } from "../../views/bubbles.js";
import { face } from "../../views/faces.js";
import { nameAt } from "../../views/told.js";
import { rightOf, tilesOf, windOf } from "./tiles.js";
import { meldTold, meldsTold, tilesTold } from "./words.js";

/** A clock with less time is shown as nearly over, in seconds. */
const LOW_S = 5;
const SECOND_MS = 1_000;
/** The places at the table, from the person's own in the order of turns. */
const PLACES = ["own", "right", "top", "left"];

/** The seats with their places in reading order, the own seat last. @param {Seat | null} you @returns {[seat: Seat, place: string][]} */
export function placesOf(you) {
  let seat = you ?? 0;
  /** @type {[Seat, string][]} */
  const all = [];
  for (const place of PLACES) {
    all.push([seat, place]);
    seat = rightOf(seat);
  }
  return [...all.slice(1), ...all.slice(0, 1)];
}

/** Tiles side by side, as one picture with a name. @param {string[]} tiles @param {string} label @param {{ last?: number, key?: string, look?: string }} [how] `last`: the place of one that is marked */
export const pictures = (tiles, label, { last = -1, key, look = "" } = {}) =>
  h(
    "span",
    { ...(key !== undefined && { key }), class: `mj-tiles ${look}`, role: "img", "aria-label": label },
    tiles.map((code, i) => h("giog-mahjong", { key: i, code, class: i === last ? "last" : null })),
  );

/** An exposed set; of a concealed kong two tiles are face down. @param {Meld} meld @param {number} i */
export function meld(meld, i) {
  const tiles = tilesOf(meld.tiles);
  const hidden = meld.type === "concealed-kong";
  const shown = tiles.map((tile, at) => (hidden && (at === 0 || at === 3) ? "" : tile));
  return h(
    "span",
    { key: `meld${i}`, class: "mj-tiles", role: "img", "aria-label": meldTold(meld) },
    shown.map((code, at) => h("giog-mahjong", { key: at, code })),
  );
}

/** The whole table. @param {Seen} seen */
export function board(seen) {
  const { view } = seen;
  return h(
    "div",
    { key: "stage", class: "stage" },
    h(
      "div",
      // If there is little room, it can be scrolled, also by keys.
      { class: "mj-round cloth", role: "group", tabindex: 0, "aria-label": t("game.mahjong") },
      h(
        "ul",
        { class: "mj-seats", "aria-label": t("table.seats") },
        placesOf(view.you).map(([seat, place]) => seatAt(seen, seat, place)),
      ),
      middle(seen),
      seen.over,
    ),
  );
}

/** @param {Seen} seen @param {Seat} seat @param {string} place */
function seatAt(seen, seat, place) {
  const { room, view, hand } = seen;
  const at = room.state.seats[seat];
  const offline = absentTold(room, seat);
  const turns = !seen.isOver && hand.turn === seat && !hand.pending;
  return h(
    "li",
    { key: seat, class: ["mj-seat", place, turns && "waits"].filter(Boolean).join(" "), "data-seat": seat },
    h(
      "div",
      { class: "mj-side" },
      h(
        "div",
        { class: "mj-plate" },
        at?.occupant && face(at.occupant, seat),
        wind(hand, seat),
        h("span", { class: "name" }, nameAt(room, seat)),
        h(
          "span",
          { class: "mj-score" },
          number(view.scores[seat] ?? 0),
          h("span", { class: "hidden" }, ` ${t("mj.points")}`),
        ),
        at?.away && h("span", { class: "mark away" }, t("seat.away")),
        offline && h("span", { class: "mark away" }, offline),
        clock(seen.clock?.(seat) ?? null),
        bubble(seen, seat),
      ),
      front(seen, seat, place),
    ),
    river(seen, seat),
  );
}

/** The wind of a seat; the dealer's is marked. @param {SeenHand} hand @param {Seat} seat */
function wind(hand, seat) {
  const at = windOf(seat, hand.dealer);
  const word = t(`mj.wind.${at}`);
  return h(
    "span",
    { class: at === 0 ? "mj-wind dealer" : "mj-wind", title: word },
    h("span", { class: "hidden" }, at === 0 ? t("mj.dealer", { wind: word }) : word),
    h("giog-mahjong", { code: `${at + 1}z` }),
  );
}

/** @param {number | null} seconds */
function clock(seconds) {
  if (seconds === null) return null;
  const time = clockText(seconds * SECOND_MS);
  const look = seconds <= LOW_S ? "clock low" : "clock";
  return h("span", { class: look, role: "timer", "aria-label": t("mj.time", { time }) }, time);
}

/** The front of a seat: sets, flowers, and its concealed tiles, open or face down. @param {Seen} seen @param {Seat} seat @param {string} place */
function front({ room, view, hand, open }, seat, place) {
  const name = nameAt(room, seat);
  const melds = hand.melds[seat] ?? [];
  const flowers = tilesOf(hand.flowers[seat]);
  const shown = open?.[seat];
  const count = hand.counts[seat] ?? 0;
  const own = place === "own" && view.you !== null;
  return h(
    "div",
    { class: "mj-front" },
    melds.length > 0 &&
      h(
        "span",
        {
          key: "melds",
          class: "mj-melds",
          role: "group",
          "aria-label": t("mj.melds", { name, sets: meldsTold(melds) }),
        },
        melds.map(meld),
      ),
    flowers.length > 0 &&
      pictures(flowers, t("mj.flowers", { name, tiles: tilesTold(flowers) }), { key: "flowers", look: "mj-flowers" }),
    shown
      ? pictures(tilesOf(shown), t("mj.open", { name, tiles: tilesTold(tilesOf(shown)) }), {
          key: "open",
          look: "mj-open",
        })
      : !own &&
          h(
            "span",
            { key: "hidden", class: "mj-hidden", role: "img", "aria-label": t("mj.concealed", { count }) },
            h("span", { class: "mj-backs", style: { "--backs": count } }),
            h("span", { class: "number", "aria-hidden": "true" }, number(count)),
          ),
  );
}

/** A seat's discards; the latest discard of all is marked. @param {Seen} seen @param {Seat} seat */
function river({ room, hand }, seat) {
  const tiles = tilesOf(hand.discards[seat]);
  const last = hand.turn === seat && hand.pending?.type === "discard" ? tiles.length - 1 : -1;
  const name = nameAt(room, seat);
  if (!tiles.length) return h("span", { class: "mj-river" });
  return pictures(tiles, t("mj.river", { name, tiles: tilesTold(tiles) }), { last, look: "mj-river" });
}

/** The middle of the table: the round and hand, the wall, and the time in which a tile can be claimed, the same for all. @param {Seen} seen */
function middle({ view, hand, count }) {
  const dead = view.options.dead_wall ?? 0;
  return h(
    "div",
    { key: "middle", class: "mj-middle" },
    h("p", { class: "mj-what" }, t(`mj.round.${hand.round}`), " · ", t("mj.hand", { number: view.deal + 1 })),
    h(
      "p",
      { class: "mj-wall" },
      h("span", { class: "mj-brick", "aria-hidden": "true" }),
      h("span", { class: "number", "aria-hidden": "true" }, number(hand.wall)),
      h("span", { class: "hidden" }, t("mj.wall", { count: hand.wall })),
    ),
    dead > 0 && h("p", { class: "small" }, t("mj.dead", { count: dead })),
    h(
      "p",
      { class: count != null ? "mj-count" : "mj-count none", "aria-hidden": "true" },
      count != null && h("span", { class: count <= LOW_S ? "low" : null }, number(count)),
    ),
  );
}
