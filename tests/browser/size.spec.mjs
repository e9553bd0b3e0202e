// What a first visit transfers until the first piece is laid, and what a first match on a board loads besides: of the bundle. Bytes are
// reproducible; `tests/page measure` prints times.

import { expect, test } from "./support/test.mjs";
import { english } from "./support/texts.mjs";
import { begin } from "./support/boards.mjs";
import { BOARD_FILES, FIRST_PLAY_BYTES, counting, packing } from "./support/wire.mjs";
import { asked, decide } from "./support/table.mjs";

// A separate server with its own settings: the first page lists matches of others, which would be counted.
test.use({ times: ["bot_delay_ms = 0 # nobody has played here"] });

for (const locale of ["en", "zh-TW", "ms"]) {
  test.describe(`with ${locale}`, () => {
    test.use({ locale });

    test("the first play takes no more than it may", async ({ page }) => {
      const [counted, less] = [await counting(page), packing(page)];
      await page.goto("/");
      await page.getByRole("button").and(page.locator(".main")).first().click();
      const decision = await asked(page);
      expect(decision.do).toBe("play");
      if (locale === "en") await decide(page, decision, english);
      // The others' plays after the first piece arrive at any time.
      const { frames } = counted;
      await page.waitForLoadState("networkidle");
      expect(counted.requests).toBeGreaterThan(5);
      expect(frames).toBeGreaterThan(1_000);
      expect(counted.files).toBeGreaterThan(20_000);
      expect(counted.files + frames - (await less())).toBeLessThan(FIRST_PLAY_BYTES);
    });
  });
}

test("the first match on a board loads no more files than it may", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("button").and(page.locator(".main")).first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  const counted = await counting(page);
  await begin(page, "xiangqi");
  await page.waitForLoadState("networkidle");
  const files = counted.asked.filter((url) => url.includes("/assets/"));
  expect(files.length, String(files)).toBeGreaterThan(3);
  expect(files.length, String(files)).toBeLessThanOrEqual(BOARD_FILES);
});
