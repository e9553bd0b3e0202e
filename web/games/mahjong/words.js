// Tiles, sets and events in words: for screen readers, for the log of the table, and for people who do not read the tiles.

/**
 * @import { KnownRoom } from "../../room.js"
 * @import { Claim, FinishedHand, Meld, RoomEvent, Seat } from "../../types/protocol.js"
 */

import { known, list, number, t } from "../../texts.js";
import { about, nameAt } from "../../views/told.js";
import { tilesOf } from "./tiles.js";

/** The letters of tiles whose names contain a number. */
const NUMBERED = "mps";

/** A tile's name. @param {string} tile */
export function tileTold(tile) {
  const [digit = "", letter = ""] = tile;
  return NUMBERED.includes(letter)
    ? t(`mj.tile.${letter}`, { rank: number(Number(digit)) })
    : t(`mj.tile.${digit}${letter}`);
}

/** The names of several tiles. @param {string[]} tiles */
export const tilesTold = (tiles) => list(tiles.map(tileTold));

/** Exposed sets in words. @param {Pick<Meld, "type" | "tiles">[]} melds */
export const meldsTold = (melds) => list(melds.map(meldTold));

/** A set in words: its kind and its tiles. @param {Pick<Meld, "type" | "tiles">} meld */
export const meldTold = ({ type, tiles }) =>
  t("mj.set", {
    what: t(`mj.meld.${type}`),
    tiles: type === "chow" ? tilesTold(tilesOf(tiles)) : tileTold(tilesOf(tiles)[0] ?? ""),
  });

/** A claim in a word; in that of the protocol if the page does not know it. @param {Claim} claim */
export const claimTold = ({ claim }) => known(`mj.do.${claim}`) ?? claim;

/** A number of faan. @param {number} faan */
export const faanTold = (faan) => t("mj.faan", { faan });

/** How a hand ended. @param {KnownRoom} room @param {FinishedHand} finished */
export function finishedTold(room, { winner, from, faan }) {
  if (winner === null) return t("mj.told.drawn");
  const values = { faan: faanTold(faan ?? 0) };
  if (from === null) return about(room, winner, "mj.told.self", values);
  if (from === room.you) return t("mj.told.from.yours", { name: nameAt(room, winner), ...values });
  return about(room, winner, "mj.told.from", { from: nameAt(room, from), ...values });
}

/** What a seat has taken or declared. @param {KnownRoom} room @param {Seat} seat @param {Pick<Meld, "type" | "tiles">} meld */
const tookTold = (room, seat, meld) => about(room, seat, "mj.told.took", { set: meldTold(meld) });

/** All flowers of a seat that has exposed some. @param {KnownRoom} room @param {Seat} seat @param {string} flowers */
const flowersTold = (room, seat, flowers) =>
  about(room, seat, "mj.told.flowers", { tiles: tilesTold(tilesOf(flowers)) });

/** An event in a sentence; null for those that are not worth one. @param {KnownRoom} room as it was after it @param {RoomEvent} event @param {Meld | undefined} made the set that it made */
export function happeningTold(room, event, made) {
  switch (event.do) {
    case "hand": {
      const dealt = event.tiles && t("mj.told.dealt", { tiles: tilesTold(tilesOf(event.tiles)) });
      const begins = about(room, event.dealer, "mj.told.hand", { number: event.deal + 1 });
      return [begins, dealt].filter(Boolean).join(" ");
    }
    case "drew": {
      const flowers = event.flowers && flowersTold(room, event.seat, event.flowers);
      const drawn = event.tile && t("mj.told.drew", { tile: tileTold(event.tile) });
      return [flowers, drawn].filter(Boolean).join(" ") || null;
    }
    case "discard":
      return about(room, event.seat, "mj.told.discard", { tile: tileTold(event.tile) });
    case "kong":
      return event.window === undefined
        ? tookTold(room, event.seat, { type: "concealed-kong", tiles: event.tile })
        : about(room, event.seat, "mj.told.adds", { tile: tileTold(event.tile) });
    case "claimed":
      // A winner exposes no set; the win is told at the end of the hand.
      return event.seat !== null && made && event.taken?.claim !== "win" ? tookTold(room, event.seat, made) : null;
    case "hand_over": {
      const flowers = event.laid && flowersTold(room, event.laid.seat, event.laid.flowers);
      return [flowers, finishedTold(room, event.finished)].filter(Boolean).join(" ");
    }
    default:
      return null;
  }
}
