// Addresses within a line of chat: those of tables and matches of this server can be pressed. No other address can, and none with a secret
// after `#`, which would sign somebody in.

import { isId } from "../room.js";
import { onServer } from "../root.js";

/** What may follow an address in a sentence. */
const AFTER = /[.,;:!?)\]}»”"'。，！？、）؟،]+$/u;
/** A table, or a moment of a match. */
const PLACE = /^\/(?:room\/([^/]+)|match\/([^/]+)(?:\/\w+){0,2})\/?$/;
/** What a shared link of a table says of it after `#`; it is left out. */
const SHARED = "#as=";

/**
 * A text in parts: texts, and addresses with the path to which they lead.
 *
 * @param {string} text
 * @returns {(string | { text: string, href: string })[]}
 */
export function linked(text) {
  /** @type {(string | { text: string, href: string })[]} */
  const parts = [];
  for (const word of text.split(/(\s+)/)) {
    const shown = word.replace(AFTER, "");
    const href = placeOf(shown);
    const before = parts.at(-1);
    const added = href ? [{ text: shown, href }, word.slice(shown.length)] : [word];
    if (typeof before === "string" && typeof added[0] === "string") parts.splice(-1, 1, before + added[0]);
    else parts.push(...added);
  }
  return parts.filter(Boolean);
}

/** The path of a table or match of this server; undefined for everything else. @param {string} word */
function placeOf(word) {
  if (!word.startsWith("/") && !/^https?:\/\//i.test(word)) return undefined;
  if (!URL.canParse(word, location.origin)) return undefined;
  const { host, pathname, search, hash, username } = new URL(word, location.origin);
  if (host !== location.host || username || search || (hash && !hash.startsWith(SHARED))) return undefined;
  const path = onServer(pathname);
  const [, room, match] = PLACE.exec(path) ?? [];
  return isId(room ?? match ?? "") ? path : undefined;
}
