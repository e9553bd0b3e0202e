// Notifications of slow tables: turned on and off, offered once, and shown by the worker.

import { createECDH } from "node:crypto";

import { expectAccessible } from "./support/axe.mjs";
import { wholeBrowser } from "./support/chromium.mjs";
import { evaluateLong } from "./support/parts.mjs";
import { expect, test } from "./support/test.mjs";
import { english } from "./support/texts.mjs";
import { table } from "./support/table.mjs";

const { t } = english;

test.use({
  launchOptions: wholeBrowser,
  serviceWorkers: "allow",
  permissions: ["notifications"],
  push: ["enabled = true", 'contact = "mailto:admin@example.org"'],
});

const ROOM = "0123abcd-0123-4123-8123-0123456789ab";
const SLOW = { variant: "giog", seats: 2, clock: { kind: "timed", decision_ms: 600_000, bank_ms: 0 } };
/** How long it may take until the worker is there, on a busy machine: in milliseconds. */
const WORKER_MS = 120_000;

const button = (page, name) => page.getByRole("button", { name, exact: true });

/** The browser of the tests cannot reach a push service: the subscription is made here. */
async function withPushService(page) {
  const keys = {
    p256dh: createECDH("prime256v1").generateKeys("base64url"),
    auth: Buffer.alloc(16, 7).toString("base64url"),
  };
  await page.addInitScript((keys) => {
    let there = null;
    const bytes = (text) =>
      Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    PushManager.prototype.getSubscription = async () => there;
    PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
      if (!userVisibleOnly) throw new Error("browsers want something to be shown");
      const endpoint = "https://fcm.googleapis.com/fcm/send/of-a-test";
      there = {
        options: { applicationServerKey: bytes(applicationServerKey).buffer },
        toJSON: () => ({ endpoint, expirationTime: null, keys }),
        unsubscribe: async () => {
          there = null;
        },
      };
      return there;
    };
  }, keys);
}

/** The server's answers about notifications. */
const answered = (page, method) =>
  page.waitForResponse((answer) => answer.url().endsWith("/guests/me/push") && answer.request().method() === method, {
    timeout: WORKER_MS,
  });

/** The worker, as soon as it accepts messages. */
const workerOf = (context) => context.serviceWorkers()[0] ?? context.waitForEvent("serviceworker");

async function devices(page) {
  await page.goto("/");
  await page.getByRole("banner").getByRole("button").click();
  await button(page, t("devices.title")).click();
  await expect(page.getByRole("heading", { name: t("push.title") })).toBeVisible();
}

test("a device is notified from when one wants it until one does not", async ({ page }) => {
  await withPushService(page);
  await devices(page);
  const told = answered(page, "PUT");
  await button(page, t("push.turn_on")).click();
  expect((await told).status()).toBe(204);
  await expect(page.getByRole("status").filter({ hasText: t("push.is_on") })).toBeVisible();
  await expectAccessible(page);
  await devices(page);
  const ended = answered(page, "DELETE");
  await button(page, t("push.turn_off")).click();
  expect((await ended).status()).toBe(204);
  await expect(button(page, t("push.turn_on"))).toBeVisible();
});

test("it is offered once at a slow table, and at no other", async ({ page }) => {
  await withPushService(page);
  // What is there before its code, and its words, are.
  const place = page.locator("giog-push-offer");
  await table(page, { ...SLOW, clock: { kind: "none" } });
  await expect(place).toHaveCount(0);
  const offer = page.getByRole("group", { name: t("push.title") });
  await table(page, SLOW);
  await expect(offer).toBeVisible();
  await button(page, t("push.no")).click();
  await expect(place).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("list", { name: t("table.seats") })).toBeVisible();
  await expect(place).toHaveCount(0);
});

test("the worker says in the words of the page that a table waits, and leads there", async ({ page, context }) => {
  await withPushService(page);
  await devices(page);
  const told = answered(page, "PUT");
  await button(page, t("push.turn_on")).click();
  await told;
  await page.waitForFunction(() => navigator.serviceWorker.controller, null, { timeout: WORKER_MS });
  const words = () =>
    page.evaluate(async () =>
      (await (await caches.open("giog-words")).match("/"))?.json().then((words) => words.language),
    );
  const spoken = (language) => expect.poll(words, { timeout: WORKER_MS }).toBe(language);
  const speak = (language) =>
    // The dialog covers the list.
    page.locator(".languages select").evaluate((list, language) => {
      list.value = language;
      list.dispatchEvent(new Event("change"));
    }, language);
  await spoken("en");
  await speak("de");
  await spoken("de");
  await speak("en");
  await spoken("en");
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
    });
  const browser = await context.newCDPSession(page);
  const registered = new Promise((go) =>
    browser.on(
      "ServiceWorker.workerRegistrationUpdated",
      ({ registrations }) => registrations[0] && go(registrations[0]),
    ),
  );
  await browser.send("ServiceWorker.enable");
  const { registrationId } = await registered;
  const origin = new URL(page.url()).origin;
  const push = (data) => browser.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
  for (const wanted of ["ready", "turn"]) {
    await push(JSON.stringify({ room: ROOM, variant: "giog", wanted, by: "2030-01-02T03:04:05Z" }));
    const title = t(`wait.${wanted}`);
    // A newer notification replaces the previous one.
    await expect
      .poll(async () => (await shown()).map((one) => [one.title, one.tag]))
      .toEqual([[title, `giog-${ROOM}`]]);
  }
  const [{ body }] = await shown();
  expect(body).toContain(t("push.until", { time: "" }).trim());
  const worker = await workerOf(context);
  const opened = await worker.evaluate(async () => {
    const to = [];
    globalThis.clients.openWindow = async (path) => void to.push(path);
    const [notification] = await globalThis.registration.getNotifications();
    try {
      dispatchEvent(new NotificationEvent("notificationclick", { notification }));
    } catch {
      // `waitUntil` works only for the browser's own events.
    }
    while (to.length === 0) await new Promise((go) => setTimeout(go, 10));
    return to;
  });
  expect(opened).toEqual([`/room/${ROOM}`]);
  await expect.poll(shown).toEqual([]);
});

/**
 * What a click on a notification of a table does in the end: `focused`, or the address that is opened. The browser lets a worker
 * do either only after a real click, which nobody can make here: so it is noted in its place, and told to the window.
 */
const click = (worker, room) =>
  worker.evaluate(async (room) => {
    const done = new Promise((resolve) => {
      WindowClient.prototype.focus = async function () {
        this.postMessage({ focused: true });
        resolve("focused");
      };
      clients.openWindow = async (path) => resolve(path);
    });
    await registration.showNotification("", { tag: "clicked", data: { room } });
    const [notification] = await registration.getNotifications({ tag: "clicked" });
    dispatchEvent(new NotificationEvent("notificationclick", { notification }));
    return done;
  }, room);

/** Notes whether the worker focuses this window. */
const noteFocus = (page) =>
  page.evaluate(() => {
    window.wasFocused = false;
    navigator.serviceWorker.addEventListener("message", ({ data }) => {
      if (data.focused) window.wasFocused = true;
    });
  });

const wasFocused = (page) => page.evaluate(() => window.wasFocused);

/** Goes to the home view as people do, without loading a document. */
const goHome = (page) => page.getByRole("link", { name: t("table.lobby") }).click();

test("a click on a notification focuses the window that shows the table, however it came there", async ({
  page,
  context,
}) => {
  // One window started at home and went to the table, the other one started there and went home.
  await table(page, SLOW);
  const room = new URL(page.url()).pathname.split("/").at(-1);
  const other = await context.newPage();
  await other.goto(`/room/${room}`);
  await expect(other.getByRole("list", { name: t("table.seats") })).toBeVisible();
  await goHome(other);
  await other.waitForURL("/");
  await evaluateLong(page, async () => void (await navigator.serviceWorker.ready));
  const worker = await workerOf(context);
  await Promise.all([noteFocus(page), noteFocus(other)]);
  expect(await click(worker, room)).toBe("focused");
  await expect.poll(() => wasFocused(page)).toBe(true);
  expect(await wasFocused(other)).toBe(false);
  // If no window shows it any more, one is opened.
  await goHome(page);
  await page.waitForURL("/");
  expect(await click(worker, room)).toBe(`/room/${room}`);
});
