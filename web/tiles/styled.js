// Style sheets of games of tiles and dice, loaded with their code, each once.

/** @type {Map<string, Promise<unknown>>} */
const there = new Map();

/**
 * Adds a style sheet of this folder to the page; resolves when it is loaded, or cannot be loaded.
 *
 * @param {string} file
 * @returns {Promise<unknown>}
 */
export function styled(file) {
  const coming =
    there.get(file) ??
    new Promise((go) => {
      const sheet = document.createElement("link");
      sheet.rel = "stylesheet";
      sheet.href = new URL(file, import.meta.url).pathname;
      sheet.onload = sheet.onerror = go;
      document.head.append(sheet);
    });
  there.set(file, coming);
  return coming;
}
