// Parts of the page are loaded when needed. If the server has another version of the page by then, the parts of this version are gone, so
// the page is reloaded once. This module imports nothing, so that it always works.

/** The storage key of the part for which this window was reloaded last. */
const KEY = "giog.reloaded";

/**
 * If a part did not load because the server has another version of the page: reloads the page, and never returns. Does nothing if the
 * server cannot be reached, or if the page was already reloaded for this version.
 */
export async function renewed() {
  const answer = await fetch(import.meta.url, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (answer?.status !== 404 || !first()) return;
  location.reload();
  await new Promise(() => {});
}

/**
 * For a second attempt to load a part: browsers remember a failed import, so the page is reloaded; never returns. Does nothing if the
 * server cannot be reached.
 */
export async function loadedAnew() {
  if (!navigator.userActivation?.isActive) return;
  const answer = await fetch(import.meta.url, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (!answer?.ok) return;
  location.reload();
  await new Promise(() => {});
}

/** Whether the page was not reloaded for this version yet; false if the browser could not remember it. */
function first() {
  try {
    if (sessionStorage.getItem(KEY) === import.meta.url) return false;
    sessionStorage.setItem(KEY, import.meta.url);
    return true;
  } catch {
    return false;
  }
}
