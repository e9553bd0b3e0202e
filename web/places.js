// Where in the page somebody is: `/`, `/new`, `/new/GAME`, `/room/ID`, `/change/ID` (its settings), `/learn`, `/learn/GAME`, `/lesson`, `/lesson/HAND`,
// `/matches`, `/matches/PLAYER`, `/match/ID`, `/match/ID/STEP`, `/match/ID/EYES/STEP`, `/about`. A code that makes another device
// who one is stands behind `#` (`/#/move/CODE`), which browsers send to nobody. Addresses of earlier versions stood behind `#`
// all of them; they lead on.

/** @import { Place } from "./dom.js" */

/** What stays behind `#`. */
const SECRET = "#/move";

/** Tells that an address led elsewhere: `change`. */
export const places = new EventTarget();

/** The place that the address names. @returns {Place} */
export const here = () => (location.hash.startsWith(SECRET) ? location.hash : location.pathname).split("/").slice(1);

/** Goes to a place of the page: a path, or a secret behind `#`. @param {string} path */
export function go(path) {
  history.pushState(null, "", path);
  places.dispatchEvent(new Event("change"));
}

/** A path of the page: two slashes at its beginning, of either kind, would name another server. */
const PATH = /^\/(?![/\\])/;

/** Makes an address that was written behind `#` one of now; others stay. */
function leadOn() {
  const { hash } = location;
  if (!hash.startsWith("#/") || hash.startsWith(SECRET)) return;
  const [name, id, eyes, step] = hash.split("/").slice(1);
  const path = name === "match" && eyes ? `/match/${id}/${eyes}/${step || 0}` : hash.slice(1);
  history.replaceState(null, "", PATH.test(path) ? path : "/");
}

/** A link to another place of the page, which a click leads to without loading the page again. @param {MouseEvent} event */
function follow(event) {
  const link = event.target instanceof Element && event.target.closest("a");
  const elsewhere =
    event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (
    !link ||
    elsewhere ||
    link.target ||
    link.hasAttribute("download") ||
    !link.getAttribute("href")?.match(/^\/(?!\/|api\/)/)
  )
    return;
  event.preventDefault();
  go(link.pathname);
}

/** Follows the address from now on. */
export function followAddress() {
  leadOn();
  const changed = () => {
    leadOn();
    places.dispatchEvent(new Event("change"));
  };
  addEventListener("hashchange", changed);
  addEventListener("popstate", () => location.hash || changed());
  document.addEventListener("click", follow);
}
