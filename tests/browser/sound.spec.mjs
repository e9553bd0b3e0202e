// The sounds of a table: wood, a flip, a sweep, a bell for the person's turn. There is no sound before the person has touched the page,
// nor while sounds are off. The test counts the sounds at the browser's audio API.

import { expect, test } from "./support/test.mjs";
import { english } from "./support/texts.mjs";
import { stopClock, withClock } from "./support/clock.mjs";
import { asked, choosable, decide, ready, roomOf, table } from "./support/table.mjs";

const { t } = english;

/** A page that records its sounds, by the length of their samples. */
async function heard(page) {
  await page.addInitScript(() => {
    window.heard = [];
    window.contexts = 0;
    const { start } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function (...at) {
      window.heard.push(this.buffer.duration.toFixed(2));
      return start.apply(this, at);
    };
    window.AudioContext = class extends AudioContext {
      constructor() {
        super();
        window.contexts++;
      }
    };
  });
}

/** The sounds by their duration, in seconds. */
const SOUNDS = { 0.12: "lay", 0.24: "flip", "0.30": "tick", 0.45: "sweep", "1.10": "bell" };

/** The sounds since the last call. */
const sounded = async (page) =>
  (await page.evaluate(() => window.heard.splice(0))).map((length) => SOUNDS[length] ?? length);

/** A match against bots that starts without a touch of the page. */
async function untouched(page) {
  await heard(page);
  await table(page, { variant: "giog", seats: 3, ceremony: "server", clock: { kind: "none" } });
  await page.evaluate(async () => (await window.running()).session.ready(location.pathname.split("/")[2]));
  return asked(page);
}

/** Takes decisions by mouse until another trick has been played; returns the next decision. */
async function trick(page, decision) {
  const before = (await roomOf(page)).view.tricks.length;
  for (let next = decision; ; ) {
    await decide(page, next);
    next = await asked(page, next.turn);
    if (!next || (await roomOf(page)).view.tricks.length > before) return next;
  }
}

const speaker = (page) => page.getByRole("button", { name: t("settings.sounds"), exact: true });

test("nothing sounds before the page is touched; then pieces are laid, turned and swept up, and a bell tells one's turn", async ({
  page,
}) => {
  const first = await untouched(page);
  await page.evaluate(async ({ turn, default: action }) => {
    const { session } = await window.running();
    const room = location.pathname.split("/")[2];
    await session.request("act", { room, match_id: session.rooms.get(room).match.start.match_id, turn, ...action });
  }, first);
  const second = await asked(page, first.turn);
  expect(await sounded(page)).toEqual([]);
  expect(await page.evaluate(() => window.contexts)).toBe(0);

  // The pieces that were chosen for a newcomer were not laid, and are still chosen.
  if ((await choosable(page, english)) === "picked")
    await page.getByRole("button", { name: t("hand.clear"), exact: true }).click();
  await trick(page, second);
  const sounds = [];
  await expect
    .poll(async () => sounds.push(...(await sounded(page))) && sounds)
    .toEqual(expect.arrayContaining(["lay", "flip", "bell"]));
  expect(sounds.filter((sound) => sound === "flip").length).toBeLessThanOrEqual(2);
  expect(sounds.filter((sound) => !["lay", "flip", "sweep", "bell"].includes(sound))).toEqual([]);
  expect(await page.evaluate(() => window.contexts)).toBe(1);
});

test("one press at the table switches sounds off and on, and it stays so", async ({ page }) => {
  const first = await untouched(page);
  await expect(speaker(page)).toHaveAttribute("aria-pressed", "true");
  await speaker(page).click();
  await expect(speaker(page)).toHaveAttribute("aria-pressed", "false");
  const second = await trick(page, first);
  expect(await sounded(page)).toEqual([]);

  await page.reload();
  await expect(speaker(page)).toHaveAttribute("aria-pressed", "false");
  await speaker(page).click();
  await trick(page, second);
  await expect.poll(() => sounded(page)).toContain("lay");
});

test("a volume of nothing is silent", async ({ page }) => {
  const first = await untouched(page);
  await page.evaluate(async () => (await window.running()).settings.set("volume", 0));
  await trick(page, first);
  expect(await sounded(page)).toEqual([]);
});

test("a knock tells that the last ten seconds of one's decision begin, and the clock then runs in tenths", async ({
  page,
}) => {
  await withClock(page);
  await heard(page);
  const clock = { kind: "timed", decision_ms: 60_000, bank_ms: 0 };
  await table(page, { variant: "giog", seats: 3, ceremony: "server", clock });
  await ready(page);
  await expect(page.locator(".seat.own .clock")).toBeVisible();
  await stopClock(page);
  await page.evaluate(() => window.heard.splice(0));
  const own = page.locator(".seat.own .clock");
  const shown = async () => (await own.textContent()) ?? "";
  let low = false;
  for (let second = 0; second < 60 && !low; second++) {
    await page.clock.runFor(1_000);
    low = /^\d\.\d$/.test(await shown());
  }
  expect(low).toBe(true);
  expect(await sounded(page)).toEqual(["tick"]);
  const before = await shown();
  await page.clock.runFor(300);
  expect(await shown()).not.toBe(before);
  await page.clock.runFor(3_000);
  expect(await sounded(page), "once").toEqual([]);
});
