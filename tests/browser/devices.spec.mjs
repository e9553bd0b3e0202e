// A person's devices: listed, logged out, and replaced with a recovery code.

import { readFileSync } from "node:fs";

import { expectAccessible } from "./support/axe.mjs";
import { expectTouchable } from "./support/targets.mjs";
import { expect, test } from "./support/test.mjs";
import { english } from "./support/texts.mjs";

const { t, like } = english;

const button = (page, name) => page.getByRole("button", { name, exact: true });
const settings = (page) => page.getByRole("banner").getByRole("button");
const typed = (page, name) => page.getByRole("textbox", { name, exact: true });

/** Opens the list of devices. */
async function devices(page) {
  await page.goto("/");
  await settings(page).click();
  await button(page, t("devices.title")).click();
  await expect(page.getByRole("heading", { name: t("devices.title") })).toBeVisible();
}

async function rename(page, name) {
  await page.goto("/");
  await settings(page).click();
  await typed(page, t("settings.name")).fill(name);
  await button(page, t("settings.rename")).click();
  await page.keyboard.press("Escape");
  await expect(settings(page)).toContainText(name);
}

/** Signs a visitor in as the same person. */
async function handOver(page, other) {
  await page.goto("/");
  await settings(page).click();
  await button(page, t("move.title")).click();
  await expect(page.getByRole("img", { name: t("share.qr") })).toBeVisible();
  await other.goto(await page.getByRole("textbox", { name: t("share.link") }).inputValue());
  await other.getByRole("button", { name: like("move.yes") }).click();
  await expect(other).not.toHaveURL(/move/);
}

/** Creates a recovery code; returns it. */
async function makeCode(page) {
  await devices(page);
  await button(page, t("recovery.make")).click();
  const code = await typed(page, t("recovery.code")).inputValue();
  expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/);
  await button(page, t("recovery.done")).click();
  await expect(page.getByText(t("recovery.has"))).toBeVisible();
  return code;
}

// The browser's log lines about refused requests.
test.use({ expected: /status of 40[13]/ });

test("a device that is ended is told plainly, and comes back by a recovery code that ends all others", async ({
  page,
  visitor,
}) => {
  await rename(page, "Keeper");
  const code = await makeCode(page);
  const other = await visitor({ viewport: { width: 360, height: 740 }, hasTouch: true });
  await handOver(page, other);

  await devices(page);
  const rows = page.getByRole("dialog").getByRole("listitem");
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: t("devices.this") })).toHaveCount(1);
  await expectAccessible(page, "devices");
  await rows
    .filter({ hasNotText: t("devices.this") })
    .getByRole("button")
    .click();
  await expect(rows).toHaveCount(1);

  await expect(other.getByRole("heading", { name: t("ended.title") })).toBeVisible();
  await expect(other.getByRole("alert").filter({ hasText: t("ended.why") })).toBeVisible();
  await expectTouchable(other, "ended");
  await expectAccessible(other, "ended");
  await other.reload();
  await expect(other.getByRole("heading", { name: t("ended.title") }), "nobody is somebody new unasked").toBeVisible();

  await typed(other, t("recovery.code")).fill(code.replace(/.$/, "U"));
  await button(other, t("recovery.use")).click();
  await expect(other.getByRole("alert").filter({ hasText: t("error.bad_code") })).toBeVisible();
  await typed(other, t("recovery.code")).fill(code.toLowerCase().replaceAll("-", " "));
  await button(other, t("recovery.use")).click();
  await expect(other.getByText(t("recovery.new"))).toBeVisible();
  expect(await typed(other, t("recovery.code")).inputValue(), "another code").not.toBe(code);
  await expectTouchable(other, "a new code");
  await button(other, t("recovery.done")).click();
  await expect(other.getByRole("dialog").getByRole("listitem")).toHaveCount(1);
  await other.keyboard.press("Escape");
  await expect(settings(other)).toContainText("Keeper");

  await expect(page.getByRole("heading", { name: t("ended.title") })).toBeVisible();
  await button(page, t("ended.new")).click();
  await expect(settings(page)).toBeVisible();
  await devices(page);
  await expect(rows, "somebody new").toHaveCount(1);
  await expect(button(page, t("recovery.make"))).toBeVisible();
});

test("all other devices are ended at once, and both tabs of a browser are told", async ({ page, context, visitor }) => {
  await rename(page, "Ender");
  const tab = await context.newPage();
  await tab.goto("/");
  await expect(settings(tab)).toContainText("Ender");
  const other = await visitor();
  await handOver(page, other);
  await devices(other);
  await button(other, t("devices.end.others")).click();
  await expect(other.getByText(t("devices.ended.others"))).toBeVisible();
  for (const one of [page, tab]) await expect(one.getByRole("heading", { name: t("ended.title") })).toBeVisible();
  await button(page, t("ended.new")).click();
  for (const one of [page, tab]) await expect(settings(one)).toContainText("Ender");
});

test("a code that was just made stays until one is done with it", async ({ page }) => {
  await rename(page, "Careless");
  await page.goto("/#/learn");
  await settings(page).click();
  await button(page, t("devices.title")).click();
  await button(page, t("recovery.make")).click();
  const code = typed(page, t("recovery.code"));
  const made = await code.inputValue();
  for (let n = 0; n < 3; n++) await page.keyboard.press("Escape");
  await page.mouse.click(2, 2);
  await expect(button(page.locator("giog-devices"), t("close"))).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL("/");
  await expect(code).toHaveValue(made);
  await button(page, t("recovery.done")).click();
  await expect(page.getByText(t("recovery.has"))).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a code is replaced with the former one alone", async ({ page }) => {
  await rename(page, "Replacer");
  const code = await makeCode(page);
  await button(page, t("recovery.replace")).click();
  await typed(page, t("recovery.former")).fill("0000-0000-0000-0000-0000-0000-0000");
  await button(page, t("recovery.use")).click();
  await expect(page.getByRole("alert").filter({ hasText: t("error.bad_code") })).toBeVisible();
  await typed(page, t("recovery.former")).fill(code);
  await button(page, t("recovery.use")).click();
  await expect(page.getByText(t("recovery.new"))).toBeVisible();
});

test("a code that is used where one is known already shows the next one", async ({ page }) => {
  await rename(page, "Returner");
  const code = await makeCode(page);
  await button(page, t("recovery.mine")).click();
  await typed(page, t("recovery.code")).fill(code);
  await button(page, t("recovery.use")).click();
  await expect(page.getByText(t("recovery.new"))).toBeVisible();
  expect(await typed(page, t("recovery.code")).inputValue()).not.toBe(code);
  await button(page, t("recovery.done")).click();
  await expect(page.getByRole("dialog").getByRole("listitem")).toHaveCount(1);
});

test("who says no to a link from another device leaves no device behind", async ({ page, visitor }) => {
  await rename(page, "Asker");
  await page.goto("/");
  await settings(page).click();
  await button(page, t("move.title")).click();
  await expect(page.getByRole("img", { name: t("share.qr") })).toBeVisible();
  const other = await visitor();
  await other.goto(await page.getByRole("textbox", { name: t("share.link") }).inputValue());
  const given = other.waitForResponse((answer) => answer.request().method() === "DELETE");
  await other.getByRole("link", { name: like("move.no") }).click();
  expect((await given).status()).toBe(204);
  await devices(page);
  await expect(page.getByRole("dialog").getByRole("listitem")).toHaveCount(1);
});

test("a person who deletes their data is told what goes and what stays, and is logged out in this browser", async ({
  page,
  context,
  visitor,
}) => {
  await rename(page, "Goner");
  const other = await visitor({ viewport: { width: 360, height: 740 }, hasTouch: true });
  await handOver(page, other);
  const tab = await context.newPage();
  await tab.goto("/");
  await expect(settings(tab)).toContainText("Goner");

  await devices(other);
  await button(other, t("forget.start")).click();
  await expect(other.getByText(t("forget.goes"))).toBeVisible();
  await expect(other.getByText(t("forget.stays"))).toBeVisible();
  await expect(button(other, t("cancel"))).toBeFocused();
  // It is read in lines as long as the dialog.
  expect((await other.getByText(t("forget.goes")).boundingBox()).width).toBeGreaterThan(250);
  await expectTouchable(other, "forgetting");
  await expectAccessible(other, "forgetting");
  await button(other, t("cancel")).click();
  await expect(other.getByText(t("forget.goes"))).toBeHidden();

  await devices(page);
  await button(page, t("forget.start")).click();
  await button(page, t("forget.yes", { name: "Goner" })).click();
  await expect(page.getByRole("heading", { name: t("forgotten.title") })).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: t("forgotten.done") })).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage)), "nothing is kept").toEqual([]);
  await expectAccessible(page, "forgotten");
  for (const one of [tab, other]) await expect(one.getByRole("heading", { name: t("ended.title") })).toBeVisible();

  await button(page, t("ended.new")).click();
  await expect(settings(page)).toBeVisible();
  await expect(settings(page), "somebody new").not.toContainText("Goner");
});

/** Delays the page's messages to the server until the returned function is called. */
async function held(page) {
  let release = () => {};
  const released = new Promise((go) => (release = go));
  await page.routeWebSocket("**/ws", (socket) => {
    const server = socket.connectToServer();
    socket.onMessage(async (text) => {
      await released;
      server.send(text);
    });
  });
  return release;
}

test("devices are listed for somebody new who asks before the server has greeted them", async ({ page }) => {
  const greet = await held(page);
  await devices(page);
  greet();
  await expect(page.getByRole("dialog").getByText(t("devices.this"))).toBeVisible();
});

test("somebody new who takes a name before the server has greeted them gets it", async ({ page }) => {
  const greet = await held(page);
  await page.goto("/");
  await settings(page).click();
  await typed(page, t("settings.name")).fill("Hasty");
  await button(page, t("settings.rename")).click();
  greet();
  await expect(settings(page)).toContainText("Hasty");
});

test("a name that is being typed stays when the server greets", async ({ page }) => {
  const greet = await held(page);
  await page.goto("/");
  await settings(page).click();
  await typed(page, t("settings.name")).fill("Slow Ty");
  greet();
  await expect(settings(page), "the server has greeted").toContainText(/\d/);
  await expect(typed(page, t("settings.name"))).toHaveValue("Slow Ty");
  await button(page, t("settings.rename")).click();
  await expect(settings(page)).toContainText("Slow Ty");
  await expect(typed(page, t("settings.name"))).toHaveValue("Slow Ty");
});

test("everything that is stored of a person is saved as a file", async ({ page }) => {
  await rename(page, "Keeper");
  await devices(page);
  const [file] = await Promise.all([page.waitForEvent("download"), button(page, t("export.me")).click()]);
  expect(file.suggestedFilename()).toBe("giog.json");
  const stored = JSON.parse(readFileSync(await file.path(), "utf8"));
  expect([stored.name, stored.devices.length, stored.matches]).toEqual(["Keeper", 1, []]);
  await expect(page.getByText(t("export.done"))).toBeVisible();
});
