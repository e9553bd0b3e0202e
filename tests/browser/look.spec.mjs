// The drawings are correct: a trick that shows the game, faces that stay the same, hands and captured pieces that can be counted.

import { expect, test } from "./support/test.mjs";
import { english } from "./support/texts.mjs";
import { decide, playOn, ready, roomOf, table } from "./support/table.mjs";

const { t } = english;

// A server on which nobody else plays: home shows the latest match.
test.use({ times: ["bot_delay_ms = 0 # only these matches"] });

/** When a page's clock stops: later than any machine needs until the page gets the command, in milliseconds. */
const STOPPED_MS = 3_600_000;

/** A page whose clock the test controls. */
async function stopped(page) {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(STOPPED_MS);
}

const demo = (page) => page.locator(".demo");
/** The drawings of the faces within an element. */
const faces = (page, within) =>
  page.locator(`${within} svg.face`).evaluateAll((all) => all.map((face) => face.innerHTML));

test.describe("with motion", () => {
  test.use({ contextOptions: { reducedMotion: "no-preference" } });

  test("home shows a trick that is laid, turned up and won, until it is stopped", async ({ page }) => {
    await stopped(page);
    await page.goto("/");
    await expect(demo(page)).toHaveAttribute("data-stage", "");
    await page.clock.runFor(300);
    await expect(demo(page)).toHaveAttribute("data-stage", "laid");
    await expect(demo(page).locator(".laid.up")).toHaveCount(0);
    await page.clock.runFor(1_100);
    await expect(demo(page)).toHaveAttribute("data-stage", "up");
    expect(await demo(page).locator(".laid.up").count()).toBeGreaterThan(4);
    await page.clock.runFor(700);
    await expect(demo(page)).toHaveAttribute("data-stage", "won");
    await page.getByRole("button", { name: t("review.pause"), exact: true }).click();
    await page.clock.runFor(20_000);
    await expect(demo(page)).toHaveAttribute("data-stage", "won");
    await page.getByRole("button", { name: t("review.play"), exact: true }).click();
    await page.clock.runFor(1_500);
    await expect(demo(page)).toHaveAttribute("data-stage", "gone");
  });
});

test("with reduced motion a turned-up trick is shown, and nothing moves", async ({ page }) => {
  await stopped(page);
  await page.goto("/");
  await expect(demo(page)).toHaveAttribute("data-stage", "won");
  await page.clock.runFor(20_000);
  await expect(demo(page)).toHaveAttribute("data-stage", "won");
});

test("hands and captured pieces lie there one by one, and a face is the same everywhere", async ({ page, visitor }) => {
  await table(page, { variant: "giog", seats: 4, ceremony: "server", access: "public" });
  await expect.poll(async () => new Set(await faces(page, ".places")).size, "faces that differ").toBe(4);
  const gathered = await faces(page, ".places");
  await ready(page);
  let looked = 0;
  const { match_id } = await playOn(page, async (decision) => {
    const { view } = await roomOf(page);
    for (const [seat, captured] of view.captured.entries()) {
      const at = page.locator(`[data-seat="${seat}"]`);
      await expect(at.locator(".heaped:not(.none) path"), `captured by seat ${seat}`).toHaveCount(captured ?? 0);
      await expect(at.locator(".hand .backs path"), `in the hand of seat ${seat}`).toHaveCount(view.hand_sizes[seat]);
    }
    expect((await faces(page, "[data-seat]")).toSorted()).toEqual(gathered.toSorted());
    looked++;
    await decide(page, decision);
  });
  expect(looked).toBeGreaterThan(1);

  const other = await visitor();
  await other.goto("/");
  const latest = `.latest[href$="${match_id}"]`;
  await expect(other.locator(latest)).toBeVisible();
  expect(await faces(other, latest)).toEqual(gathered);
});
