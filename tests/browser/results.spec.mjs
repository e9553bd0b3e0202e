// How a match ended, with the button for the next one visible, and the pieces that the person has not seen yet.

import { expect, test } from "./support/test.mjs";
import { english } from "./support/texts.mjs";
import { expectInSight } from "./support/targets.mjs";
import { expectUncut } from "./support/cut.mjs";
import { decide, playOn, ready, roomOf, table } from "./support/table.mjs";

const { t } = english;

for (const [variant, seats] of [
  ["giog", 4],
  ["sang-krip", 4],
  ["ju-ma-pao", 3],
  ["da-qi-luo-2", 5],
]) {
  test(`the result of ${variant}: bars, captured pieces, and Play again in sight on every screen`, async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem("giog.name", "Alexandrina"));
    await table(page, { variant, seats, ceremony: "server" });
    await ready(page);
    const { view } = await playOn(page);
    const again = page.getByRole("button", { name: t("gather.again"), exact: true });
    await expect(again).toBeVisible();
    const rows = page.locator(".captures tbody tr");
    await expect(rows).toHaveCount(seats);
    for (const [width, height] of [
      [320, 568],
      [360, 640],
      [740, 360],
      [1366, 768],
      [1920, 1080],
    ]) {
      await page.setViewportSize({ width, height });
      const where = `${width} × ${height}`;
      await expectInSight(page, where, [again]);
      await expectUncut(page, where, ".captures th, .captures giog-piece, .place .name", false);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), where).toBeLessThanOrEqual(
        0,
      );
    }
    const shown = await rows.evaluateAll((all) =>
      all.map((row) => ({
        bar: row.querySelector(".bar").getBoundingClientRect().width,
        pieces: row.querySelectorAll("giog-piece").length,
      })),
    );
    const most = Math.max(...view.outcome.captured);
    for (const [seat, { bar, pieces }] of shown.entries()) {
      expect(pieces, `pieces of seat ${seat}`).toBe(view.outcome.captured[seat]);
      if (view.outcome.captured[seat] === most) expect(bar).toBe(Math.max(...shown.map((other) => other.bar)));
    }
  });
}

test("the pieces that one has not seen yet are counted", async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await table(page, { variant: "giog", seats: 4, ceremony: "server" });
  await ready(page);
  let looked = 0;
  await playOn(page, async (decision) => {
    const { view } = await roomOf(page);
    const pieces = (await page.locator(".tracker li").allTextContents()).map((text) => Number(/\d+$/.exec(text)[0]));
    const seen = view.hand.length + view.tricks.flatMap(({ plays }) => plays).join("").length;
    expect(pieces.length).toBe(14);
    expect(pieces.reduce((sum, n) => sum + n, 0)).toBe(32 - seen);
    looked++;
    await decide(page, decision);
  });
  expect(looked).toBeGreaterThan(2);
  await expect(page.locator(".tracker")).toHaveCount(0);
});
