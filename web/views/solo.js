// A table with bots for one person, to play at once.

/** @import { RoomId, RoomState } from "../types/protocol.js" */

import { FIRST_GAME } from "../games/list.js";
import { ask } from "../rest.js";
import { isBot, personOf } from "../room.js";
import { session } from "../session.js";
import { settings } from "../settings.js";

/** The seats of such a table. */
const SEATS = 3;

/** Goes to a table with bots at which a match is running or begins at once: an existing one, or else a new one. */
export async function playNow() {
  await session.greeted();
  const there = await tableWithBots();
  if (there) await session.enter(there);
  if (there && session.rooms.get(there)?.state?.phase !== "gathering") return there;
  const room =
    there ??
    (await session.create({
      variant: FIRST_GAME,
      seats: SEATS,
      ceremony: settings.get("stacks") ? "players" : "server",
      access: "unlisted",
    }));
  if (!there) await session.request("add_bot", { room, all: true });
  settings.set("matches", settings.get("matches") + 1);
  await session.ready(room);
  return room;
}

/** A table with this person and otherwise only bots; undefined if there is none. */
async function tableWithBots() {
  /** @param {RoomId} id */
  const known = async (id) => session.rooms.get(id)?.state ?? ask(`/rooms/${id}`).catch(() => null);
  /** @param {RoomState | null} state */
  const alone = (state) =>
    state &&
    state.phase !== "closed" &&
    state.seats.every(({ occupant }) => isBot(occupant) || personOf(occupant)?.player === session.me?.player);
  const tables = await Promise.all(session.seated.map(async (id) => ({ id, alone: alone(await known(id)) })));
  return tables.find((table) => table.alone)?.id;
}
