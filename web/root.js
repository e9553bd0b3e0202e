// Where the page is on its host: at the top, or below a path of its public address, such as `/giog`. Everything else names places as at the
// top; the path is added here, and taken away again.

/** The path before all addresses of this server; empty at the top. It is before the folder of the page's files. */
export const ROOT = /^(.*)\/assets\/[0-9a-f]+\//.exec(new URL(import.meta.url).pathname)?.[1] ?? "";

/** The path on this host of a path of this server, which begins with `/`. @param {string} path */
export const onHost = (path) => ROOT + path;

/** The path of this server for a path on this host; one that is not below the root stays. @param {string} pathname */
export function onServer(pathname) {
  if (pathname === ROOT) return "/";
  return pathname.startsWith(`${ROOT}/`) ? pathname.slice(ROOT.length) : pathname;
}
