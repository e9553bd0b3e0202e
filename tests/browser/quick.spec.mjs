// Quick play: a person who waits alone gets bots after a while without asking, and people take the bots' places.

import { expect, test } from "./support/test.mjs";
import { english } from "./support/texts.mjs";
import { asked, roomOf } from "./support/table.mjs";

const { t, within } = english;

// Longer than a busy machine needs until the table is shown.
test.use({ times: ["bot_delay_ms = 0", "quick_bots_ms = 10000"] });

test("bots sit down by themselves where nobody else comes, and the match begins", async ({ page }) => {
  // The text is shown until they come, which may be before the test could check.
  await page.addInitScript((source) => {
    const said = new RegExp(source, "s");
    window.announced = false;
    new MutationObserver(() => (window.announced ||= said.test(document.body?.textContent))).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  }, within("gather.bots.wait").source);
  await page.goto("/");
  await page.getByRole("button", { name: t("home.quick"), exact: true }).click();
  await asked(page);
  expect(await page.evaluate(() => window.announced)).toBe(true);
  const { state } = await roomOf(page);
  expect(state.quick).toBe(true);
  expect(state.seats.filter(({ occupant }) => "bot" in occupant)).toHaveLength(state.seats.length - 1);
});
