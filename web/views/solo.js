// A table of one's own with bots, to play at once.

/** @import { RoomId, RoomState } from "../types/protocol.js" */

import { ask } from "../rest.js";
import { isBot, personOf } from "../room.js";
import { session } from "../session.js";
import { settings } from "../settings.js";

/** Seats of a table that is made to play at once. */
const SEATS = 3;

/** A table of one's own with bots, where a match is played or begins at once: the one that there is, or else a new one. */
export async function playNow() {
  await session.greeted();
  const there = await tableWithBots();
  if (there) await session.enter(there);
  if (there && session.rooms.get(there)?.state?.phase !== "gathering") return there;
  const room =
    there ??
    (await session.create({
      variant: "giog",
      seats: SEATS,
      ceremony: settings.get("stacks") ? "players" : "server",
      access: "unlisted",
    }));
  if (!there) await session.request("add_bot", { room, all: true });
  settings.set("matches", settings.get("matches") + 1);
  await session.ready(room);
  return room;
}

/** A table at which nobody but oneself and bots sits; undefined where there is none. */
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
