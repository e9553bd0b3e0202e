// Notifications by Web Push: this device is notified when a slow table waits for a person who is not connected to it. <giog-push> turns
// it on and off; <giog-push-offer> offers it once, at a slow table. The worker shows the notifications (worker.js).

/** @import { RoomNews } from "../types/page.js" */

import { h, View } from "../dom.js";
import { pageWorker } from "../offline.js";
import { change, end, server } from "../rest.js";
import { session } from "../session.js";
import { settings } from "../settings.js";
import { t } from "../texts.js";
import { refusalTold } from "./home.js";
import { laterTexts } from "./language.js";

await laterTexts();

/** How often the subscription is sent to the server again, in milliseconds: after a restore of a backup the server does not know it. */
const AGAIN_MS = 24 * 3_600 * 1_000;

/** @typedef {"unknown" | "none" | "unsupported" | "blocked" | "on" | "off"} PushState `none` where the server sends no notifications */

/** Whether this browser supports push notifications. */
const isAble = () => "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;

/** The state of notifications on this device. @returns {Promise<PushState>} */
export async function pushState() {
  const { push_key } = await server();
  if (!push_key) return "none";
  if (!isAble()) return "unsupported";
  if (Notification.permission === "denied") return "blocked";
  return settings.get("push") && Notification.permission === "granted" ? "on" : "off";
}

/** Turns notifications on; asks the browser for permission. Throws if this fails. */
export async function turnOn() {
  // This comes first, because the browser asks only right after a click.
  const may = await Notification.requestPermission();
  const { push_key } = await server();
  if (may !== "granted" || !push_key) return;
  await subscribe(push_key);
  settings.set("push", true);
  goOnPushing().catch(() => {});
}

/** Turns notifications off. */
export async function turnOff() {
  settings.set("push", false);
  await (await subscribed())?.unsubscribe();
  await end("/guests/me/push");
}

/** The browser's current subscription, if any. */
async function subscribed() {
  const registration = await navigator.serviceWorker?.getRegistration();
  return registration?.pushManager?.getSubscription();
}

/** Subscribes with the server's key, and sends the subscription to the server. @param {string} key */
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

/** Gives the worker the texts of notifications in the page's language, because it has none. */
async function tellWords() {
  const { active } = await pageWorker();
  const words = {
    turn: t("wait.turn"),
    ready: t("wait.ready"),
    invitation: t("push.invited"),
    until: t("push.until"),
    language: document.documentElement.lang,
  };
  active?.postMessage({ words });
}

/** @param {{ detail: RoomNews }} news */
function heard({ detail: { message } }) {
  if (message.type === "snapshot") takeAway();
}

/** Closes notifications about tables that are visible. */
async function takeAway() {
  if (document.hidden) return;
  const registration = await navigator.serviceWorker.getRegistration();
  for (const id of session.rooms.keys()) {
    for (const shown of (await registration?.getNotifications({ tag: `giog-${id}` })) ?? []) shown.close();
  }
}

/** Renews the subscription when the page starts, if notifications are on, and when they are turned on. */
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

/** The common part of both elements. */
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
