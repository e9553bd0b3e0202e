// Pai gow and the dice games are played on the page: with taps, dragging and keys, against bots and other people; reviewed and verified.

import { LOOKS, expectAccessible } from "./support/axe.mjs";
import { stopClock, withClock } from "./support/clock.mjs";
import { expectUncut } from "./support/cut.mjs";
import { asked, ready, roomOf, table } from "./support/table.mjs";
import { expectTouchable } from "./support/targets.mjs";
import { expect, test } from "./support/test.mjs";
import { english, speaking } from "./support/texts.mjs";

const { t, within } = english;

const button = (page, name) => page.getByRole("button", { name, exact: true });
const desk = (page) => page.locator(".tiles-desk");
const tray = (page, name) => page.getByRole("group", { name: t(`pg.${name}`), exact: true });
const own = (page, place) => page.locator(`.tile-button[data-place="${place}"]`);
const area = (page, on) => page.locator(`.area[data-on="${on}"]`);
const log = (page) => page.getByRole("log", { name: t("table.log") });
const lay = (page) => button(page, t("pg.lay"));

/** Creates a table of a game with bots, and starts a match. */
async function begin(page, variant, settings = {}) {
  await table(page, { variant, seats: 2, clock: { kind: "none" }, ...settings });
  await ready(page);
  await expect(desk(page)).toBeVisible();
}

/** Whether the match is over, according to this page. */
const isOver = async (page) => (await roomOf(page)).view?.outcome != null;

/** Takes all decisions with `decide`, until the match is over. */
async function playOn(page, decide) {
  for (let turn = -1, n = 0; n < 40; n++) {
    const decision = await asked(page, turn);
    if (!decision) break;
    turn = decision.turn;
    await decide(decision);
  }
  await expect.poll(() => isOver(page)).toBe(true);
}

test("pai gow: four tiles are split by taps, keys and dragging, taken back, laid, and turned up", async ({
  page,
  visitor,
}) => {
  await table(page, { variant: "pai-gow", seats: 2, options: { rounds: 1 }, clock: { kind: "none" } }, { bots: false });
  const other = await visitor();
  await other.goto(page.url());
  await other.getByRole("button", { name: t("gather.sit") }).click();
  await ready(page);
  await ready(other);
  const { tiles } = await asked(page);
  const theirs = (await asked(other)).tiles;
  // Each player sees only their own tiles.
  await expect(page.locator(".tile-button")).toHaveCount(4);
  await expect(tray(page, "rear").locator(".tile-button")).toHaveCount(4);
  await expect(lay(page)).toBeDisabled();
  await own(page, 0).click();
  await page.keyboard.press("3");
  await expect(page.locator('.tile-button[aria-pressed="true"]')).toHaveCount(2);
  // Both hands are named, and the lower one is the front.
  for (const name of ["front", "rear"])
    await expect(tray(page, name).locator(".tray-name")).not.toHaveText(t(`pg.${name}`));
  await expect(lay(page)).toBeEnabled();
  await page.keyboard.press("Escape");
  await expect(page.locator('.tile-button[aria-pressed="true"]')).toHaveCount(0);
  await own(page, 0).click();
  await page.keyboard.press("3");
  // A tile that is dragged to the other hand changes places with the one that was chosen first.
  const drag = async (place) => {
    const from = await own(page, place).boundingBox();
    const to = await page.locator('.tray[data-takes="on"]').boundingBox();
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height - 8, { steps: 4 });
    await page.mouse.up();
  };
  await drag(3);
  await expect(own(page, 3)).toHaveAttribute("aria-pressed", "true");
  await expect(own(page, 0)).toHaveAttribute("aria-pressed", "false");
  await page.keyboard.press("Enter");
  await expect(button(page, t("hand.take_back"))).toBeVisible();
  // The others see that hands were laid, but not which.
  await expect(other.locator(".tiles-seat:not(.own) .domino.down")).toHaveCount(4);
  await expect(other.locator(".tiles-seat:not(.own) .domino:not(.down)")).toHaveCount(0);
  await button(page, t("hand.take_back")).click();
  await expect(other.locator(".tiles-seat .domino.down")).toHaveCount(0);
  await expect(lay(page)).toBeVisible();
  // With the first two: the pair of names follows from the tiles.
  for (const place of [0, 1])
    if ((await own(page, place).getAttribute("aria-pressed")) === "false") await own(page, place).click();
  await lay(page).click();
  await other.keyboard.press("1");
  await other.keyboard.press("2");
  await other.keyboard.press("Enter");
  // Everything is turned up for both, and stays visible when the next deal has started.
  for (const one of [page, other]) {
    await expect(one.locator(".tiles-seat .hands.up .domino")).toHaveCount(8);
    await expect(one.locator(".tiles-seat .domino.down")).toHaveCount(0);
    await expect(one.locator(".tile-button")).toHaveCount(4);
  }
  expect((await roomOf(page)).now.you.decision.deal).toBe(1);
  expect(tiles).not.toBe(theirs);
  await page.keyboard.press("1");
  await expect(page.locator(".tiles-seat .hands.up")).toHaveCount(0);
});

test("pai gow is played to its end by its default keys, told, listed, looked at again and proven", async ({ page }) => {
  await begin(page, "pai-gow", { seats: 3, options: { rounds: 1 } });
  await playOn(page, async () => {
    await page.keyboard.press("1");
    await page.keyboard.press("2");
    await page.keyboard.press("Enter");
  });
  await expect(button(page, t("gather.again"))).toBeVisible();
  await expect(page.locator(".tiles-seat .hands.up .domino")).toHaveCount(12);
  await expect(log(page)).toContainText(within("pg.told.split"));
  const panel = page.getByRole("navigation").getByRole("button", { name: t("panel.deals") });
  if ((await panel.getAttribute("aria-pressed")) !== "true") await panel.click();
  await expect(page.locator(".panel .deal-list > li")).toHaveCount(3);
  await page.getByRole("link", { name: t("score.review") }).click();
  await expect(page.locator(".pg-past .tiles-seat")).toHaveCount(3);
  const told = page.getByRole("main").getByRole("status").first();
  await expect(told).toHaveText(within("tiles.deal.of", { n: 1, of: 3 }));
  // The player's own tiles are visible; with everything open, everybody's.
  await expect(page.locator(".pg-past .tiles-seat .domino:not(.down)")).toHaveCount(4);
  await page
    .getByRole("combobox")
    .filter({ hasText: t("review.open") })
    .selectOption({ label: t("review.open") });
  await expect(page.locator(".pg-past .tiles-seat .domino:not(.down)")).toHaveCount(12);
  await page.keyboard.press("PageDown");
  await expect(told).toHaveText(within("tiles.deal.of", { n: 2, of: 3 }));
  await page.keyboard.press("End");
  await expect(page.locator(".pg-past .tiles-seat .hands.up")).toHaveCount(3);
  await page
    .locator(".deal-list")
    .getByRole("button", { name: t("tiles.deal", { n: 1 }) })
    .click();
  await expect(page.locator(".deal-list [aria-current]")).toContainText(t("tiles.deal", { n: 1 }));
  await button(page, t("verify.do")).click();
  await expect(page.getByText(t("verify.fail"))).toHaveCount(0);
  for (const name of ["shuffle", "rules", "result", "plays", "commitments"])
    await expect(page.getByRole("listitem").filter({ hasText: t(`verify.${name}`) })).toHaveClass("pass");
});

test("sic bo: points are put on the cloth, undone, bounded, laid and taken back; the throw says what they won", async ({
  page,
}) => {
  await begin(page, "sic-bo", { options: { rounds: 2, limit: 7 } });
  await asked(page);
  await expect(desk(page).getByText(t("dice.proof"))).toHaveCount(1);
  await expect(page.locator(".area")).toHaveCount(52);
  await expect(area(page, "total-4")).toHaveAccessibleName(
    `${t("bet.total", { a: 4 })}, ${t("dice.odds", { odds: 60 })}`,
  );
  await area(page, "big").click();
  await area(page, "single-2").click();
  await expect(area(page, "big")).toHaveAccessibleName(within("dice.staked", { n: 1 }));
  await expect(page.getByText(t("dice.sum", { n: 2, most: 7 }))).toBeVisible();
  await button(page, t("dice.undo")).click();
  await expect(area(page, "single-2")).not.toHaveClass(/staked/);
  // A step that is too large bets only the remaining points.
  await button(page, t("dice.step.of", { n: 5 })).click();
  await area(page, "pair-1-2").click();
  await area(page, "pair-1-2").click();
  await expect(area(page, "pair-1-2")).toHaveAccessibleName(within("dice.staked", { n: 6 }));
  await area(page, "odd").click();
  await expect(log(page)).toContainText(t("dice.full", { n: 7 }));
  await button(page, t("hand.clear")).click();
  await expect(button(page, t("dice.lay.none"))).toBeVisible();
  await area(page, "small").click();
  await button(page, t("dice.lay")).click();
  await expect.poll(async () => (await roomOf(page)).now?.you?.decision?.deal ?? 2).toBe(1);
  // The throw is shown, with the result of the bet, until the next bet.
  await expect(page.locator(".throw.came")).toHaveCount(1);
  await expect(page.locator(".why li")).toHaveCount(1);
  await expect(page.locator(".tiles-seat .down-bets")).toHaveCount(0);
  await area(page, "big").click();
  await expect(page.locator(".why")).toHaveCount(0);
  await button(page, t("dice.lay")).click();
  await expect.poll(() => isOver(page)).toBe(true);
  await expect(button(page, t("gather.again"))).toBeVisible();
});

test("bets of others lie face down until the dice are thrown", async ({ page, visitor }) => {
  const settings = {
    variant: "grand-hazard",
    seats: 3,
    options: { rounds: 1, bank: "turns" },
    clock: { kind: "none" },
  };
  await table(page, settings, { bots: false });
  const other = await visitor();
  await other.goto(page.url());
  await other
    .getByRole("button", { name: t("gather.sit") })
    .first()
    .click();
  // The bots take all free seats.
  await expect(button(other, t("gather.stand"))).toBeVisible();
  await button(page, t("gather.bots")).click();
  await ready(page);
  await ready(other);
  // The first seat is the bank, and does not bet.
  await expect(page.locator(".tiles-seat.own").getByText(t("tiles.banker"))).toBeVisible();
  await expect(button(page, t("dice.lay.none"))).toHaveCount(0);
  await asked(other);
  await area(other, "raffle-3").click();
  // The bot has bet, and nobody sees the bet.
  await expect(other.locator(".tiles-seat:not(.own)").getByRole("img", { name: t("dice.down") })).toHaveCount(1);
  await expect(other.locator(".tiles-seat .bet-line")).toHaveCount(0);
  await button(other, t("dice.lay")).click();
  for (const one of [page, other]) {
    await expect(one.locator(".throw.came")).toHaveCount(1);
    await expect(one.locator(".tiles-seat").getByText(t("bet.raffle", { a: 3 }))).toBeVisible();
  }
});

test("chuck-a-luck is played with the keyboard alone", async ({ page }) => {
  await begin(page, "chuck-a-luck", { options: { rounds: 1 } });
  await asked(page);
  // The cloth is one stop for Tab.
  await expect(page.locator('.area[tabindex="0"]')).toHaveCount(1);
  await page.locator('.area[tabindex="0"]').focus();
  await page.keyboard.press("ArrowRight");
  await expect(area(page, "single-2")).toBeFocused();
  await page.keyboard.press("2");
  await page.keyboard.press("Enter");
  await expect(area(page, "single-2")).toHaveAccessibleName(within("dice.staked", { n: 5 }));
  await page.keyboard.press("1");
  await page.keyboard.press("Delete");
  await expect(area(page, "single-2")).toHaveAccessibleName(within("dice.staked", { n: 4 }));
  await page.keyboard.press("Backspace");
  await expect(area(page, "single-2")).toHaveAccessibleName(within("dice.staked", { n: 5 }));
  await page.keyboard.press("Enter");
  await expect(area(page, "single-2")).toHaveAccessibleName(within("dice.staked", { n: 6 }));
  await page.keyboard.press("Escape");
  await expect(area(page, "single-2")).toHaveAccessibleName(within("dice.staked", { n: 5 }));
  await page.keyboard.press("b");
  await expect.poll(() => isOver(page)).toBe(true);
  const { state } = await roomOf(page);
  expect(state.previous.result.end).toBe("rounds");
});

test("dice roll before they lie, and a tap ends that", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await withClock(page);
  await begin(page, "chuck-a-luck", { options: { rounds: 3 } });
  await asked(page);
  await stopClock(page);
  await area(page, "single-1").click();
  await button(page, t("dice.lay")).click();
  await expect(page.locator(".throw.rolls")).toHaveCount(1);
  await page.locator(".bank-row").click();
  await expect(page.locator(".throw.came")).toHaveCount(1);
});

test("a table is made with the options of its game", async ({ page }) => {
  await page.goto("/new/sic-bo");
  await expect(page.getByRole("radio", { name: within("game.sic-bo") })).toBeChecked();
  await page
    .locator("summary")
    .filter({ hasText: t("create.more") })
    .click();
  await page.locator('[name="option.rounds"]').fill("3");
  await page.locator('[name="option.bank"]').selectOption({ label: t("option.bank.turns") });
  await expect(page.locator('[name="option.any_triple"]')).toHaveCount(0);
  await expect(page.locator('[name="ceremony"]')).toHaveCount(0);
  await button(page, t("create.make")).click();
  await expect(page.getByRole("list", { name: t("table.seats") })).toBeVisible();
  const { settings } = (await roomOf(page)).state;
  expect([settings.variant, settings.options.rounds, settings.options.bank]).toEqual(["sic-bo", 3, "turns"]);
});

for (const [width, height] of [
  [360, 640],
  [740, 360],
]) {
  test.describe(`on ${width} × ${height}`, () => {
    test.use({ viewport: { width, height }, hasTouch: true, isMobile: true });

    for (const variant of ["pai-gow", "sic-bo"]) {
      test(`${variant} fits, and can be tapped`, async ({ page }) => {
        await begin(page, variant, { seats: 4 });
        await asked(page);
        await expectTouchable(page, variant);
        const main = variant === "sic-bo" ? button(page, t("dice.lay.none")) : lay(page);
        await expect(main).toBeInViewport({ ratio: 1 });
        const { scrollHeight, innerHeight } = await page.evaluate(() => ({
          scrollHeight: document.documentElement.scrollHeight,
          innerHeight,
        }));
        expect(scrollHeight).toBeLessThanOrEqual(innerHeight + 1);
      });
    }
  });
}

test.describe("with letters twice as large on 360 × 640", () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

  test("the cloth scrolls under the buttons, and is bet on", async ({ page }) => {
    await begin(page, "sic-bo", { seats: 4 });
    await asked(page);
    await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
    await area(page, "total-9").click();
    await expect(area(page, "total-9")).toHaveAccessibleName(within("dice.staked", { n: 1 }));
    await expect(button(page, t("dice.lay"))).toBeInViewport({ ratio: 1 });
    // An area is as high as its text.
    const { height } = await area(page, "total-9").boundingBox();
    expect(height).toBeGreaterThanOrEqual(44);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
});

for (const variant of ["pai-gow", "sic-bo"]) {
  test(`axe finds nothing at a table of ${variant}, after it, and on its page of rules`, async ({ page }) => {
    await begin(page, variant, { options: { rounds: 1 } });
    await asked(page);
    if (variant === "sic-bo") await area(page, "small").click();
    await expectAccessible(page, variant);
    await playOn(page, async () => {
      if (variant === "pai-gow") for (const key of ["1", "2", "Enter"]) await page.keyboard.press(key);
      else await page.keyboard.press("b");
    });
    await expect(button(page, t("gather.again"))).toBeVisible();
    await expectAccessible(page, `${variant}, after it`, LOOKS.slice(0, 1));
    await page.getByRole("link", { name: t("score.review") }).click();
    await expect(page.locator(".tiles-review")).toBeVisible();
    await expectAccessible(page, `${variant}, looked at again`, LOOKS.slice(0, 2));
    await page.goto(`/learn/${variant}`);
    await expect(page.locator(".learn-figure").first()).toBeVisible();
    await expectAccessible(page, `the rules of ${variant}`, LOOKS.slice(0, 1));
  });
}

for (const locale of ["en", "fr"]) {
  test(`pai gow on a phone, in ${locale}: names, marks, points, times and tiles are whole`, async ({ visitor }) => {
    const page = await visitor({ locale, viewport: { width: 390, height: 844 }, reducedMotion: "reduce" });
    const texts = await speaking(locale);
    const clock = { kind: "timed", decision_ms: 120_000, bank_ms: 0 };
    const settings = { variant: "pai-gow", seats: 4, options: { rounds: 1 }, clock };
    await table(page, settings, { texts });
    await ready(page, texts);
    const expectWhole = async (when) => {
      for (const [width, height] of [
        [390, 844],
        [360, 640],
        [844, 390],
      ]) {
        await page.setViewportSize({ width, height });
        const parts = [".name", ".marks > *", ".score", ".clock", ".made", ".domino"].map((of) => `.tiles-seat ${of}`);
        await expectUncut(page, `${when} on ${width} × ${height}`, String(parts), false);
        const over = await page.locator(".tiles-seat").evaluateAll((cards) =>
          cards.flatMap((card) => {
            const boxes = [...card.querySelectorAll(":scope > :is(.name, .marks, .score, .clock)")]
              .filter((one) => one.checkVisibility())
              .map((one) => [one.className, one.getBoundingClientRect()]);
            return boxes.flatMap(([name, a], i) =>
              boxes
                .slice(i + 1)
                .filter(([, b]) => a.left < b.right && b.left < a.right && a.top < b.bottom - 1 && b.top < a.bottom - 1)
                .map(([other]) => `${name} and ${other}`),
            );
          }),
        );
        expect(over, `lie over each other ${when} on ${width} × ${height}`).toEqual([]);
      }
    };
    for (let turn = -1, n = 0; n < 2; n++) {
      ({ turn } = await asked(page, turn));
      await expect(page.locator(".tiles-seat.own .clock")).toBeVisible();
      // After the first deal its hands lie there, with what each of them brought.
      if (n > 0) await expect(page.locator(".tiles-seat .hands.up")).toHaveCount(4);
      await expectWhole(`in deal ${n + 1}`);
      for (const place of [0, 1]) await own(page, place).click();
      await page.locator(".own-tiles .buttons .main").click();
    }
  });
}
