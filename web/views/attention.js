// Calls people back who look elsewhere while a table waits for them: always by the title and a mark on the page's icon, and by sound,
// vibration and notification if chosen. Also keeps the screen on during a match.

/**
 * @import { Room } from "../room.js"
 * @import { RoomNews } from "../types/page.js"
 * @import { RoomId } from "../types/protocol.js"
 */

/**
 * What a table waits for: the person's decision, their readiness, or that they notice the loss of their seat.
 *
 * @typedef {"turn" | "ready" | "lost"} Wait
 */

import { here } from "../places.js";
import { pageFile } from "../root.js";
import { session } from "../session.js";
import { settings } from "../settings.js";
import { shown } from "../shown.js";
import { listen, sound } from "../sound.js";
import { t } from "../texts.js";

const VIBRATION_MS = [80, 60, 80];
/** The page's icon, and the same with a mark. */
const ICON = pageFile("pieces/mark.svg");
const ICON_WAITS = pageFile("pieces/mark-waits.svg");

/** The title of the page while nothing waits. */
let called = "Giog 爵";
/** What the person was called for last, by room. @type {Map<string, string>} */
const calledFor = new Map();

/** What a room waits for from this person. @param {Room} room @returns {Wait | null} */
export function waits({ state, match, you, now, left, lost }) {
  if (!state || left || state.phase === "closed") return null;
  if (match && now?.you?.decision?.must) return "turn";
  const awaited = you != null && state.phase === "gathering" && now?.start_left_ms != null;
  if (awaited && !state.seats[you]?.ready) return "ready";
  // People who look at the page see the loss there.
  return lost && document.hidden ? "lost" : null;
}

/**
 * What a room waits for that is not looked at: a lost seat is noticed only there.
 *
 * @param {Room} room
 * @returns {Wait | null}
 */
export const waitsElsewhere = (room) => waits(room) ?? (room.lost && room.state && !room.left ? "lost" : null);

/** What a room waits for, as a text that is another one each time. @param {Room} room @param {Wait} wait */
export const waitKey = ({ id, now, state, lost }, wait) =>
  [id, wait, wait === "turn" ? now?.you?.turn : wait === "ready" ? state?.next?.match_id : lost?.seat].join();

/** Sets the title of the page while nothing waits. @param {string} text */
export function title(text) {
  called = text;
  show();
}

/** Follows all joined rooms, whichever the person looks at. */
export function attend() {
  listen();
  session.connection.on("greeted", joinSeated);
  session.addEventListener("room", ({ detail }) => heard(detail));
  session.addEventListener("change", show);
  document.addEventListener("visibilitychange", show);
}

/** Joins the tables at which the person has a seat, also those that this page has not shown yet: otherwise nobody notices that they wait. */
function joinSeated() {
  const [place, shown] = here();
  for (const id of session.me?.rooms ?? [])
    if (!session.rooms.has(id) && !(place === "room" && shown === id)) session.enter(id).catch(() => {});
}

/** @param {RoomNews} news */
function heard({ room, message }) {
  if (message.type === "notice" && message.notice.do === "nudge") return ring();
  // Between events and the `now` that follows them, the decision is that from before the events.
  if (message.type !== "now") return;
  const wait = waits(room);
  const what = wait && waitKey(room, wait);
  const fresh = wait && what !== calledFor.get(room.id);
  calledFor.set(room.id, what ?? "");
  if (fresh && document.hidden) callBack(wait, room.id);
}

function show() {
  // A decision may tell a result that is being revealed.
  const [wait] = [...session.rooms.values()].flatMap((room) => waits(shown(room)) ?? []);
  const text = wait ? `● ${t(`wait.${wait}`)} – Giog` : called;
  if (document.title !== text) document.title = text;
  const icon = document.querySelector('link[rel="icon"]');
  const picture = wait ? ICON_WAITS : ICON;
  if (icon?.getAttribute("href") === picture) return;
  icon?.setAttribute("href", picture);
  // The badge of an installed app. A browser without permission rejects this.
  (wait ? navigator.setAppBadge?.() : navigator.clearAppBadge?.())?.catch(() => {});
}

/** What can be heard or felt, as chosen. */
function ring() {
  if (settings.get("sound")) sound("bell");
  if (settings.get("vibration")) navigator.vibrate?.(VIBRATION_MS);
}

/** Tells a person who looks elsewhere what waits. @param {Wait} wait @param {RoomId} room */
function callBack(wait, room) {
  ring();
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
    // Browsers on phones let only the worker show notifications, which also handles clicks on them.
    const worker = await navigator.serviceWorker?.getRegistration().catch(() => null);
    worker?.showNotification(text, how).catch(() => {});
  }
}

/** Asks the browser for permission when notifications are turned on. @param {boolean} wanted */
export function allowNotifications(wanted) {
  if (wanted) globalThis.Notification?.requestPermission();
}

/** @type {WakeLockSentinel | null | undefined} */
let awake = null;
/** Whether the screen was last wanted on while the page is visible: the browser may answer earlier requests later. */
let isAwake = false;

/**
 * Keeps the screen on while wanted and while the page is visible, if the browser can; the browser ends this by itself.
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
