// The views around the table, one after another: the about view, choosing among tables, the settings of a table, sharing,
// moderating people, and continuing on another device.

import { expect } from "./test.mjs";
import { english } from "./texts.mjs";
import { table } from "./table.mjs";

const { t, like } = english;

const openSummary = (page, key) =>
  page
    .locator("summary")
    .filter({ hasText: t(key) })
    .click();
const button = (page, key) => page.getByRole("button", { name: t(key), exact: true });
const dialog = (page, key, values) =>
  expect(page.getByRole("dialog", { name: key && like(key, values) })).toBeVisible();

/** Opens each view in turn, and yields `{page, view}` while it is shown. `other` is the page of another person. */
export async function* roundTheTable(page, other) {
  await page.goto("/#/about");
  await expect(page.getByRole("heading", { level: 1, name: t("about.title") })).toBeVisible();
  yield { page, view: "about" };

  await page.goto("/");
  await openSummary(page, "filter.title");
  await expect(page.getByRole("combobox", { name: t("filter.variant") })).toBeVisible();
  yield { page, view: "choosing among tables" };

  await page.goto("/#/new");
  await openSummary(page, "create.more");
  await page.getByRole("combobox", { name: t("create.access"), exact: true }).selectOption("password");
  await page.getByRole("combobox", { name: t("create.clock"), exact: true }).selectOption("own");
  await expect(page.getByRole("textbox", { name: t("room.password") })).toBeVisible();
  yield { page, view: "all that a table agrees on" };

  await table(page, { variant: "giog", seats: 3, access: "public" }, { bots: false });
  await other.goto(page.url());
  await button(other, "gather.sit").first().click();
  const menu = page.getByRole("main").getByRole("button", { name: like("person.menu") });
  await expect(menu).toBeVisible();
  await openSummary(page, "terms.title");
  yield { page, view: "what a table agreed on" };

  await menu.click();
  await expect(button(page, "person.report")).toBeVisible();
  yield { page, view: "what can be done about somebody" };
  await button(page, "person.report").click();
  await dialog(page, "report.title");
  yield { page, view: "a report" };
  await page.keyboard.press("Escape");

  await button(page, "gather.share").click();
  await expect(page.getByRole("img", { name: t("share.qr") })).toBeVisible();
  yield { page, view: "sharing" };
  await page.keyboard.press("Escape");

  await page.getByRole("link", { name: t("change.title") }).click();
  await expect(button(page, "change.make")).toBeVisible();
  yield { page, view: "changing a table" };

  const { player } = await other.evaluate(async () => (await window.running()).session.me);
  await page.goto(`/#/matches/${player}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  yield { page, view: "somebody's matches" };

  await page.getByRole("banner").getByRole("button").click();
  await button(page, "move.title").click();
  const link = page.getByRole("textbox", { name: t("share.link") });
  await expect(link).toHaveValue(/#\/move\/./);
  yield { page, view: "to another device" };
  await other.goto(await link.inputValue());
  await expect(other.getByRole("heading", { level: 1, name: like("move.ask") })).toBeVisible();
  yield { page: other, view: "from another device" };
}
