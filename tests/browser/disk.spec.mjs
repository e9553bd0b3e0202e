// A disk that is nearly full: no table is created, and people are told why.

import { expect, test } from "./support/test.mjs";
import { english } from "./support/texts.mjs";

const { t } = english;

// More free bytes than any disk has.
test.use({ limits: ["least_free_disk_bytes = 9000000000000000000"] });

test("it is said before somebody tries to make a table, and when they do", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("status").filter({ hasText: t("error.disk_low") })).toBeVisible();
  await page.getByRole("button", { name: t("home.play"), exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: t("error.disk_low") })).toBeVisible();
});

test("a person from another device gets in while new people are refused", async ({ page }) => {
  const device = "00000000-0000-4000-8000-000000000000";
  const who = { player: device.replace("0", "1"), name: "Lin", tag: "4671", token: "0".repeat(64), device };
  await page.route("**/api/v1/guests/handover", (route) => route.fulfill({ json: who }));
  await page.goto("/#/move/code");
  const name = "Lin#4671";
  await expect(page.getByRole("heading", { name: t("move.ask", { name }) })).toBeVisible();
  await expect(page.getByRole("button", { name: t("move.yes", { name }) })).toBeVisible();
});
