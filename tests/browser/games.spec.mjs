// Choosing a game: one press on home begins any game against bots, and the form that makes a table asks first who plays.

import { expect, test } from "./support/test.mjs";
import { english } from "./support/texts.mjs";
import { asked, roomOf } from "./support/table.mjs";

const { t } = english;

/** The screens on which is measured. */
const SCREENS = [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1280, height: 800 },
];

const cards = (page) => page.getByRole("region", { name: t("home.games") }).getByRole("button");

test("on home one press leads to the first decision of any game against bots, within two screens", async ({ page }) => {
  await page.goto("/");
  await expect(cards(page).first()).toBeVisible();
  const games = await cards(page).count();
  expect(games).toBeGreaterThanOrEqual(20);
  for (const size of SCREENS) {
    await page.setViewportSize(size);
    const lows = await cards(page).evaluateAll((all) =>
      all.map((card) => card.getBoundingClientRect().bottom + scrollY),
    );
    expect(Math.max(...lows), `${size.width} × ${size.height}`).toBeLessThanOrEqual(2 * size.height);
  }
  const seen = new Set();
  for (let n = 0; n < games; n++) {
    const card = cards(page).nth(n);
    await expect(card.locator(".picture")).toBeVisible();
    await expect(card).toContainText(t("home.play"));
    await card.click();
    await expect(page).toHaveURL(/\/room\//);
    await expect(page.getByRole("navigation", { name: t("table.panels") })).toBeVisible();
    expect(await asked(page)).not.toBeNull();
    const { state } = await roomOf(page);
    seen.add(state.settings.variant);
    await page.goBack();
    await expect(cards(page).first()).toBeVisible();
  }
  expect(seen.size, "each card has a game of its own").toBe(games);
});

test.describe("on a phone", () => {
  test.use({ viewport: SCREENS[0], hasTouch: true });

  test("the form asks first who plays; its options are closed and Create is in view, whichever game is chosen", async ({
    page,
  }) => {
    await page.goto("/new");
    const make = page.getByRole("button", { name: t("create.make"), exact: true });
    const who = page.getByRole("group", { name: t("create.who") });
    const games = page.getByRole("group", { name: t("create.game") });
    await expect(make).toBeInViewport({ ratio: 1 });
    await expect(who).toBeInViewport({ ratio: 1 });
    expect((await who.boundingBox()).y).toBeLessThan((await games.boundingBox()).y);
    for (const game of ["xiangqi", "mahjong", "sic-bo"]) {
      await games.getByRole("radio", { name: t(`game.${game}`) }).check();
      await expect(make).toBeInViewport({ ratio: 1 });
      await expect(page.locator("details").filter({ hasText: t("create.more") })).not.toHaveAttribute("open");
    }
    await expect(games.locator(".picture")).toHaveCount(await games.getByRole("radio").count());

    // With bots there is nothing to wait for.
    await games.getByRole("radio", { name: t("game.xiangqi") }).check();
    await who.getByRole("radio", { name: t("create.who.bots") }).check();
    await make.tap();
    await expect(page).toHaveURL(/\/room\//);
    expect(await asked(page)).not.toBeNull();
    expect((await roomOf(page)).state.settings).toMatchObject({ variant: "xiangqi", access: "unlisted" });

    // Friends find it by its link only, anyone in the list.
    for (const [way, access] of [
      ["friends", "unlisted"],
      ["anyone", "public"],
    ]) {
      await page.goto("/new");
      await who.getByRole("radio", { name: t(`create.who.${way}`), exact: false }).check();
      await make.tap();
      await expect(page.getByRole("list", { name: t("table.seats") })).toBeVisible();
      const { state } = await roomOf(page);
      expect(state.settings.access).toBe(access);
      expect(state.seats.filter(({ occupant }) => occupant)).toHaveLength(1);
    }
  });
});
