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
  if (unheard.length) settings.mute(unheard, true);
  return blocked;
}

/** Blocks somebody. @param {Somebody} person */
export async function block(person) {
  await change(`/guests/me/blocks/${person.player}`, "PUT");
  settings.mute([person], true);
}

/** Lifts a block, and shows what they write again. @param {Somebody} person */
export async function unblock(person) {
  await end(`/guests/me/blocks/${person.player}`);
  settings.mute([person], false);
}
