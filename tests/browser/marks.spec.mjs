// For people who read no Chinese: sign, rank and name on the pieces, in languages other than Chinese, or as chosen.

import { expect, test } from "./support/test.mjs";
import { english, speaking } from "./support/texts.mjs";
import { asked, decide, ready, roomOf, table } from "./support/table.mjs";

/** The smallest readable font size, in CSS pixels. */
const LEAST_PX = 8;
const RANKS = "PCHREAK";

/** A table in this language at the player's first play. */
async function toPlay(page, texts) {
  await table(page, { variant: "giog", seats: 4, ceremony: "server" }, { texts });
  await ready(page, texts);
  const decision = await asked(page);
  return { decision, hand: (await roomOf(page)).view.hand };
}

/** The texts on and below the pieces of the hand: rank and name, with the height of the letters on the screen. */
function marks(page) {
  return page.locator(".rack .held").evaluateAll((pieces) =>
    pieces.map((piece) => {
      const rank = piece.querySelector(".piece-mark");
      const name = piece.querySelector(".caption-name");
      const { left, right } = name?.getBoundingClientRect() ?? { left: 0, right: 0 };
      const box = piece.getBoundingClientRect();
      const drawn = rank?.querySelector(".piece-rank").getBoundingClientRect().height;
      return {
        rank: rank?.dataset.rank,
        name: name?.dataset.name,
        sign: Boolean(piece.querySelector(".piece-mark path")),
        least: Math.min(drawn, parseFloat(name && getComputedStyle(name).fontSize)),
        wide: Math.max(box.left - left, right - box.right),
      };
    }),
  );
}

for (const [screen, viewport] of [
  ["a phone", { width: 360, height: 640 }],
  ["a large screen", { width: 1366, height: 768 }],
]) {
  test(`in English pieces show sign, rank and name, on ${screen}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const { decision, hand } = await toPlay(page, english);
    const shown = await marks(page);
    const wanted = [...hand].map(
      (code) => `${RANKS.indexOf(code.toUpperCase()) + 1} ${english.t(`kind.short.${code.toUpperCase()}`)}`,
    );
    expect(shown.map(({ rank, name }) => `${rank} ${name}`).toSorted()).toEqual(wanted.toSorted());
    for (const { sign, least, wide } of shown) {
      expect(sign).toBe(true);
      expect(least, "height of the letters").toBeGreaterThanOrEqual(LEAST_PX);
      expect(wide, "names stay below their pieces").toBeLessThanOrEqual(3);
    }
    await decide(page, decision);
  });
}

test.describe("in Chinese", () => {
  test.use({ locale: "zh-TW" });

  test("pieces are as they are, until marks are chosen", async ({ page }) => {
    const chinese = await speaking("zh-Hant");
    await toPlay(page, chinese);
    await expect(page.locator(".rack giog-piece").first()).toBeVisible();
    await expect(page.locator(".piece-mark, .caption-name")).toHaveCount(0);
    await page
      .getByRole("button", { name: chinese.t("settings.title") })
      .first()
      .click();
    await page.getByRole("combobox", { name: chinese.t("settings.marks") }).selectOption("on");
    await page.keyboard.press("Escape");
    await expect(page.locator(".rack .piece-mark")).not.toHaveCount(0);
    await expect(page.locator(".rack .caption-name").first()).toHaveAttribute(
      "data-name",
      /^[將帥仕士相象車馬炮兵卒]+$/,
    );
  });
});
