// What lies open over the page: dialogs, menus, and a panel that covers a table. While something is open, the browser's history has entries
// for it, so that *Back* closes what is on top, as Escape and a swipe down do. An entry stands for a number of open layers and not for a
// certain one. When a layer is closed in another way, its entry stays, for the next one; *Back* passes over entries that stand for nothing.

import { part } from "./rest.js";

/**
 * Something that is open. `close` does nothing if only its own controls may close it.
 *
 * @typedef {{ element: () => Element | null, isOpen: () => boolean, mayClose: () => boolean, close: () => void, isNative: boolean }} Layer
 *
 * An entry of the history: `place` is that of the view, which its layers share, and `over` how many of them were open.
 *
 * @typedef {{ place?: string, over?: number }} Entry
 */

/** What is open, the topmost last. @type {Layer[]} */
let layers = [];
/** How many entries of the history stand for layers. */
let depth = 0;
/** The name of the current place, which all its entries have. */
let place = "";
/** The current address, which an entry that is returned to may not know yet. */
let address = "";
let settling = false;

/** The entry of the history at which the browser is. @returns {Entry} */
const entry = () => history.state ?? {};

/** The layer on top; undefined if nothing is open. */
export function topLayer() {
  layers = layers.filter((layer) => layer.isOpen());
  return layers.at(-1);
}

/**
 * Says that a layer was opened. Its entry comes once the current task is over: a dialog in place of a menu needs none.
 *
 * @param {Layer} layer
 */
export function opened(layer) {
  if (!layers.includes(layer)) layers.push(layer);
  settle();
}

/** Gives the history entries for what is open, once the current task is over. */
function settle() {
  if (settling) return;
  settling = true;
  setTimeout(() => {
    settling = false;
    topLayer();
    // Without this code nothing can be swiped away, which is acceptable.
    part(import("./swipe.js")).then(
      ({ letSwipe }) => layers.forEach(letSwipe),
      () => {},
    );
    if (depth < layers.length && !place) {
      place = entry().place ?? crypto.randomUUID?.() ?? String(performance.timeOrigin + performance.now());
      history.replaceState({ ...entry(), place }, "");
    }
    while (depth < layers.length) history.pushState({ place, over: ++depth }, "");
  });
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
}

/** Goes to another address, with an entry of its own, or that of what is open here. @param {string} url */
export function visit(url) {
  if (depth > 0) history.replaceState(null, "", url);
  else history.pushState(null, "", url);
  leave();
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
  if (named !== place || !named) {
    leave();
    return elsewhere();
  }
  if (location.href !== address) history.replaceState(history.state, "", address);
  const isBack = over < depth;
  depth = over;
  if (!isBack) return;
  const top = topLayer();
  // Nothing is open, or only what must be completed: it was meant for the place.
  if (!top?.mayClose()) return history.go(-over - 1);
  top.close();
  layers = layers.filter((layer) => layer !== top);
  // *Back* was pressed before the last of them had its entry.
  if (depth < layers.length) settle();
}

/** Escape closes what the browser does not close by itself. @param {KeyboardEvent} event */
function escaped(event) {
  if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
  const top = topLayer();
  if (!top || top.isNative || !top.mayClose()) return;
  event.preventDefault();
  top.close();
}

/** @param {ToggleEvent} event */
function toggled({ target, newState }) {
  if (!(target instanceof HTMLElement) || target.popover == null || newState !== "open") return;
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
  // It does not bubble.
  document.addEventListener("toggle", (event) => toggled(/** @type {ToggleEvent} */ (event)), true);
  leave();
}
