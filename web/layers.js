// What lies open over the page: dialogs, menus, and a panel that covers a table. Each is an entry of the browser's history, so that *Back*
// closes the one on top, as Escape and a swipe down do. An entry stands for a number of open layers and not for a certain one; when one is
// closed in another way, its entry is taken out again.

import { letSwipe } from "./swipe.js";

/**
 * Something that is open. `close` does nothing if only its own controls may close it.
 *
 * @typedef {{ element: () => Element | null, isOpen: () => boolean, mayClose: () => boolean, close: () => void, isNative: boolean }} Layer
 *
 * An entry of the history: `place` is that of the view, which its layers share, and `over` how many of them were open.
 *
 * @typedef {{ place?: string, over?: number }} Entry
 */

/** How long a browser may take to another entry of this page, in milliseconds. */
const ARRIVED_MS = 2_000;

/** What is open, the topmost last. @type {Layer[]} */
let layers = [];
/** How many entries of the history stand for layers. */
let depth = 0;
/** The name of the current place, which all its entries have. */
let place = "";
/** The current address, which an entry that is returned to may not know yet. */
let address = "";
/** What is done when the browser has arrived at another entry, while it is on the way there. @type {(() => void) | null} */
let arrived = null;
/** What waits until then. @type {(() => void)[]} */
const waiting = [];
let settling = false;

/** The entry of the history at which the browser is. @returns {Entry} */
const entry = () => history.state ?? {};

/** The layer on top; undefined if nothing is open. */
export function topLayer() {
  layers = layers.filter((layer) => layer.isOpen());
  return layers.at(-1);
}

/** Says that a layer was opened. @param {Layer} layer */
export function opened(layer) {
  if (!layers.includes(layer)) layers.push(layer);
  settle();
}

/** Makes the history fit to what is open, once the current task is over: a menu that is replaced by a dialog changes nothing. */
export function settle() {
  if (settling) return;
  settling = true;
  setTimeout(() => {
    settling = false;
    fit();
  });
}

function fit() {
  topLayer();
  for (const layer of layers) letSwipe(layer);
  if (arrived) return;
  if (depth > layers.length) return travel(layers.length - depth, fit);
  if (depth < layers.length && !place) {
    place = entry().place ?? crypto.randomUUID?.() ?? String(performance.timeOrigin + performance.now());
    history.replaceState({ ...entry(), place }, "");
  }
  while (depth < layers.length) history.pushState({ place, over: ++depth }, "");
}

/** Goes some entries back. @param {number} steps @param {() => void} then */
function travel(steps, then) {
  arrived = then;
  history.go(steps);
  setTimeout(() => {
    if (arrived !== then) return;
    // There is no such entry.
    depth = entry().over ?? 0;
    there();
  }, ARRIVED_MS);
}

/** The browser is where it was sent: what waited for that goes on. */
function there() {
  arrived = null;
  for (const act of waiting.splice(0)) act();
}

/** Shows a dialog over the page. @param {HTMLDialogElement} dialog */
export function showDialog(dialog) {
  if (dialog.open) return;
  dialog.showModal();
  opened({
    element: () => dialog,
    isOpen: () => dialog.isConnected && dialog.open,
    mayClose: () => dialog.getAttribute("closedby") !== "none",
    close: () => dialog.close(),
    isNative: true,
  });
}

/** Closes all layers, except those that must be completed. */
export function closeLayers() {
  for (const layer of layers.toReversed()) if (layer.isOpen() && layer.mayClose()) layer.close();
  settle();
}

/** Goes to another address, with an entry of its own; what is open here gives up its entries. @param {string} url @param {() => void} then */
export function visit(url, then) {
  if (arrived) {
    waiting.push(() => visit(url, then));
    return;
  }
  if (depth > 0) history.replaceState(null, "", url);
  else history.pushState(null, "", url);
  leave();
  then();
}

/** Changes the address of the current view. @param {string} url */
export function amend(url) {
  history.replaceState(history.state, "", url);
  address = location.href;
}

/** The browser shows another place, to which nothing of what was open belongs. */
function leave() {
  closeLayers();
  const { place: named = "", over = 0 } = entry();
  depth = over;
  place = named;
  address = location.href;
  layers = layers.filter((layer) => layer.isOpen() && !layer.mayClose());
}

/**
 * Called when the browser has gone to another entry of the history. `elsewhere` is called if it belongs to another place.
 *
 * @param {() => void} elsewhere
 */
function went(elsewhere) {
  const { over = 0, place: named = "" } = entry();
  const then = arrived;
  arrived = null;
  if (named !== place || !named) {
    leave();
    // Layers that were open there are open no more.
    if (over > 0) travel(-over, () => {});
    elsewhere();
  } else {
    if (location.href !== address) history.replaceState(history.state, "", address);
    const before = depth;
    depth = over;
    if (then) then();
    else if (over < before) closeDown(over);
    else fit();
  }
  if (!arrived) there();
}

/** Closes what is on top until so many layers are left; leaves the place if the topmost must be completed first. @param {number} rest */
function closeDown(rest) {
  for (let top = topLayer(); top && layers.length > rest; top = topLayer()) {
    if (!top.mayClose()) return travel(-rest - 1, () => {});
    top.close();
    layers = layers.filter((layer) => layer !== top);
  }
  settle();
}

/** Escape closes what the browser does not close by itself. @param {KeyboardEvent} event */
function escaped(event) {
  if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
  const top = topLayer();
  if (!top || top.isNative || !top.mayClose()) return;
  event.preventDefault();
  top.close();
}

/** A menu was opened or closed. @param {ToggleEvent} event */
function toggled({ target, newState }) {
  if (!(target instanceof HTMLElement) || target.popover == null) return;
  if (newState !== "open") return settle();
  opened({
    element: () => target,
    isOpen: () => target.isConnected && target.matches(":popover-open"),
    mayClose: () => true,
    close: () => target.hidePopover(),
    isNative: true,
  });
}

/** Starts following keys and the history. @param {() => void} elsewhere called when the browser has gone to another place */
export function followLayers(elsewhere) {
  addEventListener("popstate", () => went(elsewhere));
  document.addEventListener("keydown", escaped);
  // These events do not bubble.
  document.addEventListener("close", settle, true);
  document.addEventListener("toggle", (event) => toggled(/** @type {ToggleEvent} */ (event)), true);
  const { over = 0 } = entry();
  leave();
  // After a reload nothing is open.
  if (over > 0) travel(-over, () => {});
}
