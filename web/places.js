// The places of the page: `/`, `/new`, `/new/GAME`, `/game/GAME`, `/room/ID`, `/change/ID` (its settings), `/learn`, `/learn/GAME`, `/lesson`,
// `/lesson/HAND`, `/matches`, `/matches/PLAYER`, `/ladder`, `/ladder/GAME`, `/ladder/GAME/SEASON`, `/player/ID`, `/match/ID`,
// `/match/ID/STEP`, `/match/ID/EYES/STEP`, `/branch/ID/SEAT/ACTION`, `/mistake/ID/SEAT/TRICK`, `/mistakes`, `/puzzle`, `/puzzle/ID`, `/about`. The code that logs in another device and that of a friend are after `#` (`/#/move/CODE`,
// `/#/friend/CODE`), which browsers send to nobody. Addresses of earlier versions were all after `#`; they are redirected.

/** @import { Place } from "./dom.js" */

import { amend, followLayers, visit } from "./layers.js";
import { onHost, onServer } from "./root.js";

/** The addresses that stay after `#`. */
const SECRET = /^#\/(move|friend)/;

/** Emits `change` when the address has changed. */
export const places = new EventTarget();

/** The place in the current address. @returns {Place} */
export const here = () =>
  (SECRET.test(location.hash) ? location.hash : onServer(location.pathname)).split("/").slice(1);

/** Goes to a place of the page: a path, or a secret after `#`. @param {string} path */
export function go(path) {
  visit(path.startsWith("#") ? path : onHost(path));
  places.dispatchEvent(new Event("change"));
}

/** A path of the page. Two slashes at the beginning, of either kind, would name another server. */
const PATH = /^\/(?![/\\])/;

/** Redirects an old address after `#`; others stay. */
function leadOn() {
  const { hash } = location;
  if (!hash.startsWith("#/") || SECRET.test(hash)) return;
  const [name, id, eyes, step] = hash.split("/").slice(1);
  const path = name === "match" && eyes ? `/match/${id}/${eyes}/${step || 0}` : hash.slice(1);
  amend(onHost(PATH.test(path) ? path : "/"));
}

/** Handles a click on a link to another place of the page, without reloading the page. @param {MouseEvent} event */
function follow(event) {
  const link = event.target instanceof Element && event.target.closest("a");
  const elsewhere =
    event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (!link || elsewhere || link.target || link.hasAttribute("download") || !PATH.test(link.getAttribute("href") ?? ""))
    return;
  const path = onServer(link.pathname);
  if (path.startsWith("/api/")) return;
  event.preventDefault();
  go(path);
}

/** Starts following the address. */
export function followAddress() {
  leadOn();
  const changed = () => {
    leadOn();
    places.dispatchEvent(new Event("change"));
  };
  addEventListener("hashchange", changed);
  followLayers(() => location.hash || changed());
  document.addEventListener("click", follow);
}
