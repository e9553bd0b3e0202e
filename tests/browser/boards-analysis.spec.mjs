// The review of a past match on a board: the share after each move as a graph that is led by keys, the moves that lost something, choices with their lines, and the best
// line on the board; in nine languages, on a phone, with and without eyes.

import { readdirSync } from "node:fs";
import path from "node:path";

import { expectAccessible } from "./support/axe.mjs";
import { begin } from "./support/boards.mjs";
import { evaluateLong } from "./support/parts.mjs";
import { asked } from "./support/table.mjs";
import { expect, test } from "./support/test.mjs";
import { english, speaking } from "./support/texts.mjs";

// A review takes little: what is shown is the same.
test.use({ limits: ["review_lines = 32"] });

const { t, like } = english;
const MADE_MS = 180_000;
const PHONE = { width: 360, height: 640 };
const DESKTOP = { width: 1280, height: 800 };
const SHIFT = 0.01;
/** The stones of a player of square chess. */
const STONES = 28;
/** The least that can be tapped, in CSS pixels. */
const TOUCH_PX = 43;
const IDS = readdirSync(path.join(import.meta.dirname, "../../web/texts")).map((file) => path.basename(file, ".js"));

const region = (page, texts = english) => page.getByRole("region", { name: texts.t("analysis.title"), exact: true });
const course = (page, texts = english) => region(page, texts).getByRole("slider");
const points = (share) =>
  new Intl.NumberFormat("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(share / 100);

/** What the first choice of a decision of a kind is sent as. */
const first = ({ do: kind, choices }) => ({ do: kind, [kind === "move" ? "move" : "at"]: choices[0] });

/** Moves as this page's player, the first choice of these kinds where none is said, and resigns at last if so asked; returns the match. */
async function played(page, variant, moves, resigns = true, kinds = ["move"]) {
  await begin(page, variant, { access: "public" });
  const actions = moves.map((move) => move && { do: "move", move });
  if (resigns) actions.push({ do: "resign" });
  let turn = -1;
  let id = null;
  for (const [i, chosen] of actions.entries()) {
    const decision = await asked(page, turn);
    turn = decision.turn;
    const action = chosen ?? first(decision.may.find((one) => kinds.includes(one.do)));
    id = await evaluateLong(
      page,
      async ([turn, action, isLast]) => {
        const { session } = await window.running();
        const room = location.pathname.split("/")[2];
        await session.request("act", { room, turn, ...action });
        while (isLast && !session.rooms.get(room).state.previous) await new Promise((go) => setTimeout(go, 20));
        return session.rooms.get(room).state.previous?.match_id;
      },
      [turn, action, i === actions.length - 1],
    );
  }
  return id;
}

/** Checks that everything in the review that can be tapped is large enough, and that nothing is wider than the screen. */
async function expectWhole(page, texts, language) {
  const small = await region(page, texts).evaluate((node, least) => {
    const targets = [...node.querySelectorAll("button, input, select")];
    return targets
      .map((one) => one.getBoundingClientRect())
      .filter(({ width, height }) => Math.min(width, height) < least).length;
  }, TOUCH_PX);
  expect(small, language).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

/** The review of a match for its first seat, opened on the page; what the server says of it. */
async function reviewed(page, request, id, texts = english) {
  await page.goto(`/match/${id}`);
  const open = page.getByRole("button", { name: texts.t("analysis.do"), exact: true });
  await open.focus();
  await page.keyboard.press("Enter");
  await expect(course(page, texts)).toBeVisible({ timeout: MADE_MS });
  const answer = await request.get(`/api/v1/matches/${id}/review?as=0`);
  return answer.json();
}

test("the moves of a match on a board are reviewed by keyboard, in words, and the best line is played", async ({
  page,
  request,
}) => {
  test.setTimeout(3 * MADE_MS);
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ reducedMotion: "reduce" });
  // The second move is the only one that is legal, so that it is not reviewed; after the third one the player is blocked.
  const id = await played(page, "pong-hau-ki", ["c3b2", "b2a3", "a3a1"], false);
  const review = await reviewed(page, request, id);
  const { moves, accuracy } = review;
  expect(moves.map(({ verdict }) => verdict)).toEqual(["good", "blunder"]);
  await region(page).getByRole("combobox").selectOption({ index: 0 });
  await expect(course(page)).toBeVisible({ timeout: MADE_MS });
  await page.evaluate(() => {
    window.shifts = 0;
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shifts += value;
    }).observe({ type: "layout-shift", buffered: false });
  });
  const shareOf = ({ played, choices }) => choices.find(({ play }) => play === played).share;
  const numberOf = (move) => Math.floor(move.ply / 2) + 1;
  const inWords = (move) =>
    t("analysis.board.move", {
      n: numberOf(move),
      play: move.played,
      verdict: t(`analysis.${move.verdict}`),
      share: points(shareOf(move)),
    });
  await course(page).focus();
  await page.keyboard.press("Home");
  for (const [i, move] of moves.entries()) {
    if (i > 0) await page.keyboard.press("ArrowRight");
    await expect(course(page)).toBeFocused();
    await expect(course(page)).toHaveAttribute("aria-valuetext", inWords(move));
    const looked = region(page).locator(".looked");
    await expect(looked.getByRole("heading", { level: 3 })).toHaveText(
      t("analysis.board.at", { n: numberOf(move), verdict: t(`analysis.${move.verdict}`) }),
    );
    const options = looked.getByRole("list").getByRole("listitem");
    await expect(options).toHaveCount(move.choices.length);
    for (const [n, { play, share, line }] of move.choices.entries()) {
      await expect(options.nth(n)).toContainText(play);
      await expect(options.nth(n)).toContainText(points(share));
      await expect(options.nth(n)).toContainText(line.join(" "));
      const mark = options.nth(n).getByText(t("analysis.board.played"), { exact: true });
      await expect(mark).toHaveCount(play === move.played ? 1 : 0);
    }
    // The board above shows the move.
    await expect(
      page.getByRole("list", { name: t("panel.moves"), exact: true }).locator("[aria-current]"),
    ).toHaveAttribute("title", move.played);
  }
  const named = moves.filter(({ verdict }) => verdict !== "good");
  const buttons = region(page)
    .getByRole("list", { name: t("analysis.board.named") })
    .getByRole("button");
  await expect(buttons).toHaveCount(named.length);
  await expect(buttons.first()).toHaveAccessibleName(inWords(named[0]));
  await buttons.first().focus();
  await page.keyboard.press("Enter");
  await expect(buttons.first()).toHaveAttribute("aria-current", "true");
  await expect(region(page)).toContainText(t("analysis.board.accuracy", { accuracy: points(accuracy) }));
  expect(await page.evaluate(() => window.shifts)).toBeLessThan(SHIFT);
  await expectAccessible(page, "a review of a match on a board");

  // The best line is played on the board, and what happened comes back.
  const [{ choices }] = named;
  const address = page.url();
  const heard = page.locator(".board-review .status");
  const before = await heard.textContent();
  const show = region(page).getByRole("button", { name: t("better.show", { pieces: choices[0].play }) });
  await show.focus();
  await page.keyboard.press("Enter");
  const instead = page.getByRole("region", { name: like("better.board.told") });
  await expect(instead.getByRole("heading")).toBeFocused();
  await expect(instead).toContainText(t("better.board.why"));
  await page.getByRole("button", { name: t("review.pause"), exact: true }).click();
  const list = page.getByRole("list", { name: t("panel.moves"), exact: true }).getByRole("button");
  await expect(list).toHaveCount(named[0].ply + 1 + choices[0].line.length);
  await page.keyboard.press("End");
  const last = choices[0].line.at(-1) ?? choices[0].play;
  await expect(page.getByRole("list", { name: t("panel.moves"), exact: true }).locator("[aria-current]")).toHaveText(
    last,
  );
  expect(page.url()).toBe(address);
  await expectAccessible(page, "a better line on a board");
  await page.keyboard.press("Escape");
  await expect(instead).toBeHidden();
  await expect(show).toBeFocused();
  await expect(heard).toHaveText(before ?? "");
});

for (const language of ["en", "fa"]) {
  test(`moves are shown while others are looked at, and stay as they are chosen, on a phone in ${language}`, async ({
    page,
    request,
  }) => {
    test.setTimeout(3 * MADE_MS);
    const texts = await speaking(language);
    const number = (n) => new Intl.NumberFormat(language).format(n);
    await page.setViewportSize(PHONE);
    const id = await played(page, "pong-hau-ki", ["c3b2", "b2a3", "a3a1"], false);
    await page.addInitScript((language) => localStorage.setItem("giog.language", language), language);
    const path = `/api/v1/matches/${id}/review?as=0`;
    await expect.poll(async () => (await request.get(path)).status(), { timeout: MADE_MS }).toBe(200);
    const review = await (await request.get(path)).json();
    const [move] = review.moves;
    const of = review.moves.length + 3;
    const known = [];
    let isMade = false;
    await page.route(/\/review\?as=/, (route) => {
      const from = new URL(route.request().url()).searchParams.get("from");
      known.push(from);
      if (isMade) return route.fulfill({ json: { ...review, left_out: 3 } });
      return route.fulfill({ status: 202, json: { done: 1, of, ahead: 0, ...(!from && { moves: [move] }) } });
    });
    await page.goto(`/match/${id}`);
    await page.getByRole("button", { name: texts.t("analysis.do"), exact: true }).click();
    await expect(course(page, texts)).toBeVisible({ timeout: MADE_MS });
    const progress = region(page, texts).getByRole("progressbar");
    await expect(progress).toHaveAttribute("max", String(of));
    await expect(region(page, texts)).toContainText(texts.t("analysis.making", { done: number(1), of: number(of) }));
    await expect(region(page, texts).locator(".options li")).toHaveCount(move.choices.length);
    await expectAccessible(page, "a review of a board that is being made");
    await expectWhole(page, texts, language);
    // What is not looked at yet cannot be chosen.
    await course(page, texts).focus();
    await page.keyboard.press("End");
    await expect(course(page, texts)).toHaveValue("0");
    // Each move is sent once.
    await expect.poll(() => known.slice(0, 2)).toEqual([null, "1"]);
    isMade = true;
    await expect(progress).toHaveCount(0);
    await expect(region(page, texts)).toContainText(
      texts.t("analysis.left", { n: number(review.moves.length), left: number(3) }),
    );
    await expect(course(page, texts)).toBeFocused();
    await expect(course(page, texts)).toHaveValue("0");
    await page.keyboard.press("End");
    await expect(course(page, texts)).toHaveValue(String(review.moves.length - 1));
    await expectAccessible(page, "the same review");
    await expectWhole(page, texts, language);
  });
}

for (const [variant, kind] of [
  ["xiangqi", "move"],
  ["blind-chess", "flip"],
  ["square-chess", "place"],
]) {
  test(`a match of ${variant} is reviewed by a search, and what it shows can be seen on the board`, async ({
    page,
    request,
  }) => {
    test.setTimeout(3 * MADE_MS);
    await page.setViewportSize(DESKTOP);
    await page.emulateMedia({ reducedMotion: "reduce" });
    const id = await played(page, variant, [undefined, undefined, undefined], true, [kind]);
    await reviewed(page, request, id);
    // Moves are shown as soon as they are looked at.
    await expect(region(page).getByRole("progressbar")).toHaveCount(0, { timeout: MADE_MS });
    const answer = await request.get(`/api/v1/matches/${id}/review?as=0`);
    expect(answer.status()).toBe(200);
    const { moves, exact } = await answer.json();
    expect(exact).toBeFalsy();
    expect(moves).toHaveLength(3);
    await expect(region(page)).toContainText(t("analysis.board.why"));
    await expect(region(page)).not.toContainText(t("analysis.board.exact"));
    const list = page.getByRole("list", { name: t("panel.moves"), exact: true }).getByRole("button");
    const instead = page.getByRole("region", { name: like("better.board.told") });
    const flips = new Set();
    const { events } = await (await request.get(`/api/v1/matches/${id}/events`)).json();
    for (const event of events) if (event.do === "flip") flips.add(event.at);
    for (const [i, move] of moves.entries()) {
      await course(page).focus();
      await page.keyboard.press("Home");
      for (let step = 0; step < i; step++) await page.keyboard.press("ArrowRight");
      const [best] = move.choices;
      await expect(region(page).locator(".looked").getByRole("listitem")).toHaveCount(move.choices.length);
      const show = region(page).getByRole("button", { name: t("better.show", { pieces: best.play }), exact: true });
      const isFlip = (ply) => kind === "flip" && ply.length < 4;
      const isShown =
        (best.play !== move.played || best.line.length > 0) && (!isFlip(best.play) || flips.has(best.play));
      await expect(show).toHaveCount(isShown ? 1 : 0);
      if (!isShown) continue;
      await show.click();
      await expect(instead.getByRole("heading")).toBeFocused();
      await page.getByRole("button", { name: t("review.pause"), exact: true }).click();
      // Up to a flip of what the match never showed.
      const unknown = best.line.findIndex((ply) => isFlip(ply) && !flips.has(ply));
      await expect(list).toHaveCount(move.ply + 1 + (unknown < 0 ? best.line.length : unknown));
      await expectAccessible(page, `a better line of ${variant}`);
      await page.keyboard.press("Escape");
      await expect(instead).toBeHidden();
      // Until then what is pressed could be lost.
      await expect(show).toBeFocused();
    }
  });
}

test("what is removed in square chess is written and numbered in a review as in the list of moves", async ({
  page,
  request,
}) => {
  test.setTimeout(3 * MADE_MS);
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ reducedMotion: "reduce" });
  // All stones, the first removal, and what comes then.
  const kinds = ["place", "remove", "move"];
  const id = await played(page, "square-chess", Array(STONES + 3).fill(undefined), true, kinds);
  await reviewed(page, request, id);
  await expect(region(page).getByRole("progressbar")).toHaveCount(0, { timeout: MADE_MS });
  const { moves } = await (await request.get(`/api/v1/matches/${id}/review?as=0`)).json();
  const { events } = await (await request.get(`/api/v1/matches/${id}/events`)).json();
  const plies = events.filter((event) => kinds.includes(event.do));
  const list = page.getByRole("list", { name: t("panel.moves"), exact: true });
  const removals = moves.filter(({ ply }) => plies[ply].do === "remove");
  expect(removals.map(({ ply }) => ply)).toContain(2 * STONES);
  await course(page).focus();
  await page.keyboard.press("Home");
  let at = 0;
  for (const move of removals) {
    for (; moves[at] !== move; at++) await page.keyboard.press("ArrowRight");
    const current = list.locator("[aria-current]");
    await expect(current).toHaveText(`×${move.played}`);
    const row = await current.evaluate((node) => [...node.closest("ol").children].indexOf(node.closest("li")) + 1);
    await expect(region(page).getByRole("heading", { level: 3 })).toHaveText(
      t("analysis.board.at", { n: row, verdict: t(`analysis.${move.verdict}`) }),
    );
    const options = region(page).locator(".looked").getByRole("listitem");
    const [best] = move.choices;
    for (const [i, { play }] of move.choices.entries()) await expect(options.nth(i)).toContainText(`×${play}`);
    const show = region(page).getByRole("button", { name: t("better.show", { pieces: `×${best.play}` }), exact: true });
    if (best.play === move.played && best.line.length === 0) continue;
    const told = await options.first().textContent();
    await show.click();
    await page.getByRole("button", { name: t("review.pause"), exact: true }).click();
    await expect(list.getByRole("button")).toHaveCount(move.ply + 1 + best.line.length);
    const line = (await list.getByRole("button").allTextContents()).slice(move.ply);
    expect(line[0]).toBe(`×${best.play}`);
    expect(told).toContain(line.slice(1).join(" "));
    await page.keyboard.press("Escape");
    await expect(show).toBeFocused();
    await course(page).focus();
  }
});

test("a review of a board is whole on a phone and in all languages", async ({ page, request }) => {
  test.setTimeout(3 * MADE_MS);
  await page.setViewportSize(PHONE);
  const id = await played(page, "pong-hau-ki", [undefined, undefined]);
  for (const language of IDS) {
    const texts = await speaking(language);
    await page.addInitScript((language) => localStorage.setItem("giog.language", language), language);
    const review = await reviewed(page, request, id, texts);
    expect(review.exact).toBe(true);
    await expect(region(page, texts)).toContainText(texts.t("analysis.board.exact"));
    await expect(region(page, texts)).toContainText(texts.t("branch.do"));
    await expectWhole(page, texts, language);
  }
  await expectAccessible(page, "a review of a board on a phone");
});
