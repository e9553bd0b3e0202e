// One person in several windows, and again and again at the same place: nothing is overwritten, and nothing accumulates.

import { expect, test } from "./support/test.mjs";
import { english } from "./support/texts.mjs";
import { asked, playOn, roomOf, table } from "./support/table.mjs";

const { t } = english;

const settings = (page) => page.getByRole("banner").getByRole("button");
const play = (page) => page.getByRole("button", { name: t("home.play"), exact: true });
const chosen = (page) =>
  page.evaluate(async () => {
    const { settings } = await window.running();
    return { theme: settings.get("theme"), vibration: settings.get("vibration"), hints: settings.get("hints") };
  });

test("what is chosen in one window is there in another, and stays when that one chooses something else", async ({
  page,
  context,
}) => {
  await page.goto("/");
  const other = await context.newPage();
  await other.goto("/");
  for (const window of [page, other]) await expect(play(window)).toBeVisible();
  await settings(page).click();
  await page.getByRole("combobox", { name: t("settings.theme") }).selectOption("dark");
  await expect(other.locator("html")).toHaveClass("dark");
  await settings(other).click();
  await expect(other.getByRole("combobox", { name: t("settings.theme") })).toHaveValue("dark");
  await other.getByRole("checkbox", { name: t("settings.vibration") }).check();
  await expect(page.getByRole("checkbox", { name: t("settings.vibration") })).toBeChecked();
  await page.getByRole("checkbox", { name: t("settings.hints") }).uncheck();
  for (const window of [page, other]) {
    await window.reload();
    await expect(play(window)).toBeVisible();
    expect(await chosen(window)).toEqual({ theme: "dark", vibration: true, hints: false });
  }
});

test("a window that has not heard of the other one's choice yet does not undo it", async ({ page }) => {
  await page.goto("/");
  await expect(play(page)).toBeVisible();
  // As another window does it, which this one learns later.
  await page.evaluate(() => localStorage.setItem("giog.settings", JSON.stringify({ theme: "dark" })));
  await page.evaluate(async () => (await window.running()).settings.set("vibration", true));
  await page.reload();
  await expect(play(page)).toBeVisible();
  expect(await chosen(page)).toMatchObject({ theme: "dark", vibration: true });
});

test("Play now leads back to one's table with bots, where the next match begins when one is over", async ({ page }) => {
  await page.goto("/");
  await play(page).click();
  await asked(page);
  const room = page.url();
  const { match_id } = await roomOf(page);

  await page.goto("/");
  await play(page).click();
  await expect(page).toHaveURL(room);
  await asked(page);
  expect((await roomOf(page)).match_id, "the match is played on").toBe(match_id);
  await page.evaluate(() => (location.hash = "#/"));
  await play(page).click();
  await expect(page).toHaveURL(room);
  await playOn(page);

  await page.evaluate(() => (location.hash = "#/"));
  await expect(page.getByRole("heading", { name: t("home.yours") })).toBeVisible();
  await play(page).click();
  await expect(page).toHaveURL(room);
  await expect.poll(async () => (await roomOf(page)).match_id).not.toBe(match_id);

  // Also if the page has just been loaded, and does not know the table yet.
  const second = await playOn(page);
  await page.goto("/");
  await play(page).click();
  await expect(page).toHaveURL(room);
  await asked(page);
  expect((await roomOf(page)).match_id).not.toBe(second.match_id);
});

test("another name is there at the table at once, for oneself and for others", async ({ page, visitor }) => {
  await page.goto("/");
  await table(page, { variant: "giog", seats: 2 }, { bots: false });
  const other = await visitor();
  await other.goto(page.url());
  const seats = (window) => window.getByRole("list", { name: t("table.seats") });
  await expect(seats(other)).toBeVisible();
  await page.evaluate(async () => (await window.running()).session.rename("Newname"));
  for (const window of [page, other]) await expect(seats(window)).toContainText("Newname");
});
