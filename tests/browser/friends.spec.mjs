// Friends: by a link, at a public table, and whom one does not want to hear of.

import { expectAccessible } from "./support/axe.mjs";
import { beginTogether, resign, sit } from "./support/boards.mjs";
import { expectTouchable } from "./support/targets.mjs";
import { table } from "./support/table.mjs";
import { expect, test } from "./support/test.mjs";
import { english } from "./support/texts.mjs";

const { t, like } = english;

const button = (page, name) => page.getByRole("button", { name, exact: true });
const settings = (page) => page.getByRole("banner").getByRole("button");

/** Opens the list of friends; returns its dialog. */
async function friends(page) {
  await page.goto("/");
  await settings(page).click();
  await button(page, t("friends.title")).click();
  const dialog = page.getByRole("dialog", { name: t("friends.title") });
  await expect(button(dialog, t("friends.link"))).toBeEnabled();
  return dialog;
}

async function rename(page, name) {
  await page.goto("/");
  await settings(page).click();
  await page.getByRole("textbox", { name: t("settings.name") }).fill(name);
  await button(page, t("settings.rename")).click();
  await page.keyboard.press("Escape");
  await expect(settings(page)).toContainText(name);
}

/** Makes friends of two people by a link. */
async function befriend(page, other) {
  const dialog = await friends(page);
  await button(dialog, t("friends.link")).click();
  const link = page.getByRole("textbox", { name: t("share.link") });
  await expect(link).toHaveValue(/#\/friend\/[0-9a-f]{32}$/);
  await other.goto(await link.inputValue());
  await expect(other.getByRole("heading", { name: t("friend.ask") })).toBeVisible();
  // Nobody finds the code in the browser's history.
  await expect(other).toHaveURL(/#\/friend$/);
}

test.use({ expected: /status of 40[39]/ });

test("a link makes friends, who see each other's public tables until one of them ends it", async ({
  page,
  visitor,
}) => {
  const other = await visitor({ viewport: { width: 360, height: 740 }, hasTouch: true });
  await rename(page, "Lin");
  await rename(other, "Wu");
  await befriend(page, other);
  await expectAccessible(other, "the link of a friend");
  await button(other, t("friend.yes")).click();
  await expect(other.getByRole("heading", { name: like("friends.agree.done") })).toContainText("Lin");

  await table(other, { variant: "xiangqi", access: "public" }, { bots: false });
  const path = new URL(other.url()).pathname;
  const atHome = page.getByRole("heading", { name: t("home.friends") });
  await page.goto("/");
  await expect(atHome.locator("..").getByRole("link")).toHaveAttribute("href", path);
  // It is listed there alone.
  await expect(page.locator(`a[href="${path}"]`)).toHaveCount(1);
  await expectAccessible(page, "home with a table of a friend");
  const dialog = await friends(page);
  const row = dialog.getByRole("listitem").filter({ hasText: "Wu" });
  await expect(row.getByRole("link", { name: like("friends.at") })).toHaveAttribute("href", new RegExp(`${path}$`));
  await expect(row.getByRole("link", { name: "Wu" })).toHaveAttribute("href", /\/player\//);
  await expectAccessible(page, "friends");
  await expectTouchable(page, "friends");
  await row.getByRole("link", { name: like("friends.at") }).click();
  await expect(page.getByRole("list", { name: t("table.seats") })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  const others = await friends(other);
  await others.getByRole("checkbox", { name: t("friends.shows") }).uncheck();
  await expect(others.getByRole("listitem").filter({ hasText: "Lin" })).toBeVisible();
  await expect((await friends(page)).getByRole("link", { name: like("friends.at") })).toHaveCount(0);
  await expect(atHome).toHaveCount(0);

  await button(row, new RegExp(t("friends.end"))).click();
  await page
    .getByRole("dialog")
    .last()
    .getByRole("button", { name: t("friends.end"), exact: true })
    .click();
  await expect(dialog.getByRole("status")).toContainText("Wu");
  await expect(row).toHaveCount(0);
  await expect((await friends(other)).getByText(t("friends.none"))).toBeVisible();
});

test("a link does nothing for whoever made it, and whoever is blocked is hidden until the block is lifted", async ({
  page,
  visitor,
}) => {
  const other = await visitor();
  await rename(page, "Lin");
  await rename(other, "Noisy");
  await befriend(page, page);
  await button(page, t("friend.yes")).click();
  await expect(page.getByRole("alert").filter({ hasText: t("error.bad_code") })).toBeVisible();

  await table(page, { variant: "xiangqi" }, { bots: false });
  await sit(other, page.url(), 1);
  const menu = page.getByRole("button", { name: t("person.menu", { name: "Noisy" }) }).first();
  await menu.click();
  await button(page, t("person.befriend")).click();
  await expect(page.getByText(t("error.not_met")).first()).toBeVisible();
  await menu.click();
  await button(page, t("person.block")).click();
  await page
    .getByRole("dialog")
    .last()
    .getByRole("button", { name: t("person.block"), exact: true })
    .click();
  await expect(page.getByText(t("person.block.done", { name: "Noisy" })).first()).toBeAttached();

  const dialog = await friends(page);
  await dialog
    .getByRole("listitem")
    .filter({ hasText: "Noisy" })
    .getByRole("button", { name: new RegExp(t("friends.unblock")) })
    .click();
  await expect(dialog.getByText(t("friends.unblock.done", { name: "Noisy" }))).toBeVisible();
  await expect(dialog.getByRole("listitem")).toHaveCount(0);
});

test("people of the latest matches are listed until they are asked", async ({ visitor }) => {
  const [page, other] = await beginTogether(visitor, "xiangqi");
  await resign(page);
  // As long as names are, and on a phone.
  await rename(other, "Maximiliane von Oberhub");
  await page.setViewportSize({ width: 360, height: 740 });
  await friends(page);
  await expectTouchable(page, "friends with a long name on a phone");
  await rename(other, "Wu");
  const dialog = await friends(page);
  const row = dialog.getByRole("listitem").filter({ hasText: "Wu" });
  await expect(dialog.getByRole("heading", { name: t("friends.recent") })).toBeVisible();
  await expectAccessible(page, "friends, with people of the latest matches");
  await expectTouchable(page, "friends, with people of the latest matches");
  await row.getByRole("button", { name: new RegExp(t("person.befriend")) }).click();
  await expect(dialog.getByRole("status")).toHaveText(t("person.befriend.done", { name: "Wu" }));
  await expect(dialog.getByRole("heading", { name: t("friends.recent") })).toHaveCount(0);
  await expect(row.getByRole("button", { name: new RegExp(t("friends.withdraw")) })).toBeVisible();

  const others = await friends(other);
  await expect(others.getByRole("heading", { name: t("friends.asking") })).toBeVisible();
  await expect(others.getByRole("heading", { name: t("friends.recent") })).toHaveCount(0);
  await button(others.getByRole("listitem"), new RegExp(t("friends.agree"))).click();
  await expect(others.getByRole("listitem").getByRole("button", { name: new RegExp(t("friends.end")) })).toBeVisible();
});
