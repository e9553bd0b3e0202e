// The lesson: five hands, with the mouse, with the keyboard and on a phone, without a socket, and the explanations of terms.

import { expect, test } from "./support/test.mjs";
import { english } from "./support/texts.mjs";
import { LOOKS, expectAccessible } from "./support/axe.mjs";
import { expectUncut } from "./support/cut.mjs";
import { focused } from "./support/keys.mjs";
import { asked, handOf, layButton, layWith, pick, playOn } from "./support/table.mjs";
import { expectInSight, expectTouchable } from "./support/targets.mjs";

const { t } = english;
const WHO = { name: "Mei" };
/** The right play in each hand. */
const RIGHT = { rank: "A", pair: "RR", noble: "RHC", cannot: "Cp", general: "K" };
/** Another legal play, and the text about it. */
const WRONG = { rank: ["r", "close"], pair: ["E", "one"], noble: ["e", "one"], cannot: ["Er", "wasted"] };

const says = (page, key) =>
  expect(page.getByRole("note", { name: t("lesson.title") })).toHaveText(t(`lesson.${key}`, WHO));
const button = (page, key) => page.getByRole("button", { name: t(key), exact: true });

/** Lays pieces of the hand that is shown. */
async function lay(page, pieces) {
  await pick(page, pieces);
  await layWith(page, () => layButton(page).click());
}

/** Plays the remaining hands, each with the right play. */
async function learn(page, from = 0, seen = async () => {}) {
  for (const [i, [id, pieces]] of Object.entries(RIGHT).entries()) {
    if (i < from) continue;
    await says(page, `${id}.before`);
    await lay(page, pieces);
    if (id === "general") {
      await says(page, "general.right.then");
      // Forced pieces are already chosen.
      await layWith(page, () => layButton(page).click());
    }
    await says(page, `${id}.right`);
    await seen(id);
    await button(page, "lesson.on").click();
  }
  await expect(page.getByRole("heading", { name: t("lesson.done") })).toBeVisible();
}

test("somebody new who follows the page finishes the lesson and a match", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: t("home.lesson.new") }).click();
  await learn(page);
  await button(page, "lesson.play").click();
  await asked(page);
  const room = await playOn(page);
  expect(room.view.outcome.winners.length).toBeGreaterThan(0);
  await expect(button(page, "gather.again")).toBeVisible();
  // A person who has finished the lesson is not asked again.
  await page.goto("/");
  await expect(page.getByRole("link", { name: t("home.lesson"), exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: t("home.lesson.new") })).toHaveCount(0);
});

test("what does not help is explained, and tried once more", async ({ page }) => {
  for (const [id, [pieces, said]] of Object.entries(WRONG)) {
    await page.goto(`/#/lesson/${id}`);
    await lay(page, pieces);
    await says(page, `${id}.${said}`);
    await button(page, "lesson.again").click();
    await says(page, `${id}.before`);
  }
  await page.goto("/#/lesson/general");
  await lay(page, "p");
  await says(page, "general.kept.then");
  await layWith(page, () => layButton(page).click());
  await says(page, "general.kept");
  await button(page, "lesson.again").click();
  await learn(page, 4);
});

test("what makes nothing cannot be led", async ({ page }) => {
  await page.goto("/#/lesson/noble");
  await pick(page, "eRH");
  await expect(page.getByText(t("why.combination"))).toBeVisible();
  await expect(layButton(page)).toBeDisabled();
});

test("by keyboard alone: digits pick, Enter lays and goes on, and the focus is never lost", async ({ page }) => {
  await page.goto("/#/lesson");
  await says(page, "rank.before");
  // The hand has the focus: its pieces are sorted by strength.
  const places = { rank: "1", pair: "23", noble: "234", cannot: "45", general: "1" };
  for (const [id, keys] of Object.entries(places)) {
    await says(page, `${id}.before`);
    for (const key of keys) await page.keyboard.press(key);
    await layWith(page, () => page.keyboard.press("Enter"));
    if (id === "general") {
      await says(page, "general.right.then");
      await layWith(page, () => page.keyboard.press("Enter"));
    }
    await says(page, `${id}.right`);
    await expect(button(page, "lesson.on")).toBeFocused();
    // Pieces that still move into the hand may cover it.
    await expect.poll(async () => (await focused(page)).problems).toEqual([]);
    await page.keyboard.press("Enter");
  }
  await expect(button(page, "lesson.play")).toBeFocused();
});

test("what is said is told to screen readers", async ({ page }) => {
  await page.goto("/#/lesson");
  const log = page.getByRole("log", { name: t("lesson.title") });
  await expect(log).toContainText(t("lesson.rank.before"));
  await lay(page, "A");
  await expect(log).toContainText(t("told.trick.you", { play: t("piece.A") }));
  await expect(log).toContainText(t("lesson.rank.right"));
});

test("without a socket", async ({ page }) => {
  await page.routeWebSocket(/\/ws$/, (socket) => socket.close());
  await page.goto("/#/lesson");
  await learn(page);
  await expect(button(page, "lesson.play")).toBeDisabled();
  await expect(page.getByText(t("lesson.offline"))).toBeVisible();
});

test("a word says what it means, by mouse and by keyboard", async ({ page }) => {
  await page.goto("/#/lesson/pair");
  const word = page.getByRole("note", { name: t("lesson.title") }).getByRole("button", { name: "pair", exact: true });
  const meaning = page.getByRole("dialog", { name: "pair", exact: true });
  await word.click();
  await expect(meaning).toContainText(t("word.pair.means"));
  await expectAccessible(page, "a word", LOOKS.slice(0, 2));
  await page.mouse.click(5, 300);
  await expect(meaning).toBeHidden();
  // The chosen pieces stay when Escape closes the term.
  await page.keyboard.press("2");
  await word.focus();
  await page.keyboard.press("Enter");
  await expect(meaning).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(meaning).toBeHidden();
  await expect(word).toBeFocused();
  await expect(handOf(page).getByRole("button", { pressed: true })).toHaveCount(1);
});

test("the rules explain their words, and list them all", async ({ page }) => {
  await page.goto("/#/learn/giog");
  await page.getByRole("button", { name: "beheaded", exact: true }).first().click();
  await expect(page.getByRole("dialog", { name: "behead" })).toContainText(t("word.behead.means"));
  await page.goto("/#/learn");
  await expect(page.getByRole("definition").filter({ hasText: t("word.trick.means") })).toBeVisible();
  await page.getByRole("link", { name: t("home.lesson") }).click();
  await says(page, "rank.before");
});

test("nothing wrong that axe finds", async ({ page }) => {
  await page.goto("/#/lesson");
  await says(page, "rank.before");
  await expectAccessible(page, "a hand of the lesson");
  await learn(page, 0, (id) => expectAccessible(page, `after ${id}`, LOOKS.slice(0, 1)));
  await expectAccessible(page, "the end of the lesson");
});

for (const [width, height] of [
  [320, 568],
  [360, 640],
  [740, 360],
  [1366, 768],
]) {
  test(`${width} × ${height}: hand, buttons and what is said are in sight`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto("/#/lesson");
    const look = async (where) => {
      await expectTouchable(page, where);
      await expectUncut(page, where, ".rack .held, .actions button, .lesson-said .hint, .lesson-steps button");
    };
    await says(page, "rank.before");
    await look("before");
    await pick(page, "A");
    await look("picked");
    await expectInSight(page, "picked", [layButton(page)]);
    await learn(page, 0, (id) => expectUncut(page, `after ${id}`, ".lesson-on button, .lesson-said .hint"));
  });
}
