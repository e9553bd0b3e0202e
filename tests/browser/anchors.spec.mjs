// Computer players of fixed rating: beside people in the ladder, and at a rated table where nobody else comes.

import { expectAccessible } from "./support/axe.mjs";
import { expectTouchable } from "./support/targets.mjs";
import { playOn, roomOf } from "./support/table.mjs";
import { expect, test } from "./support/test.mjs";
import { english, speaking } from "./support/texts.mjs";

const { t, like, within } = english;
const WAIT_S = 12;

test.use({
  top: ['shared_addresses = ["127.0.0.1"]'],
  times: ["bot_delay_ms = 0", `rated_bots_ms = ${WAIT_S * 1000}`],
});

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true };
const told = (texts, language = "en") => texts.t("rated.bots", { n: WAIT_S.toLocaleString(language) });

test("where nobody else comes, computer players take the empty seats, and people alone are rated", async ({
  visitor,
}) => {
  const [a, b] = [await visitor(), await visitor(PHONE)];
  for (const page of [a, b]) {
    await page.goto("/ladder/giog");
    // Before anybody sits down.
    await expect(page.getByText(told(english))).toBeVisible();
    await page.getByRole("button", { name: t("ratings.play"), exact: true }).click();
    if (page === a) await expect(page.getByText(t("rated.waits.bots", { n: WAIT_S }))).toBeVisible();
  }
  await expect(b.getByText(within("gather.bots.wait"))).toBeVisible();
  await expect(b.getByText(t("rated.what"))).toBeVisible();
  await expectAccessible(b, "a rated table to which computer players come");
  await expectTouchable(b, "a rated table to which computer players come");
  await expect
    .poll(async () => (await roomOf(a)).state?.seats.map(({ occupant }) => occupant?.bot).filter(Boolean))
    .toEqual(["club", "club"]);
  await Promise.all([playOn(a), playOn(b)]);
  for (const page of [a, b]) {
    await expect(page.getByRole("status").filter({ hasText: like("rated.you") })).toBeVisible();
    // Two have a new rating; nobody hides one.
    await expect(page.locator("small.rated")).toHaveCount(2);
    await expect(page.getByText(t("rated.hidden"))).toHaveCount(0);
  }
  await expectAccessible(a, "the result of a rated match among computer players");
  await a.getByRole("link", { name: t("home.ratings"), exact: true }).click();
  const tables = a.getByRole("table");
  await expect(tables).toHaveCount(2);
  await expect(tables.nth(0).locator("tbody").getByRole("row")).toHaveCount(2);
  const fixed = a
    .getByRole("table", { name: t("ratings.anchors") })
    .locator("tbody")
    .getByRole("row");
  await expect(fixed).toHaveCount(3);
  for (const [at, level] of ["strong", "club", "simple"].entries())
    await expect(fixed.nth(at).getByRole("rowheader")).toContainText(t(`bot.${level}`));
  await expect(fixed.filter({ hasText: t("ratings.anchors.plays") })).toHaveCount(1);
  await expect(fixed.nth(2).getByRole("cell")).toHaveText("1500 ± 0");
  await expectAccessible(a, "a ladder with computer players");
});

test("what computer players do at rated tables is told in every language", async ({ visitor }) => {
  for (const language of ["en", "de", "es", "fa", "fr", "ms", "vi", "zh-Hans", "zh-Hant"]) {
    const texts = await speaking(language);
    const page = await visitor({ ...PHONE, locale: language });
    await page.goto("/ladder/giog");
    await expect(page.getByText(told(texts, language))).toBeVisible();
    await expect(page.getByRole("table", { name: texts.t("ratings.anchors") })).toBeVisible();
    await expectTouchable(page, `a ladder with computer players in ${language}`);
    await page.close();
  }
});
