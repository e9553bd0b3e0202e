// The person's tiles: sorted, with the last drawn one apart. A tap chooses a tile, a second one discards it; dragging it onto the table
// discards it, too.

/**
 * @import { On } from "../../dom.js"
 * @import { Play } from "./live.js"
 *
 * @typedef {{ key: string, tile: string, drawn: boolean }} Held
 */

import { h } from "../../dom.js";
import { t } from "../../texts.js";
import { tilesOf, without } from "./tiles.js";
import { tileTold } from "./words.js";

/** The farthest that a press may move, in pixels, and still be a tap. */
const SLOP_PX = 8;

/**
 * A hand's tiles in order; a tile keeps its key while it is in the hand.
 *
 * @param {string} tiles
 * @param {string | null} drawn
 * @returns {Held[]}
 */
export function heldOf(tiles, drawn) {
  /** @type {Map<string, number>} */
  const copies = new Map();
  const all = tilesOf(tiles);
  const rest = drawn ? without(all, [drawn]) : all;
  return [...rest.map((tile) => ({ tile, drawn: false })), ...(drawn ? [{ tile: drawn, drawn: true }] : [])].map(
    (held) => {
      const copy = copies.get(held.tile) ?? 0;
      copies.set(held.tile, copy + 1);
      return { ...held, key: `${held.tile}${copy}` };
    },
  );
}

/** @param {Play} play */
export function rack(play) {
  const held = play.held;
  const at = held.some(({ key }) => key === play.at) ? play.at : held.at(-1)?.key;
  const may = play.mayDiscard;
  // Computed once, because it depends on the whole hand.
  const { proposed } = play;
  return h(
    "div",
    {
      key: "rack",
      class: may ? "mj-rack may" : "mj-rack",
      role: "group",
      "aria-label": t("mj.hand.label", { count: held.length }),
      style: { "--count": held.length },
      onkeydown: (event) => walk(play, event),
      onpointerdown: (event) => grab(play, event),
    },
    held.map(({ key, tile, drawn }) =>
      h(
        "button",
        {
          key,
          class: drawn ? "held mj-held drawn" : "held mj-held",
          "data-key": key,
          "data-tile": tile,
          tabindex: key === at ? 0 : -1,
          "aria-pressed": String(key === play.chosen),
          "aria-disabled": may ? null : "true",
          title: tileTold(tile),
          "aria-label": drawn ? t("mj.hand.drawn", { tile: tileTold(tile) }) : tileTold(tile),
          onclick: () => play.tap(key),
          onfocus: () => play.stand(key),
        },
        h("giog-mahjong", { code: tile, class: proposed === tile && play.proposes(key) ? "proposed" : null }),
      ),
    ),
  );
}

/**
 * Arrow keys move along the tiles, which stand from left to right in every language.
 *
 * @param {Play} play
 * @param {On<KeyboardEvent, HTMLElement>} event
 */
function walk(play, event) {
  const keys = play.held.map(({ key }) => key);
  const from = keys.indexOf(event.target.getAttribute("data-key") ?? "");
  if (from < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
  /** @type {{ [key: string]: number }} */
  const ways = { ArrowRight: from + 1, ArrowLeft: from - 1, Home: 0, End: keys.length - 1 };
  const to = ways[event.key];
  if (to === undefined) return;
  event.preventDefault();
  const next = event.currentTarget.querySelector(`[data-key="${keys[Math.max(0, Math.min(to, keys.length - 1))]}"]`);
  if (next instanceof HTMLElement) next.focus();
}

/**
 * Starts tracking a press on a tile: dropped above the others, it is discarded.
 *
 * @param {Play} play
 * @param {On<PointerEvent, HTMLElement>} event
 */
function grab(play, event) {
  const tile = event.target.closest(".mj-held");
  const own = event.currentTarget;
  if (!(tile instanceof HTMLElement) || event.button !== 0 || !event.isPrimary || !play.mayDiscard) return;
  const from = { x: event.clientX, y: event.clientY };
  const ended = new AbortController();
  const { signal } = ended;
  let dragged = false;
  /** @param {"pointermove" | "pointercancel" | "pointerup"} type @param {(next: PointerEvent) => void} act */
  const listen = (type, act) =>
    window.addEventListener(type, (next) => next.pointerId === event.pointerId && act(next), { signal });
  const end = () => {
    ended.abort();
    delete tile.dataset.dragged;
    tile.style.translate = "";
  };
  listen("pointermove", (next) => {
    const [x, y] = [next.clientX - from.x, next.clientY - from.y];
    dragged ||= Math.hypot(x, y) > SLOP_PX;
    if (!dragged) return;
    tile.dataset.dragged = "";
    tile.style.translate = `${x}px ${y}px`;
  });
  listen("pointercancel", end);
  listen("pointerup", (next) => {
    const out = dragged && next.clientY < own.getBoundingClientRect().top;
    end();
    if (!dragged) return;
    // The click at the end of a drag is ignored.
    window.addEventListener("click", (click) => click.stopPropagation(), {
      capture: true,
      once: true,
      signal: AbortSignal.timeout(0),
    });
    if (out) play.discard(tile.dataset.tile ?? "");
  });
}
