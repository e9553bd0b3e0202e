// On the smallest phones: nothing is wider than the screen, everything that can be tapped is large enough, everything needed for a
// decision is visible, with five seats and with the largest hand; in dark mode, and with reduced motion.

import { expect, test } from "./support/test.mjs";
import { english } from "./support/texts.mjs";
import { roundTheTable } from "./support/round.mjs";
import { decide, handOf, layButton, playOn, ready, table } from "./support/table.mjs";
import { expectInSight, expectTouchable } from "./support/targets.mjs";

const { t, within } = english;

test.use({ viewport: { width: 360, height: 640 }, hasTouch: true });

for (const [place, shows] of [
  ["", "home.play"],
  ["new", "create.make"],
]) {
  test(`#/${place} fits`, async ({ page }) => {
    await page.goto(`/#/${place}`);
    await expect(page.getByRole("button", { name: t(shows), exact: true })).toBeVisible();
    await expectTouchable(page, place);
  });
}

test("settings, matches and what there is to learn fit", async ({ page, request }) => {
  await page.goto("/");
  await page.getByRole("banner").getByRole("button").tap();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectTouchable(page, "settings");
  await page.keyboard.press("Escape");
  const { variants } = await (await request.get("/api/v1/variants")).json();
  for (const place of ["matches", "learn", ...variants.map(({ id }) => `learn/${id}`)]) {
    await page.goto(`/#/${place}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectTouchable(page, place);
  }
});

test("what is round the table fits", async ({ page, visitor }) => {
  for await (const { page: shown, view } of roundTheTable(page, await visitor())) await expectTouchable(shown, view);
});

for (const [what, settings] of [
  ["five seats", { variant: "da-qi-luo-2", seats: 5 }],
  ["a hand of sixteen", { variant: "da-qi-luo-1", seats: 2 }],
  ["four rows of stacks", { variant: "giog", seats: 4 }],
]) {
  test(`a table with ${what} fits, from getting ready to the result`, async ({ page }) => {
    await table(page, settings);
    await expectTouchable(page, "gathering");
    await ready(page);
    let hand = 0;
    const measured = new Set();
    const room = await playOn(page, async (decision) => {
      if (!measured.has(decision.do)) {
        measured.add(decision.do);
        await expectTouchable(page, decision.do);
      }
      if (decision.do === "play") {
        const rack = handOf(page);
        hand = Math.max(hand, await rack.getByRole("button").count());
        await expectInSight(page, "a play", [
          rack,
          layButton(page),
          page.getByText(decision.lead ? t("ask.lead") : within("ask.follow")).first(),
        ]);
      }
      await decide(page, decision);
    });
    if (settings.seats === 2) expect(hand).toBe(16);
    expect(room.view.outcome).toBeTruthy();
    await expectTouchable(page, "the result");
    for (const panel of ["panel.history", "panel.series", "panel.talk"]) {
      await page
        .getByRole("navigation")
        .getByRole("button", { name: t(panel) })
        .tap();
      await expect(page.getByRole("complementary")).toBeVisible();
      await expectTouchable(page, panel);
      await page
        .getByRole("complementary")
        .getByRole("button", { name: t("close"), exact: true })
        .tap();
    }
  });
}

test("it is dark where the device is, light where it is, and as it was chosen", async ({ page }) => {
  const brightness = () =>
    page.evaluate(() => {
      const [red, green, blue] = getComputedStyle(document.body)
        .backgroundColor.match(/[\d.]+/g)
        .map(Number);
      return (red + green + blue) / 3;
    });
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/");
  await expect.poll(brightness).toBeGreaterThan(200);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(brightness).toBeLessThan(60);
  await page.getByRole("banner").getByRole("button").tap();
  await page.getByRole("combobox", { name: t("settings.theme") }).selectOption("light");
  await expect.poll(brightness).toBeGreaterThan(200);
});

test.describe("what moves", () => {
  /** Notes every animation and transition that runs while a match is played to its end. */
  async function moved(page) {
    await page.addInitScript(() => {
      window.moved = [];
      for (const type of ["animationstart", "transitionrun"])
        addEventListener(
          type,
          ({ target }) => window.moved.push(`${type} of ${target.localName}.${target.className}`),
          true,
        );
    });
    await table(page, { variant: "giog", seats: 4, ceremony: "server" });
    await ready(page);
    await playOn(page, (decision) => decide(page, decision));
    return page.evaluate(() => window.moved);
  }

  test("stands still with reduced motion", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    expect(await moved(page)).toEqual([]);
  });

  test("moves for others", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "no-preference" });
    expect(await moved(page)).not.toEqual([]);
  });
});
