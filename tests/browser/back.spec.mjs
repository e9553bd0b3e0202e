// Ways out: what is open is closed first, by *Back*, Escape and a swipe down; the page asks in its own words; and a table that waits says so
// on every page.

import { expect, test } from "./support/test.mjs";
import { english } from "./support/texts.mjs";
import { asked, ready, table } from "./support/table.mjs";

const { t, like } = english;

const button = (page, name) => page.getByRole("button", { name, exact: true });
const panelOf = (page, name) => page.getByRole("complementary", { name: t(name) });
const opener = (page, name) => page.getByRole("navigation").getByRole("button", { name: t(name) });
const dialog = (page) => page.getByRole("dialog");

/** A finger moves down on an element by so many pixels, from a place near its top. */
async function swipe(page, element, down) {
  const box = await element.boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + 12];
  const client = await page.context().newCDPSession(page);
  const send = (type, touchPoints) => client.send("Input.dispatchTouchEvent", { type, touchPoints });
  await send("touchStart", [{ x, y }]);
  for (const part of [0.25, 0.5, 0.75, 1]) await send("touchMove", [{ x, y: y + down * part }]);
  await send("touchEnd", []);
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("Back, Escape and a swipe down close what is open first, and then Back leaves the table", async ({ page }) => {
    await page.goto("/");
    await table(page, { variant: "giog", seats: 2, ceremony: "server" });
    await ready(page);
    await asked(page);
    const room = page.url();
    const length = await page.evaluate(() => history.length);

    // A panel, with a dialog over it: one after another.
    // Whoever goes back past the entry of the panel at once closes the dialog alone, and the panel has an entry again.
    for (const steps of [1, 2]) {
      await opener(page, "panel.series").click();
      await expect(panelOf(page, "panel.series")).toBeVisible();
      await button(page, t("watchers.open")).click();
      await expect(dialog(page)).toBeVisible();
      await expect.poll(() => page.evaluate(() => history.state?.over)).toBe(2);
      await page.evaluate((steps) => history.go(-steps), steps);
      await expect(dialog(page)).toHaveCount(0);
      await expect(panelOf(page, "panel.series")).toBeVisible();
      await expect.poll(() => page.evaluate(() => history.state?.over)).toBe(1);
      await page.goBack();
      await expect(panelOf(page, "panel.series")).toHaveCount(0);
      expect(page.url()).toBe(room);
    }

    // What is closed by its own button or by Escape needs no Back any more.
    for (const close of [
      () => button(panelOf(page, "panel.talk"), t("close")).click(),
      () => page.keyboard.press("Escape"),
    ]) {
      await opener(page, "panel.talk").click();
      await expect(panelOf(page, "panel.talk")).toBeVisible();
      await close();
      await expect(panelOf(page, "panel.talk")).toHaveCount(0);
    }

    // A swipe that is too short is none.
    await opener(page, "panel.help").click();
    const help = panelOf(page, "panel.help");
    await expect(help).toBeVisible();
    await swipe(page, help, 40);
    await expect(help).toBeVisible();
    await expect.poll(() => help.evaluate((panel) => panel.style.translate)).toBe("");
    await swipe(page, help, 200);
    await expect(help).toHaveCount(0);
    await button(page, t("ladder.title")).click();
    await expect(dialog(page)).toBeVisible();
    await swipe(page, dialog(page), 200);
    await expect(dialog(page)).toHaveCount(0);
    expect(await page.evaluate(() => history.length), "no more than were open at once").toBeLessThanOrEqual(length + 2);

    await page.goBack();
    await expect(page).toHaveURL("/");
  });

  test("what was open when the page was loaded again, or when one went elsewhere from it, needs no Back of its own", async ({
    page,
  }) => {
    await page.goto("/");
    await table(page, { variant: "giog", seats: 2 }, { bots: false });
    const room = page.url();
    await opener(page, "panel.talk").click();
    await expect.poll(() => page.evaluate(() => history.state?.over)).toBe(1);
    await page.reload();
    await expect(opener(page, "panel.talk")).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL("/");

    await page.getByRole("banner").getByRole("button").click();
    await expect.poll(() => page.evaluate(() => history.state?.over)).toBe(1);
    await page
      .getByRole("link", { name: t("about.title") })
      .and(page.locator("dialog a"))
      .click();
    await expect(page).toHaveURL(/about/);
    await expect(dialog(page)).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL("/");
    expect(room).toContain("/room/");
  });

  test("settings open without a keyboard, and close at their top too", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("banner").getByRole("button").click();
    await expect(dialog(page)).toBeVisible();
    const focused = await page.evaluate(() => document.activeElement?.matches("input, textarea, select"));
    expect(focused, "nothing is written into").toBe(false);
    const close = button(dialog(page), t("close")).first();
    await expect(close).toBeInViewport();
    await dialog(page).evaluate((settings) => settings.scrollTo(0, 10_000));
    await expect(close).toBeInViewport();
    await close.click();
    await expect(dialog(page)).toBeHidden();
  });
});

test("the page asks in its own words before one leaves, resigns, closes a table, or moves others", async ({
  page,
  visitor,
}) => {
  const native = [];
  page.on("dialog", (one) => {
    native.push(one.message());
    one.dismiss();
  });
  await table(page, { variant: "xiangqi", seats: 2 }, { bots: false });
  const other = await visitor();
  await other.goto(page.url());
  await button(other, t("gather.sit")).first().click();
  await expect(button(other, t("gather.stand"))).toBeVisible();
  const seats = page.getByRole("list", { name: t("table.seats") });
  const menu = seats.getByRole("button", { name: like("person.menu") });

  // Who says no has changed nothing, and the focus is on that answer.
  for (const [key, there] of [
    ["person.owner", page.getByRole("link", { name: t("change.title") })],
    ["person.remove", menu],
  ]) {
    await menu.click();
    await button(seats, t(key)).click();
    await expect(dialog(page)).toContainText(t(`${key}.ask`, { name: await menu.innerText() }));
    await expect(button(dialog(page), t("cancel"))).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(dialog(page)).toHaveCount(0);
    await expect(there).toBeVisible();
  }
  await button(page, t("owner.close")).click();
  await expect(dialog(page)).toContainText(t("owner.close.ask"));
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);

  for (const one of [page, other]) await ready(one);
  await button(page, t("board.resign")).click();
  await expect(dialog(page)).toContainText(t("board.resign.ask"));
  await page.keyboard.press("Escape");
  await button(page, t("table.leave")).click();
  await button(dialog(page), t("table.leave")).click();
  await expect(page).toHaveURL("/");
  expect(native, "the browser asks nothing").toEqual([]);
});

test("a bar on every page says when a table waits, also after a reload, and leads there", async ({ page, visitor }) => {
  await table(page, { variant: "xiangqi", seats: 2, clock: { kind: "none" } });
  await ready(page);
  await asked(page);
  const room = page.url();
  const bar = page.getByRole("status").filter({ hasText: t("wait.turn") });
  await expect(bar, "not where it is seen").toHaveCount(0);
  for (const place of ["/", "/learn", "/matches", "/new"]) {
    await page.goto(place);
    await expect(bar).toContainText(t("game.xiangqi"));
  }
  // On a phone it has one row.
  await page.setViewportSize({ width: 390, height: 844 });
  const rows = await bar.evaluate((bar) => [...bar.children].map((part) => part.getBoundingClientRect()));
  for (const { top, bottom } of rows) {
    expect(top).toBeLessThan(Math.min(...rows.map((other) => other.bottom)));
    expect(bottom).toBeGreaterThan(Math.max(...rows.map((other) => other.top)));
  }
  await bar.getByRole("link").click();
  await expect(page).toHaveURL(room);
  await expect(bar).toHaveCount(0);
  // At another table, too; there it can be put away.
  const other = await visitor();
  await table(other, { variant: "giog", seats: 3, access: "public" }, { bots: false });
  await page.goto(other.url());
  await expect(bar).toBeVisible();
  await button(bar, t("close")).click();
  await expect(bar).toHaveCount(0);
});
