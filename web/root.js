// Where the page is on its host: at the top, or below a path of its public address, such as `/giog`. Everything else names places as at the
// top; the path is added here, and taken away again. And where the page's own files are.

/** The folder of this version of the page's files; outside a browser, that of this module. */
const FILES = /^.*\/assets\/[0-9a-f]+\//.exec(import.meta.url)?.[0] ?? new URL("./", import.meta.url).href;

/** The path before all addresses of this server; empty at the top. It is before the folder of the page's files. */
export const ROOT = /^(.*)\/assets\/[0-9a-f]+\//.exec(new URL(FILES).pathname)?.[1] ?? "";

/**
 * The address of a file of the page, by its path in the page's folder: in a bundle the code of a module is at another place than in the
 * sources. Modules with a computed path are imported with this function; the bundle has each of them as a file (`bundle.mjs`).
 *
 * @param {string} path
 */
export const pageFile = (path) => new URL(path, FILES).href;

/** The path on this host of a path of this server, which begins with `/`. @param {string} path */
export const onHost = (path) => ROOT + path;

/** The path of this server for a path on this host; one that is not below the root stays. @param {string} pathname */
export function onServer(pathname) {
  if (pathname === ROOT) return "/";
  return pathname.startsWith(`${ROOT}/`) ? pathname.slice(ROOT.length) : pathname;
}

/** The style sheets that were added, by their paths. @type {Map<string, Promise<unknown>>} */
const styles = new Map();

/**
 * Adds a style sheet of a part of the page that is loaded later, by its path in the page's folder; only once, however often it is requested. Resolves
 * when it is loaded, or cannot be loaded.
 *
 * @param {string} path
 * @returns {Promise<unknown>}
 */
export function styled(path) {
  const coming =
    styles.get(path) ??
    new Promise((go) => {
      const sheet = document.createElement("link");
      sheet.rel = "stylesheet";
      sheet.href = pageFile(path);
      sheet.onload = sheet.onerror = go;
      document.head.append(sheet);
    });
  styles.set(path, coming);
  return coming;
}
