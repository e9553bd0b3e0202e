// What a table says: what to lead after a trick that was won, which pieces are marked, taking back only where there is time for it,
// how scores come about, and names of pieces and guests as the reader has them.

import { expect, test } from "./support/test.mjs";
import { english, speaking } from "./support/texts.mjs";
import { asked, decide, handOf, lay, pick, playOn, ready, roomOf, table } from "./support/table.mjs";

const { t, like, within } = english;
const chinese = await speaking("zh-Hans");

/** Bots take long enough that something could be seen meanwhile, in milliseconds. */
const BOT_MS = 300;
test.use({ times: [`bot_delay_ms = ${BOT_MS}`] });

/** Matches in which one may have led no trick but the first. */
const LOST = 8;

test("after a trick that one won the coach says what to lead", async ({ page }) => {
  let led = 0;
  for (let match = 0; match < LOST && !led; match++) {
    await table(page, { variant: "da-qi-luo-1", seats: 2, ceremony: "server" });
    await ready(page);
    await playOn(page, async (decision) => {
      if (decision.lead && decision.trick > 0) {
        led++;
        await expect(page.getByRole("note", { name: t("coach.label") })).toContainText(/lay|generals?/);
        await expect(page.getByRole("note", { name: t("coach.label") })).not.toContainText(like("lesson.won"));
      }
      await decide(page, decision);
    });
  }
  expect(led, "tricks that were won").toBeGreaterThan(0);
});

/** Matches in which nobody may have had anything to mark. */
const UNMARKED = 5;

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

const takeBack = (page) => page.getByRole("button", { name: t("hand.take_back"), exact: true });

test("taking back is offered while a person thinks, and not for the moment in which bots lay", async ({
  page,
  visitor,
}) => {
  await page.goto("/");
  await page.evaluate((name) => {
    window.seen = 0;
    new MutationObserver(
      () =>
        (window.seen += [...document.querySelectorAll("button")].filter(
          (button) => button.textContent === name,
        ).length),
    ).observe(document.body, { childList: true, subtree: true, characterData: true });
  }, t("hand.take_back"));
  await table(page, { variant: "giog", seats: 4, ceremony: "server" });
  await ready(page);
  await playOn(page);
  expect(await page.evaluate(() => window.seen), "how often it was seen among bots").toBe(0);

  const other = await visitor({ reducedMotion: "reduce" });
  await table(page, { variant: "giog", seats: 3, ceremony: "server", clock: { kind: "none" } }, { bots: false });
  await other.goto(page.url());
  await other
    .getByRole("button", { name: t("gather.sit"), exact: true })
    .first()
    .click();
  await page.getByRole("button", { name: t("gather.bots"), exact: true }).click();
  for (const one of [page, other]) await ready(one);
  // The other one leads by themselves, and follows when they are let.
  let allowed = 0;
  playOn(other, async (decision) => {
    if (!decision.lead) await expect.poll(() => allowed).toBeGreaterThan(0);
    if (!decision.lead) allowed--;
    await decide(other, decision);
  }).catch(() => {});
  for (let turn = -1; ; ) {
    const decision = await asked(page, turn);
    expect(decision, "a trick that a bot leads").not.toBeNull();
    turn = decision.turn;
    const { leader } = (await roomOf(page)).view.trick;
    if (leader === 2) {
      await pick(page, decision.default.pieces);
      await lay(page);
      await takeBack(page).click();
      await expect.poll(async () => (await roomOf(page)).view.trick.laid[0]).toBe(false);
      return;
    }
    await decide(page, decision);
    if (leader === 0) allowed++;
  }
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
