// Style sheets for parts of the page that are loaded later.

/**
 * Adds a style sheet of this folder to the page; resolves when it is loaded, or cannot be loaded.
 *
 * @param {string} file
 * @returns {Promise<unknown>}
 */
export function styled(file) {
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = new URL(file, import.meta.url).pathname;
  document.head.append(sheet);
  return new Promise((go) => {
    sheet.onload = sheet.onerror = go;
  });
}
