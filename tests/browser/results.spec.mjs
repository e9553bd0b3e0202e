// How a match ended, with the button for the next one visible, and the pieces that the person has not seen yet.

import { begin, boardOf, resign, sit } from "./support/boards.mjs";
import { expect, test } from "./support/test.mjs";
import { english } from "./support/texts.mjs";
import { expectInSight } from "./support/targets.mjs";
import { expectUncut } from "./support/cut.mjs";
import { actAsHinted } from "./support/stage.mjs";
import { asked, decide, playOn, ready, roomOf, table } from "./support/table.mjs";

const { t, like } = english;

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
      const covered = await page
        .locator(".captures tbody th .name")
        .evaluateAll((names) =>
          names.filter((name) => name.scrollWidth > name.clientWidth + 1).map((name) => name.textContent),
        );
      expect(covered, `names that reach over what is beside them on ${where}`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), where).toBeLessThanOrEqual(
        0,
      );
    }
    // With letters twice as large all but the table of captures is as wide as the sheet.
    for (const [width, height] of [
      [390, 844],
      [360, 640],
    ]) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
      const where = `${width} × ${height}, letters twice as large`;
      await expectInSight(page, where, [again]);
      const beyond = () => page.locator(".result-sheet").evaluate((sheet) => sheet.scrollWidth - sheet.clientWidth);
      await expect.poll(beyond, where).toBeLessThanOrEqual(0);
    }
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.evaluate(() => (document.documentElement.style.fontSize = ""));
    const shown = await rows.evaluateAll((all) =>
      all.map((row) => ({
        seat: Number(row.dataset.of),
        bar: row.querySelector(".bar").getBoundingClientRect().width,
        pieces: row.querySelectorAll("giog-piece").length,
      })),
    );
    // What a beheaded player captured counts nothing.
    const counts = view.outcome.captured.map((n, seat) => (view.outcome.beheaded.includes(seat) ? 0 : n));
    const most = Math.max(...counts);
    for (const { seat, bar, pieces } of shown) {
      expect(pieces, `pieces of seat ${seat}`).toBe(view.outcome.captured[seat]);
      if (counts[seat] === most) expect(bar).toBe(Math.max(...shown.map((other) => other.bar)));
    }
  });
}

test("the result is a sheet over the table, which is closed and opened again, and it can be shared", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await table(page, { variant: "pai-gow", seats: 2, options: { rounds: 1 } });
  await ready(page);
  await playOn(page, async () => {
    for (const place of [0, 1]) await page.locator(`.tile-button[data-place="${place}"]`).click();
    await page.getByRole("button", { name: t("pg.lay"), exact: true }).click();
  });
  const button = (key) => page.getByRole("button", { name: t(key), exact: true });
  const sheet = page.getByRole("region", { name: t("result.show"), exact: true });
  await expect(sheet.getByRole("heading", { level: 2 })).toBeVisible();
  await expect(sheet.locator(".captures tbody tr")).toHaveCount(2);
  const seats = page.locator(".tiles-seats");
  const place = await seats.boundingBox();
  await button("result.close").click();
  await expect(sheet).toHaveCount(0);
  await expectInSight(page, "the closed result", [seats, button("result.show"), button("gather.again")]);
  expect(await seats.boundingBox()).toEqual(place);
  await button("result.show").click();
  await expect(sheet).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);

  // A panel lies over the sheet.
  await button("result.show").click();
  await page
    .getByRole("navigation")
    .getByRole("button", { name: t("panel.series") })
    .click();
  const panel = page.getByRole("complementary", { name: t("panel.series") });
  await expect(panel).toBeVisible();
  const above = await panel.evaluate((panel) => {
    // What is inert is passed over by taps, though it may be seen.
    for (const element of document.querySelectorAll("[inert]")) element.inert = false;
    const { x, y, width, height } = panel.getBoundingClientRect();
    const at = document.elementFromPoint(x + width / 2, y + height / 2);
    return panel.contains(at);
  });
  expect(above, "the panel is seen").toBe(true);
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
  await expect(sheet).toBeVisible();

  const { match_id } = await roomOf(page);
  await button("result.share").click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.locator("canvas.result-picture")).toBeVisible();
  await expect(dialog.getByRole("textbox")).toHaveValue(new RegExp(`/match/${match_id}$`));
  const saved = page.waitForEvent("download");
  await dialog.getByRole("link", { name: t("share.picture"), exact: true }).click();
  expect((await saved).suggestedFilename()).toBe("giog.png");
  const painted = await dialog.locator("canvas").evaluate((canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size;
  });
  expect(painted, "colours of the picture").toBeGreaterThan(50);
  await page.keyboard.press("Escape");

  // A replay is shared as spectators see it, unless its sharer chose a seat.
  await page.getByRole("link", { name: t("score.review") }).click();
  await expect(page).toHaveURL(new RegExp(`/match/${match_id}/0/0$`));
  await expect(page.getByText(like("review.seen"))).toBeVisible();
  const shared = async () => {
    await button("review.share").click();
    const link = await page.getByRole("dialog").getByRole("textbox").inputValue();
    await page.keyboard.press("Escape");
    return new URL(link).pathname;
  };
  expect(await shared()).toBe(`/match/${match_id}/0`);
  const eyes = page.getByRole("combobox", { name: t("review.as") });
  await eyes.selectOption("1");
  await expect(page).toHaveURL(new RegExp(`/match/${match_id}/1/0$`));
  expect(await shared()).toBe(`/match/${match_id}/1/0`);
});

/** Checks that on phones held upright a board is above who won and the button for the next match, and all of them are in sight at once. */
async function expectBelowBoard(page) {
  const title = page.locator(".result-sheet").getByRole("heading", { level: 2 });
  await expect(title).toBeVisible();
  for (const [width, height] of [
    [390, 844],
    [360, 640],
  ]) {
    const where = `${width} × ${height}`;
    await page.setViewportSize({ width, height });
    const again = page.getByRole("button", { name: t("gather.again"), exact: true });
    await expectInSight(page, where, [boardOf(page), title, again]);
    const [board, told] = [await boardOf(page).boundingBox(), await title.boundingBox()];
    expect(board.width / width, `the board's part of the width on ${where}`).toBeGreaterThanOrEqual(0.92);
    expect(told.y, `the result is below the board on ${where}`).toBeGreaterThanOrEqual(board.y + board.height);
  }
}

test("on a phone the result of a board is in sight at once, below the board", async ({ page }) => {
  await begin(page, "xiangqi");
  await resign(page);
  await expectBelowBoard(page);
});

test("on a phone so is the result of seven kingdoms, whose states and players come after it", async ({ visitor }) => {
  const pages = await Promise.all(Array.from({ length: 4 }, () => visitor()));
  const [page, ...others] = pages;
  const settings = { variant: "qi-guo-xiangxi", seats: 4, clock: { kind: "none" }, hints: "on" };
  await table(page, settings, { bots: false });
  for (const [i, other] of others.entries()) await sit(other, page.url(), i + 1);
  for (const one of pages) await ready(one);
  // Nobody resigns while allies are chosen.
  const turnOf = async (one) => (await roomOf(one)).now?.you;
  await expect(async () => {
    for (const one of pages) {
      const { turn, decision } = (await turnOf(one)) ?? {};
      if (decision?.may[0]?.do === "ally") await actAsHinted(one, turn);
    }
    expect((await roomOf(page)).view.position.phase).not.toBe("ally");
  }).toPass();
  for (const other of others) await actAsHinted(other, (await turnOf(other)).turn, { do: "resign" });
  expect(await asked(page, Infinity)).toBeNull();
  await expectBelowBoard(page);
});

test.describe("with motion", () => {
  test.use({ contextOptions: { reducedMotion: "no-preference" } });

  test("what draws the result comes while the last move is still held", async ({ page }) => {
    const sheet = page.locator(".result-sheet");
    const sheets = [];
    await page.route("**/views/result.js", async (route) => {
      sheets.push(await sheet.count());
      await route.continue();
    });
    await begin(page, "xiangqi");
    await resign(page);
    await expect(sheet.getByRole("heading", { level: 2 })).toBeVisible();
    expect(sheets, "results that were shown before that").toEqual([0]);
  });
});

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
