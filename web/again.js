// The settings and bots of tables, so that a closed table can be created again. This browser stores them for the last tables that it has seen. A shared
// link has them after `#`, which browsers do not send, so that invited people can do it as well.

/** @import { RoomState, Settings, SettingsInput } from "./types/protocol.js" */

/** @typedef {{ settings: SettingsInput, bots: number }} Before */

/**
 * The settings whose defaults are the same for all games.
 *
 * @typedef {Omit<Settings, "variant" | "seats" | "options" | "bots" | "window_ms" | "window_least_ms" | "windows">} SameForAll
 */

import { amend } from "./layers.js";
import { packed, unpacked } from "./packed.js";
import { isBot } from "./room.js";
import { keep, keptObject } from "./storage.js";

const KEY = "giog.tables";
/** The most tables that are stored. */
const MOST = 20;
/** The prefix of this part of a link. */
const MARK = "#as=";
/** The longest link with it, in characters: what the server draws as a QR code, less the address. */
const LONGEST = 380;
/** The most bots at a table. */
const MOST_BOTS = 7;

/** Their defaults: links omit these settings. @type {SameForAll} */
export const LEFT_OUT = {
  ceremony: "players",
  access: "public",
  spectators: true,
  clock: { kind: "auto" },
  reveal_pause_ms: 2_500,
  take_backs: true,
  stand_in: "bot",
  chat: "free",
  hints: "auto",
};

/** The settings and bots of a table; null in quick play, where the server assigns people to tables. @param {RoomState} state @returns {Before | null} */
function tableOf({ settings, seats, quick }) {
  const set = Object.entries(settings).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(LEFT_OUT[/** @type {keyof SameForAll} */ (name)]),
  );
  const bots = seats.filter(({ occupant }) => isBot(occupant)).length;
  return quick ? null : { settings: Object.fromEntries(set), bots };
}

/** Checks data from others; null if it is not a table. @param {unknown} value @returns {Before | null} */
function read(value) {
  const { settings, bots } = Object(value);
  if (typeof settings !== "object" || typeof settings?.variant !== "string" || "password" in settings) return null;
  return { settings, bots: Number.isInteger(bots) ? Math.max(0, Math.min(bots, MOST_BOTS)) : 0 };
}

/** The kept tables, the latest last: pairs of id and table. @returns {[string, unknown][]} */
function tables() {
  const all = keptObject(KEY);
  return Array.isArray(all) ? all.filter((one) => Array.isArray(one) && typeof one[0] === "string") : [];
}

/** @param {string} id @param {Before} before */
function keepTable(id, before) {
  const others = tables().filter(([other]) => other !== id);
  keep(KEY, JSON.stringify([...others, [id, before]].slice(-MOST)));
}

/** Stores a table. @param {string} id @param {RoomState} state */
export function remember(id, state) {
  const before = state.phase !== "closed" && tableOf(state);
  if (before) keepTable(id, before);
}

/** The stored table with this id; null if unknown. @param {string} id */
export const before = (id) => read(tables().find(([other]) => other === id)?.[1]);

/** The part of a table's link with its settings; empty if that is too long. @param {RoomState} state */
export function linkPart(state) {
  const table = tableOf(state);
  if (!table) return "";
  const part = MARK + packed(table);
  return part.length > LONGEST ? "" : part;
}

/** The table in that part of a link; null if there is none. @param {string} part */
export function fromLink(part) {
  return part.startsWith(MARK) && part.length <= LONGEST ? read(unpacked(part.slice(MARK.length))) : null;
}

/** Stores the table in the link with which the page was opened, if none is stored yet, and removes it from the address. @param {string} id */
export function takeLink(id) {
  const { hash, pathname, search } = location;
  if (!hash.startsWith(MARK)) return;
  const told = fromLink(hash);
  if (told && !before(id)) keepTable(id, told);
  amend(pathname + search);
}
