// What this browser keeps for this address. Where it keeps nothing (storage switched off, or full), things are kept until
// the page is closed, so that everything else goes on.

/** What could not be written, as it would stand there; null where it would be gone. @type {Map<string, string | null>} */
const unwritten = new Map();

/** What is kept under a key, or null. @param {string} key */
export function kept(key) {
  const here = unwritten.get(key);
  if (here !== undefined) return here;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** How long the text is that is kept under a key: 0 where there is none. @param {string} key */
export const lengthKept = (key) => kept(key)?.length ?? 0;

/** Keeps a text under a key. @param {string} key @param {string} text */
export function keep(key, text) {
  written(key, text, () => localStorage.setItem(key, text));
}

/** @param {string} key */
export function forget(key) {
  written(key, null, () => localStorage.removeItem(key));
}

/** The object that is kept under a key; null where there is none, or something that is none. @param {string} key */
export function keptObject(key) {
  try {
    const value = JSON.parse(kept(key) ?? "null");
    return value instanceof Object ? value : null;
  } catch {
    return null;
  }
}

/** The keys that begin with this. @param {string} prefix */
export function keptKeys(prefix) {
  const keys = new Set(unwritten.keys());
  try {
    for (const key of Object.keys(localStorage)) keys.add(key);
  } catch {
    // Then there are those of this page alone.
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
