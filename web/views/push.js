// Notifications of slow tables by Web Push: this device is notified where a table waits for whoever has it, and they are not there.
// <giog-push> turns it on and off; <giog-push-offer> offers it once, at a slow table. The worker shows what comes (worker.js).

/** @import { RoomNews } from "../types/page.js" */

import { h, View } from "../dom.js";
import { pageWorker } from "../offline.js";
import { change, end, server } from "../rest.js";
import { session } from "../session.js";
import { settings } from "../settings.js";
import { t } from "../texts.js";
import { refusalTold } from "./home.js";

/** How long it is until the server is told again where this device is notified: after a restore it does not know. */
const AGAIN_MS = 24 * 3_600 * 1_000;

/** @typedef {"unknown" | "none" | "unsupported" | "blocked" | "on" | "off"} PushState `none` where the server sends no notifications */

/** Whether this browser can be notified. */
const isAble = () => "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;

/** How it is with this device. @returns {Promise<PushState>} */
export async function pushState() {
  const { push_key } = await server();
  if (!push_key) return "none";
  if (!isAble()) return "unsupported";
  if (Notification.permission === "denied") return "blocked";
  return settings.get("push") && Notification.permission === "granted" ? "on" : "off";
}

/** Has this device notified; asks the browser whether it may be. Throws where it cannot be done. */
export async function turnOn() {
  // First of all, while the browser knows that somebody wants it.
  const may = await Notification.requestPermission();
  const { push_key } = await server();
  if (may !== "granted" || !push_key) return;
  await subscribe(push_key);
  settings.set("push", true);
  goOnPushing().catch(() => {});
}

/** Has it notified no more. */
export async function turnOff() {
  settings.set("push", false);
  await (await subscribed())?.unsubscribe();
  await end("/guests/me/push");
}

/** What this browser has subscribed to, if it has. */
async function subscribed() {
  const registration = await navigator.serviceWorker?.getRegistration();
  return registration?.pushManager?.getSubscription();
}

/** Subscribes with the server's key, and tells the server. @param {string} key */
async function subscribe(key) {
  const { pushManager } = await pageWorker();
  const before = await pushManager.getSubscription();
  const other = before && base64(before.options.applicationServerKey) !== key;
  if (other) await before.unsubscribe();
  const subscription =
    (!other && before) || (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  await change("/guests/me/push", "PUT", subscription.toJSON());
  settings.set("pushTold", Date.now());
}

/** @param {ArrayBuffer | null} bytes */
function base64(bytes) {
  const text = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Gives the worker the words of the page's language: it has no texts. */
async function tellWords() {
  const { active } = await pageWorker();
  const words = {
    turn: t("wait.turn"),
    ready: t("wait.ready"),
    until: t("push.until"),
    language: document.documentElement.lang,
  };
  active?.postMessage({ words });
}

/** @param {{ detail: RoomNews }} news */
function heard({ detail: { message } }) {
  if (message.type === "snapshot") takeAway();
}

/** Takes away what was shown of tables that are looked at. */
async function takeAway() {
  if (document.hidden) return;
  const registration = await navigator.serviceWorker.getRegistration();
  for (const id of session.rooms.keys()) {
    for (const shown of (await registration?.getNotifications({ tag: `giog-${id}` })) ?? []) shown.close();
  }
}

/** Goes on with it when the page begins, where it is on, and when it is turned on. */
export async function goOnPushing() {
  document.addEventListener("language", tellWords);
  document.addEventListener("visibilitychange", takeAway);
  session.addEventListener("room", heard);
  takeAway();
  tellWords();
  await session.greeted();
  const { push_key } = await server();
  const there = await subscribed();
  const age = Date.now() - settings.get("pushTold");
  const isNew = there && age >= 0 && age < AGAIN_MS && base64(there.options.applicationServerKey) === push_key;
  if (push_key && Notification.permission === "granted" && !isNew) await subscribe(push_key);
}

/** What both elements have in common. */
class PushView extends View {
  /** @type {PushState} */
  state = "unknown";
  failed = "";

  began() {
    this.follow(settings, "change", () => this.look());
    this.look();
  }

  async look() {
    this.state = await pushState().catch(() => /** @type {PushState} */ ("unknown"));
    this.redraw();
  }

  /** @param {() => Promise<void>} act */
  async attempt(act) {
    this.failed = "";
    try {
      await act();
    } catch (error) {
      this.failed = refusalTold(error);
    }
    await this.look();
  }
}

class Push extends PushView {
  draw() {
    if (this.state === "none" || this.state === "unknown") return null;
    return [
      h("h3", {}, t("push.title")),
      h("p", { class: "small" }, t("push.what")),
      h(
        "p",
        { class: "small", role: "status" },
        this.state === "on" && t("push.is_on"),
        this.state === "blocked" && t("push.blocked"),
        this.state === "unsupported" && t("push.unsupported"),
      ),
      h(
        "div",
        { class: "buttons" },
        this.state === "off" && h("button", { key: "on", onclick: () => this.attempt(turnOn) }, t("push.turn_on")),
        this.state === "on" && h("button", { key: "off", onclick: () => this.attempt(turnOff) }, t("push.turn_off")),
      ),
      this.failed && h("p", { class: "fault", role: "alert" }, this.failed),
    ];
  }
}

class PushOffer extends PushView {
  draw() {
    if (settings.get("pushOffered") || this.state !== "off") return null;
    return h(
      "div",
      { class: "push-offer", role: "group", "aria-label": t("push.title") },
      h("p", { class: "small" }, t("push.offer")),
      h(
        "div",
        { class: "buttons" },
        h("button", { key: "yes", onclick: () => this.attempt(() => this.#take()) }, t("push.turn_on")),
        h("button", { key: "no", class: "quiet", onclick: () => settings.set("pushOffered", true) }, t("push.no")),
      ),
      this.failed && h("p", { class: "fault", role: "alert" }, this.failed),
    );
  }

  async #take() {
    await turnOn();
    settings.set("pushOffered", true);
  }
}

customElements.define("giog-push", Push);
customElements.define("giog-push-offer", PushOffer);
