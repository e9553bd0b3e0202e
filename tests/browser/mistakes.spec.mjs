// One's own mistakes over many matches: listed by game and kind, each leads to its moment in the review, and they are nobody else's.

import { readdirSync } from "node:fs";
import path from "node:path";

import { expectAccessible } from "./support/axe.mjs";
import { expectUncut } from "./support/cut.mjs";
import { playOn, ready, table } from "./support/table.mjs";
import { expect, test } from "./support/test.mjs";
import { english, speaking } from "./support/texts.mjs";

// A review takes little: what is shown is the same.
test.use({ limits: ["review_lines = 256"] });

const { t, like } = english;
const PHONE = { width: 360, height: 640 };
/** How long a review may take: some seconds, and many times as long on a busy machine. */
const MADE_MS = 180_000;
const IDS = readdirSync(path.join(import.meta.dirname, "../../web/texts")).map((file) => path.basename(file, ".js"));
const MATCH = "00000000-0000-4000-8000-00000000000b";

/** Every kind, as the server writes them. */
const KINDS = [
  "kept_general",
  "spent_general",
  "won_needlessly",
  "lost_in_vain",
  "gave_up_trick",
  "led_into_strength",
  "too_low",
  "broke_combination",
  "too_high",
  "led_few",
  "led_many",
  "threw_strength",
];
const mistakes = [...KINDS, "other"].map((kind, i) => ({
  match_id: MATCH,
  variant: "giog",
  ended_at: "2026-01-31T12:00:00Z",
  seat: 1,
  action: i,
  trick: i,
  laid: "hc",
  lost: 1_000 - i,
  error: 90,
  verdict: ["blunder", "mistake", "inaccuracy"][i % 3],
  mistake: kind === "other" ? { kind, play: "ee" } : { kind, count: 3, play: "ee" },
  ...(i === 1 && { by_worker: true }),
}));

const items = (page) => page.locator(".mistakes > li");
/** As the page rounds, which is not how `toFixed` does. */
const wins = (share) =>
  new Intl.NumberFormat("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(share / 100);

test("mistakes are listed when a match was reviewed, and lead to their moments", async ({ page, request }) => {
  test.setTimeout(2 * MADE_MS);
  // Before the first review.
  await page.goto("/mistakes");
  await expect(page.getByText(t("mistakes.none"))).toBeVisible();
  await expectAccessible(page, "no mistakes");

  await table(page, { variant: "giog", seats: 3, ceremony: "server" });
  await ready(page);
  const room = await playOn(page);
  const of = `/api/v1/matches/${room.match_id}/review?as=${room.you}`;
  await expect.poll(async () => (await request.get(of)).status(), { timeout: MADE_MS, intervals: [1_000] }).toBe(200);
  const { decisions } = await (await request.get(of)).json();
  const named = decisions.filter(({ mistake, by }) => mistake && (by ?? "player") === "player").reverse();

  await page.goto("/");
  const player = await page.evaluate(async () => {
    const { session } = await window.running();
    await session.greeted();
    return session.me.player;
  });
  await page.goto(`/matches/${player}`);
  await page.getByRole("link", { name: t("mistakes.title"), exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: t("mistakes.title") })).toBeVisible();
  await expect(items(page)).toHaveCount(named.length);
  for (const [i, { trick, lost, mistake }] of named.entries()) {
    await expect(items(page).nth(i)).toContainText(t(`kind.${mistake.kind}`));
    const told = t("mistakes.told", { n: trick + 1, laid: "*", best: "*", lost: wins(lost) });
    await expect(items(page).nth(i)).toContainText(told.split("*").at(-1));
  }
  if (named.length === 0) return;
  const link = items(page).first().getByRole("link");
  await link.focus();
  await page.keyboard.press("Enter");
  const [{ trick, verdict, mistake }] = named;
  const region = page.getByRole("region", { name: t("analysis.title") });
  const heading = region.getByRole("heading", { level: 3 });
  await expect(heading).toHaveText(t("analysis.at", { n: trick + 1, verdict: t(`analysis.${verdict}`) }));
  await expect(heading).toBeFocused();
  await expect(region.getByRole("status")).toContainText(t(`kind.${mistake.kind}`));
  await expect(page).toHaveURL(new RegExp(`/match/${room.match_id}/${room.you}/\\d+$`));
  await page.goBack();
  await expect(items(page)).toHaveCount(named.length);
});

/** Answers for the server; returns what was asked. */
async function answering(page) {
  const asked = [];
  await page.route(/\/api\/v1\/guests\/me\/mistakes/, (route) => {
    const { searchParams } = new URL(route.request().url());
    asked.push(searchParams.toString());
    const kind = searchParams.get("kind");
    if (searchParams.get("cursor")) return route.fulfill({ json: { mistakes: mistakes.slice(10), next: null } });
    if (kind)
      return route.fulfill({ json: { mistakes: mistakes.filter((one) => one.mistake.kind === kind), next: null } });
    if (searchParams.get("variant")) return route.fulfill({ json: { mistakes: [], next: null } });
    return route.fulfill({ json: { mistakes: mistakes.slice(0, 10), next: "00ff" } });
  });
  return asked;
}

test("mistakes are filtered by kind and game, and more are loaded by keyboard", async ({ page }) => {
  const asked = await answering(page);
  await page.goto("/mistakes");
  await expect(items(page)).toHaveCount(10);
  await expect(items(page).first()).toContainText(t("kind.left", { n: 3 }));
  await expect(items(page).filter({ hasText: t("mistakes.worker") })).toHaveCount(1);
  await expect(items(page).nth(1)).toContainText(t("mistakes.worker"));
  await page.getByRole("button", { name: t("matches.more") }).focus();
  await page.keyboard.press("Enter");
  await expect(items(page)).toHaveCount(mistakes.length);
  await expect(items(page).nth(10).getByRole("link")).toBeFocused();
  await expect(items(page).last()).not.toContainText(like("kind.left"));
  await expectAccessible(page, "mistakes");
  await page.getByRole("combobox", { name: t("mistakes.kind") }).selectOption("too_low");
  await expect(items(page)).toHaveCount(1);
  await expect(items(page)).toContainText(t("kind.too_low"));
  await page.getByRole("combobox", { name: t("mistakes.kind") }).selectOption("");
  await page.getByRole("combobox", { name: t("filter.variant") }).selectOption("tam-cuc");
  await expect(page.getByText(t("mistakes.none.such"))).toBeVisible();
  expect(asked).toEqual(["", "cursor=00ff", "kind=too_low", "", "variant=tam-cuc"]);
});

for (const id of IDS) {
  test(`in ${id} the mistakes fit on a small phone`, async ({ page }) => {
    const texts = await speaking(id);
    await page.addInitScript((id) => localStorage.setItem("giog.language", id), id);
    await page.setViewportSize(PHONE);
    await answering(page);
    await page.goto("/mistakes");
    await expect(items(page)).toHaveCount(10);
    for (const [i, kind] of KINDS.slice(0, 10).entries())
      await expect(items(page).nth(i)).toContainText(texts.t(`kind.${kind}`));
    await expect(items(page).nth(1)).toContainText(texts.t("mistakes.worker"));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(wide).toBe(0);
    const box = await items(page).first().getByRole("link").boundingBox();
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
    await expectUncut(page, `mistakes in ${id}`, ".mistakes p, .mistakes .button", false);
  });
}
