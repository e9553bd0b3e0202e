// Whom the person has blocked: the server keeps it for all their devices, and this page hides their chat like that of muted people.

/** @import { ContactInfo } from "../types/protocol.js" */
/** @import { Somebody } from "./people.js" */

import { ask, change, end, TOKEN } from "../rest.js";
import { settings } from "../settings.js";
import { kept } from "../storage.js";

/** The blocked people; from now on this page hides what they write. @returns {Promise<ContactInfo[]>} */
export async function blocks() {
  if (!kept(TOKEN)) return [];
  const { blocked } = await ask("/guests/me/blocks");
  const muted = settings.get("muted");
  const unheard = blocked.filter(({ player }) => !muted.some((one) => one.player === player));
  if (unheard.length) settings.set("muted", [...muted, ...unheard.map(({ player, name }) => ({ player, name }))]);
  return blocked;
}

/** Blocks somebody. @param {Somebody} person */
export async function block({ player, name }) {
  await change(`/guests/me/blocks/${player}`, "PUT");
  settings.set("muted", [...withoutMuted(player), { player, name }]);
}

/** Lifts a block, and shows what they write again. @param {Somebody} person */
export async function unblock({ player }) {
  await end(`/guests/me/blocks/${player}`);
  settings.set("muted", withoutMuted(player));
}

/** @param {string} player */
const withoutMuted = (player) => settings.get("muted").filter((one) => one.player !== player);
