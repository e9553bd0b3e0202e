// The browser's storage for this address. If it is off or full, values are kept in memory until the page is closed, so that everything
// else works.

/** Values that could not be written; null for a deleted one. @type {Map<string, string | null>} */
const unwritten = new Map();

/** The value of a key, or null. @param {string} key */
export function kept(key) {
  const here = unwritten.get(key);
  if (here !== undefined) return here;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The length of a key's value: 0 if there is none. @param {string} key */
export const lengthKept = (key) => kept(key)?.length ?? 0;

/** Stores a value under a key. @param {string} key @param {string} text */
export function keep(key, text) {
  written(key, text, () => localStorage.setItem(key, text));
}

/** @param {string} key */
export function forget(key) {
  written(key, null, () => localStorage.removeItem(key));
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
    for (const key of Object.keys(localStorage)) keys.add(key);
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
