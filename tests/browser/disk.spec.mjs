// A disk that is nearly full: no table is made, and people are told why.

import { expect, test } from "./support/test.mjs";
import { english } from "./support/texts.mjs";

const { t } = english;

// More than any disk has.
test.use({ limits: ["least_free_disk_bytes = 9000000000000000000"] });

test("it is said before somebody tries to make a table, and when they do", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("status").filter({ hasText: t("error.disk_low") })).toBeVisible();
  await page.getByRole("button", { name: t("home.play") }).click();
  await expect(page.getByRole("alert").filter({ hasText: t("error.disk_low") })).toBeVisible();
});
