// The last match of a room, which is still shown when its people have left or changed seats.

/**
 * @import { KnownRoom } from "../room.js"
 * @import { Shown } from "../types/page.js"
 * @import { FinishedMatch, MatchPlayer, Player, PreviousMatch } from "../types/protocol.js"
 * @import { Known, Playing } from "./seated.js"
 */

import { ask } from "../rest.js";
import { personOf } from "../room.js";
import { t } from "../texts.js";

/**
 * The data of matches that this page has not seen from their start, by match id; null while it is requested.
 *
 * @type {Map<string, Pick<FinishedMatch, "variant" | "players"> | null>}
 */
const played = new Map();
/** The pause before that is requested again after a failure, in milliseconds. */
const AGAIN_MS = 5_000;

/**
 * The room as it is during a match; after the match, as it was during it.
 *
 * @param {Known} table
 * @returns {KnownRoom}
 */
export function roomPlayed(table) {
  const { room } = table;
  const { previous } = room.state;
  return room.match || !previous ? room : asPlayed(table, previous);
}

/** The id of the game that was played last; that of the next one as long as it is unknown. @param {Known} table @param {PreviousMatch} previous */
export function variantPlayed({ room }, { match_id }) {
  const { start } = room.finished ?? {};
  return (start?.match_id === match_id ? start.variant : played.get(match_id)?.variant) ?? room.state.settings.variant;
}

/** Its description; null if it is not a trick game. @param {Known} table @param {PreviousMatch} previous */
export function gamePlayed(table, previous) {
  const variant = variantPlayed(table, previous);
  return table.games.find(({ id }) => id === variant) ?? null;
}

/**
 * The room as it was during the last match: people may have changed seats since, and the current presence concerns others.
 *
 * @param {Known} table
 * @param {PreviousMatch} previous
 * @returns {KnownRoom}
 */
export function asPlayed(table, { match_id }) {
  const { room } = table;
  const { start } = room.finished ?? {};
  if (start?.match_id !== match_id && !played.has(match_id)) {
    played.set(match_id, null);
    ask(`/matches/${match_id}`).then(
      (info) => {
        if ("result" in info) played.set(match_id, info);
        table.redraw();
      },
      (error) => {
        // A match that does not exist will not exist later.
        if (["no_such_match", "match_deleted"].includes(error.code)) return;
        setTimeout(() => played.delete(match_id), AGAIN_MS);
      },
    );
  }
  const players = start?.match_id === match_id ? start.players.map(seated) : played.get(match_id)?.players;
  if (!players) return room;
  const { rows } = room.state.series;
  const people = [...[...rows, ...room.state.seats].map(({ occupant }) => occupant), ...(room.cast ?? [])];
  const seats = players.map(({ player, bot, name = t("matches.forgotten"), tag = "" }, seat) => {
    const person = people.map(personOf).find((other) => other && other.player === player) ?? {
      player: player ?? "",
      name,
      tag,
    };
    return { seat, occupant: bot ? { bot } : person, ready: false, away: false };
  });
  const you = seats.findIndex(({ occupant }) => personOf(occupant)?.player === room.me);
  return { ...room, you: you < 0 ? null : you, present: null, state: { ...room.state, seats } };
}

/** The last match, which is still shown on the table. @param {Playing} table @returns {Shown} */
export function lying(table) {
  const { match, order } = table;
  const { previous } = table.room.state;
  const variant = previous ? gamePlayed(table, previous) : table.variant;
  return { room: roomPlayed(table), match, variant, decision: null, order };
}

/** @param {Player} player @returns {Partial<MatchPlayer>} */
const seated = (player) => ("bot" in player ? player : { player: player.id });
