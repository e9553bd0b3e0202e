// The review of a past match: what the server says of each decision of a seat is shown by eye, by keyboard and to screen readers, while it is
// being made and afterwards; hindsight only if it is wanted.

import { expect, test } from "./support/test.mjs";
import { expectAccessible } from "./support/axe.mjs";
import { playOn, ready, table } from "./support/table.mjs";
import { english } from "./support/texts.mjs";

// A review takes little: what is shown is the same.
test.use({ limits: ["review_lines = 256"] });

const { t, like, within } = english;

/** How long a review may take: some seconds, and many times as long on a busy machine. */
const MADE_MS = 180_000;
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };
/** How much of the layout may shift, as browsers measure it. */
const SHIFT = 0.01;

/** Wins of a hundred, as the page writes them. */
const points = (share, sign = "auto") =>
  new Intl.NumberFormat("en", { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: sign })
    .format(share / 100)
    .replace("-", "−");

const region = (page) => page.getByRole("region", { name: t("analysis.title") });
const columns = (page) =>
  region(page)
    .getByRole("list", { name: t("analysis.graph") })
    .getByRole("button");

/** That what could be known is told as the server says it: in words, and with as many pieces. */
async function expectKnown(page, { held, perhaps, hands, leads, wins }) {
  const known = region(page).getByRole("region", { name: t("known.title") });
  const facts = [
    held && ["known.held", held],
    perhaps && ["known.perhaps", perhaps],
    ...hands.filter(({ size, least }) => size > 0 && size === least.length).map(({ least }) => ["known.whole", least]),
    ...hands.filter(({ size, least }) => least && size > least.length).map(({ least }) => ["known.least", least]),
    leads && ["known.leads", leads.join("")],
    wins ? ["known.wins", wins.join("")] : ["known.wins.none", ""],
  ];
  for (const [key, pieces] of facts.filter(Boolean)) {
    const fact = known.getByRole("listitem").filter({ hasText: within(key) });
    await expect(fact.first()).toBeVisible();
    const counts = await fact.evaluateAll((items) => items.map((item) => item.querySelectorAll("giog-piece").length));
    expect(counts).toContain(pieces.length);
  }
}

/** A match against bots, played to its end, and reviewed on the page of its player; returns what the server says of it. */
async function reviewed(page, request) {
  await table(page, { variant: "giog", seats: 3, ceremony: "server" });
  await ready(page);
  const room = await playOn(page);
  await page.getByRole("link", { name: t("score.review") }).click();
  await expect(page.getByRole("slider")).toBeVisible();
  await page.evaluate(() => {
    window.shifts = 0;
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shifts += value;
    }).observe({ type: "layout-shift", buffered: false });
  });
  const open = page.getByRole("button", { name: t("analysis.do"), exact: true });
  await expect(open).toHaveAttribute("aria-expanded", "false");
  await open.focus();
  await page.keyboard.press("Enter");
  await expect(open).toHaveAttribute("aria-expanded", "true");
  await expect(region(page).getByRole("progressbar")).toBeVisible();
  // Those of other tests may come first.
  await expect(region(page).getByRole("status")).toHaveText(like("analysis.making"), { timeout: MADE_MS });
  await expect(region(page).getByRole("progressbar")).toHaveCount(0, { timeout: MADE_MS });
  await expect(columns(page).first()).toBeVisible();
  const answer = await request.get(`/api/v1/matches/${room.match_id}/review?as=${room.you}`);
  return answer.json();
}

test("the decisions of a seat are reviewed by keyboard, in words, and add up", async ({ page, request }) => {
  test.setTimeout(2 * MADE_MS);
  await page.setViewportSize(DESKTOP);
  const review = await reviewed(page, request);
  const { decisions } = review;
  await expect(columns(page)).toHaveCount(decisions.length);
  for (const [i, { trick, verdict, laid, choices }] of decisions.entries()) {
    const share = points(choices.find(({ play }) => play === laid).share);
    const label = t("analysis.column", { n: trick + 1, verdict: t(`analysis.${verdict}`), share });
    await expect(columns(page).nth(i)).toHaveAccessibleName(label);
  }
  // The one that lost most is shown first, and another one when it is chosen, with its play above.
  const worst = decisions.reduce((worst, { lost }, i) => (lost > decisions[worst].lost ? i : worst), 0);
  await expect(columns(page).nth(worst)).toHaveAttribute("aria-current", "true");
  for (const i of [0, decisions.length - 1]) {
    await columns(page).nth(i).focus();
    await page.keyboard.press("Enter");
    const { trick, verdict, choices, hindsight, laid } = decisions[i];
    const named = t("analysis.at", { n: trick + 1, verdict: t(`analysis.${verdict}`) });
    await expect(region(page).getByRole("heading", { level: 3 })).toHaveText(named);
    await expect(page.getByRole("button", { name: t("table.trick", { n: trick + 1 }), exact: true })).toHaveAttribute(
      "aria-current",
      "step",
    );
    const items = region(page).getByRole("listitem").filter({ hasText: "±" });
    await expect(items).toHaveCount(choices.length);
    const open = region(page).getByRole("checkbox", { name: t("analysis.open") });
    await expect(open).not.toBeChecked();
    for (const [n, { play, share, error }] of choices.entries()) {
      await expect(items.nth(n)).toContainText(t("analysis.share", { share: points(share), error: points(error) }));
      const mark = items.nth(n).getByText(t("analysis.laid"), { exact: true });
      await expect(mark).toHaveCount(play === laid ? 1 : 0);
    }
    await open.focus();
    await page.keyboard.press("Space");
    for (const [n, { share, error }] of hindsight.entries()) {
      const told = t("analysis.share.open", { share: points(share), error: points(error) });
      await expect(items.nth(n)).toContainText(told);
    }
    await expectKnown(page, decisions[i].known);
    await page.keyboard.press("Space");
    await expect(items.first()).not.toContainText(t("analysis.share.open").split(":")[0]);
  }
  const { result, fair, skill, luck } = review;
  expect(fair + skill + luck).toBe(result);
  const sum = t("analysis.sum", {
    result: points(result),
    fair: points(fair),
    skill: points(skill, "exceptZero"),
    luck: points(luck, "exceptZero"),
  });
  await expect(region(page)).toContainText(sum);
  expect(await page.evaluate(() => window.shifts)).toBeLessThan(SHIFT);

  await expectAccessible(page, "a review");
  await page.setViewportSize(PHONE);
  await expectAccessible(page, "a review on a phone");
  const box = await columns(page).first().boundingBox();
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(24);

  // Another seat: it is being made, and what is shown is not that of the former one.
  await region(page).getByRole("combobox").selectOption({ index: 1 });
  await expect(region(page).getByRole("progressbar")).toBeVisible();
});

test("decisions are shown one by one while others are looked at, and the chosen one stays", async ({
  page,
  request,
}) => {
  test.setTimeout(2 * MADE_MS);
  await page.setViewportSize(DESKTOP);
  const review = await reviewed(page, request);
  // Twice as many, so that there are some also in a short match.
  const decisions = [...review.decisions, ...review.decisions];
  const last = decisions.length - 1;
  const progress = region(page).getByRole("progressbar");
  // How much was found at which moment is chance, so that the answers say what was.
  const known = [];
  let isMade = false;
  await page.route(/\/review\?as=/, async (route) => {
    if (isMade) return route.fulfill({ json: { ...review, decisions } });
    const from = Number(new URL(route.request().url()).searchParams.get("from"));
    known.push(from);
    // Nothing at first, then one, then all but the last one.
    const until = [0, 1][known.length - 1] ?? last;
    const told = decisions.slice(from, until).map(({ better, ...decision }) => decision);
    const found = told.length > 0 ? { decisions: told } : {};
    return route.fulfill({ status: 202, json: { done: until, of: decisions.length, ahead: 0, ...found } });
  });
  const opened = page.getByRole("button", { name: t("analysis.do"), exact: true });
  await opened.click();
  await opened.click();
  await expect(columns(page)).toHaveCount(1);
  await expect(columns(page)).toHaveAttribute("aria-current", "true");
  await expect(progress).toHaveAttribute("max", String(decisions.length));
  await expect(region(page).getByRole("heading", { level: 3 })).toContainText(t("table.trick", { n: 1 }));
  await expect(columns(page)).toHaveCount(last);
  // Each is sent once.
  await expect.poll(() => known.slice(0, 4)).toEqual([0, 0, 1, last]);
  const { width } = await columns(page).first().boundingBox();
  await expectAccessible(page, "a review that is being made");
  await columns(page).nth(1).focus();
  await page.keyboard.press("Enter");
  isMade = true;
  await expect(progress).toHaveCount(0, { timeout: MADE_MS });
  await expect(columns(page)).toHaveCount(decisions.length);
  await expect(columns(page).nth(1)).toBeFocused();
  await expect(columns(page).nth(1)).toHaveAttribute("aria-current", "true");
  expect((await columns(page).first().boundingBox()).width).toBeCloseTo(width, 0);
});

/** A decision with a better line, as the server writes it: what was laid loses to another play of its choices. */
function withBetter(review, record) {
  const { tricks, hands, winners, captured, beheaded, scores } = record.result;
  const decision = review.decisions.find(({ choices }) => choices.length > 1);
  const better = decision.better ?? {
    play: decision.laid,
    // What happened is a line, too.
    tricks: tricks.slice(decision.trick).map((trick, i) => ({
      ...trick,
      trick: decision.trick + i,
      won_by: "highest",
      captured: captured.map(() => 0),
      beheaded: [],
    })),
    outcome: { captured, beheaded, scores, winners },
  };
  return { decision: { ...decision, verdict: "mistake", lost: 5_000, better }, hands };
}

test("the better line is played at the table, by keyboard and on a phone, and what happened comes back", async ({
  page,
  request,
}) => {
  test.setTimeout(2 * MADE_MS);
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ reducedMotion: "reduce" });
  // Which losses a match has is chance, so that the answer gets one.
  let shown = null;
  await page.route(/\/review\?as=/, async (route) => {
    const answer = await route.fetch();
    if (answer.status() !== 200) return route.fulfill({ response: answer });
    const review = await answer.json();
    const id = /matches\/([^/]+)/.exec(route.request().url())[1];
    const record = await (await request.get(`/api/v1/matches/${id}/record`)).json();
    shown = withBetter(review, record).decision;
    return route.fulfill({
      response: answer,
      json: { ...review, decisions: [shown], worker: { checked: [98, 99] } },
    });
  });
  await reviewed(page, request);
  await expect(region(page)).toContainText(t("analysis.worker", { checked: 2 }));
  await expect(region(page).locator(".looked")).toContainText(t("mistakes.worker"));
  const { better, trick } = shown;
  const address = page.url();
  const heard = page.locator(".felt .status");
  const before = await heard.textContent();
  const show = region(page).getByRole("button", { name: like("better.show") });
  await show.focus();
  await page.keyboard.press("Enter");
  const instead = page.getByRole("region", { name: like("better.told") });
  await expect(instead).toBeVisible();
  await expect(instead.getByRole("heading")).toBeFocused();
  await expect(instead).toContainText(t("better.why"));
  // It plays by itself; step by step it is led by the same keys.
  await page.getByRole("button", { name: t("review.pause"), exact: true }).click();
  await page.keyboard.press("Home");
  await page.keyboard.press("End");
  await expect(heard).not.toHaveText(before ?? "");
  const strip = page.getByRole("list", { name: t("panel.history") }).first();
  await expect(strip.getByRole("button")).toHaveCount(trick + better.tricks.length);
  await strip.getByRole("button", { name: t("table.trick", { n: trick + 1 }), exact: true }).click();
  const plays = page.locator(".round .laid.up");
  const count = better.tricks[0].plays.reduce((sum, pieces) => sum + pieces.length, 0);
  await expect(plays).toHaveCount(count);
  expect(page.url()).toBe(address);
  await expectAccessible(page, "a better line");
  await page.setViewportSize(PHONE);
  await expectAccessible(page, "a better line on a phone");
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.keyboard.press("Escape");
  await expect(instead).toBeHidden();
  await expect(show).toBeFocused();
  await expect(heard).toHaveText(before ?? "");
  // Back leaves the line, and not the match.
  await show.click();
  await expect(instead).toBeVisible();
  await page.goBack();
  await expect(instead).toBeHidden();
  expect(page.url()).toBe(address);
  await show.click();
  await instead.getByRole("button", { name: t("better.back") }).click();
  await expect(instead).toBeHidden();
  await expect(show).toBeFocused();
});

test("what could be known is told of each hand, on a phone, too; an older review says nothing of it", async ({
  page,
  request,
}) => {
  test.setTimeout(2 * MADE_MS);
  await page.setViewportSize(PHONE);
  const known = {
    held: "KAEeRrHhCPPPp",
    perhaps: "kacpp",
    hands: [
      { seat: 1, size: 2, least: "Ar", most: "Ar" },
      { seat: 2, size: 9, least: "h", most: "AEeRrHhCcPPPppp" },
    ],
    leads: ["EE", "rr"],
    wins: ["KAE", "AA", "K"],
  };
  let isNew = true;
  await page.route(/\/review\?as=/, async (route) => {
    const answer = await route.fetch();
    const review = await answer.json();
    // Also of one that is being made.
    const decisions = review.decisions?.map((decision) => ({ ...decision, known: isNew ? known : undefined }));
    return route.fulfill({ response: answer, json: { ...review, decisions } });
  });
  await reviewed(page, request);
  const told = (name) => region(page).getByRole("region", { name });
  await expect(told(t("known.title")).getByRole("listitem")).toHaveText([
    within("known.held"),
    within("known.perhaps"),
    within("known.whole"),
    within("known.least"),
    within("known.lacked"),
    within("known.leads"),
    within("known.wins"),
  ]);
  // Of the general nobody knows who has it; this seat has not.
  const lacked = told(t("known.title"))
    .getByRole("listitem")
    .filter({ hasText: within("known.lacked") });
  await expect(lacked.locator("giog-piece")).toHaveCount(3);
  await expectAccessible(page, "what could be known, on a phone");
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await wider()).toBeLessThanOrEqual(0);
  isNew = false;
  await region(page).getByRole("combobox").selectOption({ index: 1 });
  await expect(columns(page).first()).toBeVisible({ timeout: MADE_MS });
  await expect(region(page).getByRole("progressbar")).toHaveCount(0, { timeout: MADE_MS });
  await expect(told(t("known.title"))).toHaveCount(0);
});
