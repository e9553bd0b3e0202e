// A person for whom a table waits while they look elsewhere is called by title, icon and sound; the loss of a seat is explained, with a
// button to get one again.

import { expect, test } from "./support/test.mjs";
import { english } from "./support/texts.mjs";
import { asked, ready, roomOf, table } from "./support/table.mjs";

const { t, like } = english;

test.use({ times: ["bot_delay_ms = 0", "ready_ms = 4000"] });

const button = (page, key) => page.getByRole("button", { name: t(key), exact: true });
const icon = (page) => page.locator('link[rel="icon"]');
const waiting = (page, key) => expect(page).toHaveTitle(`● ${t(key)} – Giog`);
const lost = (page) => page.getByRole("alert").filter({ hasText: t("wait.lost") });

/** A page that can be hidden, counts its sounds, and notes its titles and icons. */
async function watched(page) {
  await page.addInitScript(() => {
    window.away = false;
    window.sounds = 0;
    window.called = [];
    Object.defineProperty(document, "hidden", { get: () => window.away });
    new MutationObserver(() => {
      const icon = document.querySelector('link[rel="icon"]')?.getAttribute("href");
      if (window.called.at(-1)?.title !== document.title) window.called.push({ title: document.title, icon });
    }).observe(document, { subtree: true, childList: true, characterData: true });
    const { start } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function (...at) {
      window.sounds++;
      return start.apply(this, at);
    };
  });
}

/** Hides the page, or shows it again. */
const look = (page, away) =>
  page.evaluate((away) => {
    window.away = away;
    document.dispatchEvent(new Event("visibilitychange"));
  }, away);

const sounds = (page) => page.evaluate(() => window.sounds);
const sound = (page) => page.evaluate(async () => (await window.running()).settings.set("sound", true));

/** A table for two, with another person. */
async function forTwo(page, visitor) {
  await watched(page);
  await table(page, { variant: "giog", seats: 2 }, { bots: false });
  const other = await visitor();
  await watched(other);
  await other.goto(page.url());
  await button(other, "gather.sit").click();
  await expect(button(other, "gather.stand")).toBeVisible();
  return other;
}

test("ready-time that ends in a hidden tab calls, and the page says why the seat is gone and leads back to it", async ({
  page,
  visitor,
}) => {
  const other = await forTwo(page, visitor);
  await sound(page);
  // Browsers allow no sound before the person has touched the page.
  await page.locator("body").click({ position: { x: 2, y: 2 } });
  await look(page, true);
  await button(other, "gather.ready").click();
  await waiting(page, "wait.lost");
  // The time to get ready may be over before the test could check.
  const called = await page.evaluate(() => window.called);
  const [ready, lostSeat] = ["wait.ready", "wait.lost"].map((key) =>
    called.find(({ title }) => title === `● ${t(key)} – Giog`),
  );
  expect(ready?.icon).toMatch(/\/pieces\/mark-waits\.svg$/);
  expect(called.indexOf(ready)).toBeLessThan(called.indexOf(lostSeat));
  await expect.poll(() => sounds(page), "once for each").toBe(2);
  await look(page, false);
  await expect(page).not.toHaveTitle(/^●/);
  await expect(icon(page)).toHaveAttribute("href", /\/pieces\/mark\.svg$/);
  await expect(lost(page)).toContainText(t("lost.not_ready"));
  // The time to get ready would start again when a person sits down.
  await button(other, "gather.unready").click();
  await expect(button(other, "gather.ready")).toBeVisible();
  await button(page, "lost.back").click();
  await expect(button(page, "gather.stand")).toBeVisible();
  await expect(lost(page)).toHaveCount(0);
  expect((await roomOf(page)).you).toBe(0);
});

test("who is removed is told so, and nothing sounds where that was not chosen", async ({ page, visitor }) => {
  const other = await forTwo(page, visitor);
  await other.locator("body").click({ position: { x: 2, y: 2 } });
  await look(other, true);
  await page
    .getByRole("list", { name: t("table.seats") })
    .getByRole("button", { name: like("person.menu") })
    .click();
  await button(page, "person.remove").first().click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: t("person.remove"), exact: true })
    .click();
  await waiting(other, "wait.lost");
  await look(other, false);
  await expect(lost(other)).toContainText(t("lost.removed"));
  expect(await sounds(other)).toBe(0);
});

test("where only the worker may show notifications, it shows them", async ({ page }) => {
  await page.addInitScript(() => {
    window.notified = [];
    window.Notification = class {
      static permission = "granted";
      constructor() {
        throw new TypeError("Illegal constructor");
      }
    };
    const registration = { showNotification: async (text, { data }) => window.notified.push([text, data]) };
    navigator.serviceWorker.getRegistration = async () => registration;
  });
  await watched(page);
  await table(page, { variant: "giog", seats: 2, ceremony: "server" });
  await page.evaluate(async () => (await window.running()).settings.set("notification", true));
  await look(page, true);
  const { id } = await roomOf(page);
  await page.evaluate(async (id) => (await window.running()).session.ready(id), id);
  await expect.poll(() => page.evaluate(() => window.notified)).toContainEqual([t("wait.turn"), { room: id }]);
});

test("a player who gives up the seat gets no message", async ({ page }) => {
  await table(page, { variant: "giog", seats: 2 }, { bots: false });
  await button(page, "gather.stand").click();
  await expect(button(page, "gather.sit").first()).toBeVisible();
  await expect(lost(page)).toHaveCount(0);
});

test("a decision that is open stands in the title of every view, until it is taken", async ({ page }) => {
  await table(page, { variant: "giog", seats: 2, ceremony: "server" });
  await ready(page);
  await asked(page);
  await waiting(page, "wait.turn");
  await page.evaluate(() => (location.hash = "#/matches"));
  await expect(page.getByRole("heading", { name: t("matches.title") })).toBeVisible();
  await waiting(page, "wait.turn");
  await page.evaluate(async () => {
    const { session } = await window.running();
    const [room] = session.rooms.keys();
    await session.request("leave", { room });
  });
  await expect(page).toHaveTitle(`${t("matches.title")} – Giog`);
});

test("the screen stays on while one is at a match, also after one was elsewhere", async ({ page }) => {
  await page.addInitScript(() => {
    window.locks = 0;
    const request = async () => {
      window.locks++;
      return { release: async () => void window.locks-- };
    };
    Object.defineProperty(navigator, "wakeLock", { value: { request } });
  });
  const locks = (count) => expect.poll(() => page.evaluate(() => window.locks)).toBe(count);
  await table(page, { variant: "giog", seats: 2, ceremony: "server" });
  await locks(0);
  await ready(page);
  await asked(page);
  await locks(1);
  await page.getByRole("link", { name: t("table.lobby"), exact: true }).click();
  await expect(button(page, "home.play")).toBeVisible();
  await locks(0);
  await page.goBack();
  await locks(1);
});
