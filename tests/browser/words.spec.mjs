// The texts of a table: what to lead after winning a trick, which pieces are highlighted, how scores are computed, and names of pieces
// and guests in the reader's language.

import { expect, test } from "./support/test.mjs";
import { english, speaking } from "./support/texts.mjs";
import { asked, decide, handOf, pick, playOn, ready, roomOf, table } from "./support/table.mjs";

const { t, like, within } = english;
const chinese = await speaking("zh-Hans");

/** The most matches in a row in which the player leads no trick except the first. */
const LOST = 30;

test("after a trick that one won the coach says what to lead", async ({ page }) => {
  let led = 0;
  for (let match = 0; match < LOST && !led; match++) {
    await table(page, { variant: "da-qi-luo-1", seats: 2, ceremony: "server" });
    await ready(page);
    await playOn(page, async (decision) => {
      // The only possible play is chosen automatically, and the coach says how strong it is.
      if (decision.lead && decision.trick > 0 && decision.plays?.length !== 1) {
        led++;
        await expect(page.getByRole("note", { name: t("coach.label") })).toContainText(/lay|generals?/);
        await expect(page.getByRole("note", { name: t("coach.label") })).not.toContainText(like("lesson.won"));
      }
      await decide(page, decision);
    });
  }
  expect(led, "tricks that were won").toBeGreaterThan(0);
});

/** The most matches in a row without anything to mark. */
const UNMARKED = 30;

test("in Zhì hǔ not every piece is marked", async ({ page }) => {
  let marked = 0;
  for (let match = 0; match < UNMARKED && !marked; match++) {
    await table(page, { variant: "zhi-hu", seats: 3, ceremony: "server" });
    await ready(page);
    await playOn(page, async (decision) => {
      const pieces = handOf(page).getByRole("button");
      if (!decision.lead && (await pieces.count()) > decision.count) {
        const [all, wins] = [await pieces.count(), await handOf(page).locator(".light.wins").count()];
        expect(wins, `of ${all} pieces`).toBeLessThan(all);
        marked += await handOf(page).locator(".light").count();
      }
      await decide(page, decision);
    });
  }
  expect(marked, "marks in these matches").toBeGreaterThan(0);
});

test("the scores of Dǎ qí luò 2 are explained", async ({ page }) => {
  await table(page, { variant: "da-qi-luo-2", seats: 5, ceremony: "server" });
  await ready(page);
  const { view } = await playOn(page);
  const why = page.getByText(within("score.why", { n: 6 }));
  await expect(why).toBeVisible();
  const { captured, scores } = view.outcome;
  const paid = scores.some((score, seat) => score > captured[seat] - 6);
  expect(/general/.test(await why.textContent()), "what is paid for a general").toBe(paid);
});

test("the scores of Sang krip are explained, in which nobody is paid for a general", async ({ page }) => {
  await table(page, { variant: "sang-krip", seats: 2, ceremony: "server" });
  await ready(page);
  await playOn(page);
  const why = page.getByText(within("score.why", { n: 8 }));
  await expect(why).toBeVisible();
  await expect(why).not.toContainText("general");
});

test("texts name pieces as the set of letters shows them", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("giog.settings", JSON.stringify({ set: "letters", matches: 5 })));
  await table(page, { variant: "giog", seats: 2, ceremony: "server" });
  await ready(page);
  const decision = await asked(page);
  const { hand } = (await roomOf(page)).view;
  for (const code of new Set(hand)) {
    const name = t("piece.lettered", { piece: t(`piece.${code}`), letter: code.toUpperCase() });
    await expect(handOf(page).getByRole("button", { name }).first()).toBeVisible();
  }
  await pick(page, decision.default.pieces);
  await expect(page.locator(".said .named")).toContainText(/\([KAERHCP]\)/);
});

test.describe("in Chinese", () => {
  test.use({ locale: "zh-CN" });

  test("guests have a word of the reader's language, and letters the names of the pieces", async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem("giog.settings", JSON.stringify({ set: "letters" })));
    await table(page, { variant: "giog", seats: 2, ceremony: "server" }, { texts: chinese });
    await expect(page.getByRole("list", { name: chinese.t("table.seats") })).toContainText(/访客 \d{4}/);
    await expect(page.locator("body")).not.toContainText("Guest");
    await ready(page, chinese);
    await asked(page);
    await expect(page.locator(".rack .piece-name").first()).toHaveText(/^[将帅仕士相象车马炮兵卒]+$/);
  });
});
