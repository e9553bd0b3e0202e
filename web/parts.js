// Parts of the page that come when they are wanted, and what is done when the server has another version of the page by then:
// the parts of this one are nowhere any more, so the page is loaded again, once. It imports nothing, so that it is there whatever else is not.

/** For which part the page was loaded again last, in this window. */
const KEY = "giog.reloaded";

/**
 * Where a part did not come since the server has another version of the page: loads that one, and never goes on. Does nothing where
 * the server is not reached, or where that has been done for this version.
 */
export async function renewed() {
  const answer = await fetch(import.meta.url, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (answer?.status !== 404 || !first()) return;
  location.reload();
  await new Promise(() => {});
}

/**
 * Where somebody has just asked once more for a part that did not come: browsers keep it that an import failed, so the page is loaded anew,
 * and never goes on. Does nothing where the server is not reached.
 */
export async function loadedAnew() {
  if (!navigator.userActivation?.isActive) return;
  const answer = await fetch(import.meta.url, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (!answer?.ok) return;
  location.reload();
  await new Promise(() => {});
}

/** Whether this version of the page was not loaded again before; not where the browser could not tell the next time. */
function first() {
  try {
    if (sessionStorage.getItem(KEY) === import.meta.url) return false;
    sessionStorage.setItem(KEY, import.meta.url);
    return true;
  } catch {
    return false;
  }
}
