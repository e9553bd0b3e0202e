// Calling somebody back for whom a table waits while they look elsewhere: by the title and a mark on the page's picture always;
// by sound, by vibration and by a notification where that was chosen. And a screen that stays on while a match is played.

/**
 * @import { Room } from "../room.js"
 * @import { RoomNews } from "../types/page.js"
 * @import { RoomId } from "../types/protocol.js"
 */

/** What waits for somebody: their decision, their saying that they are ready, a seat that they have lost. @typedef {"turn" | "ready" | "lost"} Wait */

import { session } from "../session.js";
import { settings } from "../settings.js";
import { listen, sound } from "../sound.js";
import { t } from "../texts.js";

const VIBRATION_MS = [80, 60, 80];
/** The page's picture, and the same with a mark. */
const ICON = new URL("../pieces/mark.svg", import.meta.url).pathname;
const ICON_WAITS = new URL("../pieces/mark-waits.svg", import.meta.url).pathname;

/** What the page calls itself while nothing waits. */
let called = "Giog 爵";
/** For what somebody was called last, by room. @type {Map<string, string>} */
const calledFor = new Map();

/** What a room waits for from whoever is on this page. @param {Room} room @returns {Wait | null} */
export function waits({ state, match, you, now, left, lost }) {
  if (!state || left || state.phase === "closed") return null;
  if (match && now?.you?.decision?.must) return "turn";
  const awaited = you != null && state.phase === "gathering" && now?.start_left_ms != null;
  if (awaited && !state.seats[you]?.ready) return "ready";
  // Whoever looks at the page is told there.
  return lost && document.hidden ? "lost" : null;
}

/** The page is called this while nothing waits. @param {string} text */
export function title(text) {
  called = text;
  show();
}

/** Follows all rooms that somebody is in, whatever they look at. */
export function attend() {
  listen();
  session.addEventListener("room", ({ detail }) => heard(detail));
  session.addEventListener("change", show);
  document.addEventListener("visibilitychange", show);
}

/** @param {RoomNews} news */
function heard({ room, message }) {
  // Between events and the `now` that ends them what is asked belongs to the time before.
  if (message.type !== "now") return;
  const wait = waits(room);
  const { now, state, lost } = room;
  const what =
    wait && [wait, wait === "turn" ? now?.you?.turn : wait === "ready" ? state?.next?.match_id : lost?.seat].join();
  const fresh = wait && what !== calledFor.get(room.id);
  calledFor.set(room.id, what ?? "");
  if (fresh && document.hidden) callBack(wait, room.id);
}

function show() {
  const [wait] = [...session.rooms.values()].flatMap((room) => waits(room) ?? []);
  const text = wait ? `● ${t(`wait.${wait}`)} – Giog` : called;
  if (document.title !== text) document.title = text;
  const icon = document.querySelector('link[rel="icon"]');
  const picture = wait ? ICON_WAITS : ICON;
  if (icon?.getAttribute("href") === picture) return;
  icon?.setAttribute("href", picture);
  // Where the page was installed as an app. A browser that does not want it says no.
  (wait ? navigator.setAppBadge?.() : navigator.clearAppBadge?.())?.catch(() => {});
}

/** Says what waits, to somebody who looks elsewhere. @param {Wait} wait @param {RoomId} room */
function callBack(wait, room) {
  if (settings.get("sound")) sound("bell");
  if (settings.get("vibration")) navigator.vibrate?.(VIBRATION_MS);
  if (settings.get("notification") && globalThis.Notification?.permission === "granted")
    notify(t(`wait.${wait}`), room);
}

/** @param {string} text @param {RoomId} room */
async function notify(text, room) {
  const how = { tag: "giog", icon: ICON, data: { room } };
  try {
    const shown = new Notification(text, how);
    shown.onclick = () => {
      focus();
      shown.close();
    };
  } catch {
    // Browsers of phones let only the worker show one, which follows a click on it.
    const worker = await navigator.serviceWorker?.getRegistration().catch(() => null);
    worker?.showNotification(text, how).catch(() => {});
  }
}

/** Asks the browser whether notifications may be shown, when they are chosen. @param {boolean} wanted */
export function allowNotifications(wanted) {
  if (wanted) globalThis.Notification?.requestPermission();
}

/** @type {WakeLockSentinel | null | undefined} */
let awake = null;
/** Whether the screen was last wanted on where it can be seen: what was asked of the browser before that may come later. */
let isAwake = false;

/**
 * Keeps the screen on while it is wanted and this can be seen, where the browser can; the browser lets go by itself.
 *
 * @param {boolean} wanted
 */
export async function keepAwake(wanted) {
  const before = isAwake;
  isAwake = wanted && !document.hidden;
  if (isAwake === before) return;
  awake?.release();
  awake = null;
  if (!isAwake) return;
  const lock = await navigator.wakeLock?.request("screen").catch(() => null);
  if (isAwake && !awake) awake = lock;
  else lock?.release();
}
