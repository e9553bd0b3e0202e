// Playing with anybody: whoever waits alone plays with bots after a while without asking for them, and people come in their places.

import { expect, test } from "./support/test.mjs";
import { english } from "./support/texts.mjs";
import { asked, roomOf } from "./support/table.mjs";

const { t, like } = english;

test.use({ times: ["bot_delay_ms = 0", "quick_bots_ms = 3000"] });

test("bots sit down by themselves where nobody else comes, and the match begins", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: t("home.quick"), exact: true }).click();
  await expect(page.getByText(like("gather.bots.wait"))).toBeVisible();
  await asked(page);
  const { state } = await roomOf(page);
  expect(state.quick).toBe(true);
  expect(state.seats.filter(({ occupant }) => "bot" in occupant)).toHaveLength(state.seats.length - 1);
});
