// The browser's storage for this address. If it is off or full, values are kept in memory until the page is closed, so that everything
// else works.

import { ROOT } from "./root.js";

/** The browser's storage is that of the whole host: below a path of it, the keys have that path before them. */
const BEFORE = ROOT && `${ROOT} `;

/** Whether an event tells of another value of this key. @param {StorageEvent} event @param {string} key */
export const tellsOf = (event, key) => event.key === BEFORE + key;

/** Values that could not be written; null for a deleted one. @type {Map<string, string | null>} */
const unwritten = new Map();

/** The value of a key, or null. @param {string} key */
export function kept(key) {
  const here = unwritten.get(key);
  if (here !== undefined) return here;
  try {
    return localStorage.getItem(BEFORE + key);
  } catch {
    return null;
  }
}

/** The length of a key's value: 0 if there is none. @param {string} key */
export const lengthKept = (key) => kept(key)?.length ?? 0;

/** Stores a value under a key. @param {string} key @param {string} text */
export function keep(key, text) {
  written(key, text, () => localStorage.setItem(BEFORE + key, text));
}

/** @param {string} key */
export function forget(key) {
  written(key, null, () => localStorage.removeItem(BEFORE + key));
}

/** The object that is stored under a key; null if there is none, or if it is not an object. @param {string} key */
export function keptObject(key) {
  try {
    const value = JSON.parse(kept(key) ?? "null");
    return value instanceof Object ? value : null;
  } catch {
    return null;
  }
}

/** The keys with this prefix. @param {string} prefix */
export function keptKeys(prefix) {
  const keys = new Set(unwritten.keys());
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(BEFORE)) keys.add(key.slice(BEFORE.length));
  } catch {
    // Only the keys of this page remain.
  }
  return [...keys].filter((key) => key.startsWith(prefix) && kept(key) !== null);
}

/** @param {string} key @param {string | null} text @param {() => void} write */
function written(key, text, write) {
  try {
    write();
    unwritten.delete(key);
  } catch {
    unwritten.set(key, text);
  }
}
