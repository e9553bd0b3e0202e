// A swipe down closes what lies over the page, if that is at its beginning: otherwise it scrolls.

/** @import { Layer } from "./layers.js" */

/** From this distance on it closes, in pixels. */
const CLOSES_PX = 80;
/** From this distance on it is a swipe and not a tap, in pixels. */
const BEGINS_PX = 10;
/** What has a use of its own for such a movement. */
const OWN = "input, select, textarea, svg.grid";

/** The elements that can be swiped away. @type {WeakSet<Element>} */
const swiped = new WeakSet();
/** The finger that is down, where it began, and what it may close. @type {{ id: number, x: number, y: number, down: number, layer: Layer, element: HTMLElement } | null} */
let finger = null;

/** Lets a swipe down close a layer. @param {Layer} layer */
export function letSwipe(layer) {
  const element = layer.element();
  if (!(element instanceof HTMLElement) || swiped.has(element)) return;
  swiped.add(element);
  element.addEventListener("touchstart", (event) => began(event, layer, element), { passive: true });
  element.addEventListener("touchmove", moved, { passive: false });
  element.addEventListener("touchend", ended);
  element.addEventListener("touchcancel", dropped);
}

/** @param {TouchEvent} event @param {Layer} layer @param {HTMLElement} element */
function began({ touches, target }, layer, element) {
  dropped();
  const [touch, more] = touches;
  if (!touch || more || !(target instanceof Element) || target.closest(OWN) || !layer.mayClose()) return;
  for (
    let node = /** @type {Element | null} */ (target);
    node && node !== element.parentElement;
    node = node.parentElement
  )
    if (node.scrollTop > 0) return;
  finger = { id: touch.identifier, x: touch.clientX, y: touch.clientY, down: 0, layer, element };
}

/** @param {TouchEvent} event */
function moved(event) {
  const touch = [...event.changedTouches].find(({ identifier }) => identifier === finger?.id);
  if (!finger || !touch) return;
  const down = touch.clientY - finger.y;
  if (finger.down === 0 && (down < 0 || Math.abs(touch.clientX - finger.x) > down)) return dropped();
  if (finger.down === 0 && down < BEGINS_PX) return;
  finger.down = Math.max(1, down);
  if (event.cancelable) event.preventDefault();
  finger.element.style.setProperty("translate", `0 ${finger.down}px`);
}

function ended() {
  const { down = 0, layer } = finger ?? {};
  dropped();
  if (layer?.isOpen() && down >= CLOSES_PX) layer.close();
}

/** The finger is up, or does something else. */
function dropped() {
  finger?.element.style.removeProperty("translate");
  finger = null;
}
