// The puzzle of the day: a decision of a real match is shown without names, answered by eye, by keyboard and by ear, and counted in days.

import { readdirSync } from "node:fs";
import path from "node:path";

import { expect, test } from "./support/test.mjs";
import { expectAccessible } from "./support/axe.mjs";
import { expectUncut } from "./support/cut.mjs";
import { english, speaking } from "./support/texts.mjs";

const { t, like } = english;
const PHONE = { width: 360, height: 640 };
const DESKTOP = { width: 1280, height: 800 };
const DAY_MS = 24 * 60 * 60 * 1_000;
const IDS = readdirSync(path.join(import.meta.dirname, "../../web/texts")).map((file) => path.basename(file, ".js"));

const ID = "00000000-0000-4000-8000-00000000000a";
const MATCH = "00000000-0000-4000-8000-00000000000b";
/** As the server writes it: crates/server/tests/rest/puzzles.rs has what is told when. */
const PUZZLE = {
  puzzle: ID,
  variant: "giog",
  view: {
    variant: "giog",
    options: {},
    you: 1,
    stage: "play",
    layout: { heights: [8, 8, 8], rows: [] },
    stacks: [0, 1, 2].map((seat) => ({ up: [], taken_by: seat })),
    order: [0, 1, 2],
    hand: "KeeRhc",
    hand_sizes: [4, 6, 6],
    known: ["", "", ""],
    trick: { trick: 1, leader: 0, type: "pair", count: 2, laid: [true, false, false], yours: null, last: false },
    tricks: [
      {
        trick: 0,
        leader: 0,
        type: "pair",
        plays: ["AA", "pp", "PP"],
        shown: [true, true, true],
        winner: 0,
        won_by: "highest",
        captured: [6, 0, 0],
        beheaded: [],
      },
    ],
    captured: [6, 0, 0],
    aside: 0,
    beheaded: [],
    outcome: null,
  },
  choices: ["Rh", "ch", "ee"],
};
const ANSWER = {
  choices: [
    { play: "ee", share: 4_200, error: 60 },
    { play: "ch", share: 2_900, error: 60 },
    { play: "Rh", share: 2_100, error: 50 },
  ],
  laid: "Rh",
  match_id: MATCH,
  seat: 1,
  trick: 1,
};

const day = (time) => new Date(time).toISOString().slice(0, 10);

/** Answers for the server, at some time; returns what was sent. */
async function answering(page, time = Date.now()) {
  const sent = [];
  await page.route(/\/api\/v1\/puzzles\//, (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    sent.push(`${request.method()} ${pathname.slice("/api/v1/puzzles/".length)}`);
    if (pathname.endsWith("/daily")) return route.fulfill({ json: { day: day(time), puzzle: PUZZLE } });
    if (pathname.endsWith("/report")) return route.fulfill({ status: 204 });
    if (!pathname.endsWith("/answer")) return route.fulfill({ json: PUZZLE });
    return route.fulfill({ json: { ...ANSWER, right: request.postDataJSON().play === "ee" } });
  });
  return sent;
}

const question = (page) => page.getByRole("region", { name: t("puzzle.question") });
const told = (page, right = true) =>
  page.getByRole("region", { name: t(right ? "puzzle.right" : "puzzle.wrong"), exact: true });

test("a server without puzzles says so", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: t("home.puzzle"), exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: t("puzzle.daily") })).toBeVisible();
  await expect(page.getByText(t("puzzle.none"))).toBeVisible();
  await expectAccessible(page, "no puzzle");
});

test("a puzzle is answered by keyboard, and days in a row are counted in the browser", async ({ page }) => {
  const sent = await answering(page);
  await page.goto("/puzzle");
  await expect(question(page).getByRole("button")).toHaveCount(3);
  await expect(page.getByText(t("table.trick", { n: 2 }))).toBeVisible();
  // Every piece is seen.
  for (const piece of await question(page).locator("giog-piece").all())
    expect((await piece.boundingBox())?.width).toBeGreaterThan(24);
  await expectAccessible(page, "a puzzle");
  const best = question(page).getByRole("button").nth(2);
  await best.focus();
  await page.keyboard.press("Enter");
  await expect(told(page).getByRole("heading")).toBeFocused();
  const items = told(page).getByRole("listitem");
  await expect(items).toHaveCount(3);
  await expect(items.first()).toContainText("42.0 ± 0.6");
  await expect(items.first()).toContainText(t("puzzle.yours"));
  await expect(items.last()).toContainText(t("puzzle.laid"));
  await expect(page.getByText(t("puzzle.row", { n: 1 }))).toBeVisible();
  await expectAccessible(page, "an answered puzzle");
  const link = told(page).getByRole("link", { name: t("puzzle.match"), exact: true });
  await expect(link).toHaveAttribute("href", `/match/${MATCH}/1/0`);
  await told(page)
    .getByRole("button", { name: t("puzzle.report") })
    .click();
  await expect(told(page).getByText(t("puzzle.reported"))).toBeVisible();
  expect(sent).toEqual(["GET daily", `POST ${ID}/answer`, `POST ${ID}/report`]);
  // It stays answered, and home asks for nothing because of it.
  await page.reload();
  await expect(told(page)).toBeVisible();
  const before = sent.length;
  await page.goto("/");
  await expect(page.getByRole("link", { name: t("home.puzzle.row", { n: 1 }) })).toBeVisible();
  expect(sent).toHaveLength(before);
});

test("a wrong answer ends the row, the next day goes on with it, and only the first answer of a day counts", async ({
  page,
  context,
}) => {
  const at = async (time, choice, right) => {
    const page = await context.newPage();
    await page.clock.install({ time });
    await answering(page, time);
    await page.goto("/puzzle");
    await question(page).getByRole("button").nth(choice).click();
    await expect(told(page, right)).toBeVisible();
    const row = await page.evaluate(() => JSON.parse(localStorage.getItem("giog.puzzle")).row);
    await page.close();
    return row;
  };
  await page.goto("/");
  const now = Date.now();
  expect(await at(now, 2, true)).toBe(1);
  expect(await at(now + DAY_MS, 2, true)).toBe(2);
  expect(await at(now + 2 * DAY_MS, 0, false)).toBe(0);
  expect(await at(now + 3 * DAY_MS, 2, true)).toBe(1);
  // A day was left out.
  expect(await at(now + 5 * DAY_MS, 2, true)).toBe(1);
});

test("any puzzle has an address, and does not count", async ({ page }) => {
  await answering(page);
  await page.setViewportSize(DESKTOP);
  await page.goto(`/puzzle/${ID}`);
  await question(page).getByRole("button").nth(1).click();
  await expect(told(page, false)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("giog.puzzle"))).toBeNull();
  await expect(page.getByText(like("puzzle.row"))).toHaveCount(0);
});

for (const id of IDS) {
  test(`in ${id} a puzzle fits on a small phone`, async ({ page }) => {
    const texts = await speaking(id);
    await page.addInitScript((id) => localStorage.setItem("giog.language", id), id);
    await page.setViewportSize(PHONE);
    await answering(page);
    await page.goto("/puzzle");
    const choices = page.getByRole("region", { name: texts.t("puzzle.question") }).getByRole("button");
    await expect(choices).toHaveCount(3);
    const narrow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(await narrow()).toBe(0);
    const box = await choices.first().boundingBox();
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
    await choices.first().click();
    await expect(page.getByRole("heading", { name: texts.t("puzzle.wrong") })).toBeVisible();
    expect(await narrow()).toBe(0);
    await expectUncut(page, `a puzzle in ${id}`, ".analysis h2, .analysis .button, .analysis button", false);
  });
}
