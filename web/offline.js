// The worker that shows the page where there is no network (worker.js): brought when the page has time, and emptied when this
// browser becomes somebody else.

/** @import { TrustedTypePolicyFactory } from "./types/page.js" */

/** How long the page is left alone after it began: until then the network is for what is looked at. */
const AFTER_MS = 4_000;
const WORKER = "/worker.js";

/** Brings the worker, once the page has time, where the browser has any and whoever pays for the network wants it. */
export function keepForLater() {
  if (!navigator.serviceWorker) return;
  navigator.serviceWorker.addEventListener("message", sayWhere);
  const saves = /** @type {{ connection?: { saveData?: boolean } }} */ (navigator).connection?.saveData;
  if (!saves) setTimeout(bring, AFTER_MS);
}

/** Tells the worker what this window shows, so that it finds the one that has a table. @param {MessageEvent} message */
function sayWhere({ data, ports }) {
  if (data.where) ports[0]?.postMessage(location.pathname);
}

/** The page's worker, which is brought if it is not there. */
export async function pageWorker() {
  await navigator.serviceWorker.register(/** @type {string} */ (address()), { updateViaCache: "none" });
  return navigator.serviceWorker.ready;
}

async function bring() {
  try {
    const { active } = await pageWorker();
    // What of this language was loaded before the worker was there.
    const files = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
    active?.postMessage({ keep: files });
  } catch {
    // A browser that keeps nothing has the page with the network alone.
  }
}

/** The worker's address, as browsers want it that ask for trusted ones: this is the only one. @type {unknown} */
let trusted;

function address() {
  trusted ??= makeAddress();
  return trusted;
}

function makeAddress() {
  const { trustedTypes } = /** @type {{ trustedTypes?: TrustedTypePolicyFactory }} */ (globalThis);
  return trustedTypes?.createPolicy("giog-worker", { createScriptURL: () => WORKER }).createScriptURL("") ?? WORKER;
}

/** Empties what is kept for later: this browser is somebody else now. */
export async function emptied() {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    registration?.active?.postMessage({ empty: true });
    // What it was notified of was somebody else's.
    await (await registration?.pushManager?.getSubscription())?.unsubscribe();
    for (const name of await caches.keys()) await caches.delete(name);
  } catch {
    // Where there is none, nothing is kept.
  }
}

/** Keeps nothing for later any more: whoever was here is forgotten. */
export async function keepNothing() {
  await emptied();
  await (await navigator.serviceWorker?.getRegistration())?.unregister();
}
