// Installs the service worker that shows the page without a network (worker.js), and empties its caches when this browser changes its
// identity.

/** @import { TrustedTypePolicyFactory } from "./types/page.js" */

import { ROOT, onHost, onServer, pageFile } from "./root.js";

/** How long after the start of the page the worker is installed, in milliseconds: before that, the network is for the current view. */
const AFTER_MS = 4_000;
const WORKER = onHost("/worker.js");
/** What the names of its caches begin with: other pages of this host have their own. */
const CACHES = `giog${ROOT}-`;

/** Installs the worker when the page is idle, unless the browser has no workers or the person saves data. */
export function keepForLater() {
  if (!navigator.serviceWorker) return;
  navigator.serviceWorker.addEventListener("message", sayWhere);
  const saves = /** @type {{ connection?: { saveData?: boolean } }} */ (navigator).connection?.saveData;
  if (!saves) setTimeout(keepLanguage, AFTER_MS);
}

/** Keeps the page in this language, and in every other one that is chosen. */
function keepLanguage() {
  bring();
  document.addEventListener("language", bring);
}

/** Tells the worker what this window shows, so that it can find the window with a table. @param {MessageEvent} message */
function sayWhere({ data, ports }) {
  if (data.where) ports[0]?.postMessage(onServer(location.pathname));
}

/** The page's worker; installs it if needed. */
export async function pageWorker() {
  await navigator.serviceWorker.register(/** @type {string} */ (address()), { updateViaCache: "none" });
  return navigator.serviceWorker.ready;
}

async function bring() {
  try {
    const { active } = await pageWorker();
    // Files that were loaded before the worker was installed, such as the current language, and the texts of the rules and of later
    // views in this language.
    const files = performance.getEntriesByType("resource").map(({ name }) => name);
    const texts = ["learn", "views"].map((part) => pageFile(`${part}/texts/${document.documentElement.lang}.js`));
    active?.postMessage({ keep: [...files, ...texts].map((file) => new URL(file).pathname) });
  } catch {
    // If the browser stores nothing, the page works only with a network.
  }
}

/** The worker's address as a trusted script URL, for browsers that require it; there is only this one. @type {unknown} */
let trusted;

function address() {
  trusted ??= makeAddress();
  return trusted;
}

function makeAddress() {
  const { trustedTypes } = /** @type {{ trustedTypes?: TrustedTypePolicyFactory }} */ (globalThis);
  return trustedTypes?.createPolicy("giog-worker", { createScriptURL: () => WORKER }).createScriptURL("") ?? WORKER;
}

/** Empties the caches: this browser has another identity now. */
export async function emptied() {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    registration?.active?.postMessage({ empty: true });
    // Notifications were for the former identity.
    await (await registration?.pushManager?.getSubscription())?.unsubscribe();
    for (const name of await caches.keys()) if (name.startsWith(CACHES)) await caches.delete(name);
  } catch {
    // There is no worker, so nothing is cached.
  }
}

/** Removes the worker and its caches, because the person's data was deleted. */
export async function keepNothing() {
  await emptied();
  await (await navigator.serviceWorker?.getRegistration())?.unregister();
}
