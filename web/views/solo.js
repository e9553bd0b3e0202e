// A table with bots for one person, to play at once.

/** @import { RoomId, RoomState, Variant } from "../types/protocol.js" */

import { FIRST_GAME, knownGame } from "../games/list.js";
import { ask } from "../rest.js";
import { isBot, personOf } from "../room.js";
import { everyGame } from "../rules.js";
import { session } from "../session.js";
import { settings } from "../settings.js";

/** The seats of such a table, if the game can have so many. */
const SEATS = 3;

/**
 * Goes to a table with bots at which a match of a game is running or begins at once: an existing one, or else a new one.
 *
 * @param {Variant} [variant]
 */
export async function playNow(variant = FIRST_GAME) {
  await session.greeted();
  const there = await tableWithBots(variant);
  if (there) await session.enter(there);
  if (there && session.rooms.get(there)?.state?.phase !== "gathering") return there;
  const room =
    there ??
    (await session.create({
      variant,
      seats: await seatsOf(variant),
      ceremony: settings.get("stacks") || knownGame(variant).family ? "players" : "server",
      access: "unlisted",
    }));
  if (!there) await session.request("add_bot", { room, all: true });
  settings.set("matches", settings.get("matches") + 1);
  await session.ready(room);
  return room;
}

/** @param {Variant} variant */
async function seatsOf(variant) {
  const game = variant !== FIRST_GAME && (await everyGame()).find(({ id }) => id === variant);
  return game ? Math.max(game.min_players, Math.min(SEATS, game.max_players)) : SEATS;
}

/** A table of a game with this person and otherwise only bots; undefined if there is none. @param {Variant} variant */
async function tableWithBots(variant) {
  /** @param {RoomId} id */
  const known = async (id) => session.rooms.get(id)?.state ?? ask(`/rooms/${id}`).catch(() => null);
  /** @param {RoomState | null} state */
  const alone = (state) =>
    state &&
    state.phase !== "closed" &&
    state.settings.variant === variant &&
    state.seats.every(({ occupant }) => isBot(occupant) || personOf(occupant)?.player === session.me?.player);
  const tables = await Promise.all(session.seated.map(async (id) => ({ id, alone: alone(await known(id)) })));
  return tables.find((table) => table.alone)?.id;
}
