// The review of a past match of mahjong: at each decision of a seat what its choices would have left, by eye, by keyboard and to screen readers, with
// dangers as bars; hindsight only if it is wanted; on a phone and from right to left.

import { expectAccessible } from "./support/axe.mjs";
import { HAND } from "./support/mahjong.mjs";
import { evaluateLong } from "./support/parts.mjs";
import { asked, ready, roomOf, table } from "./support/table.mjs";
import { expect, test } from "./support/test.mjs";
import { english, speaking } from "./support/texts.mjs";

const { t, like } = english;

/** How long a review may take: a second, and many times as long on a busy machine. */
const MADE_MS = 180_000;
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };
/** The most hands in a row that may be over before the player has discarded. */
const SHORT_HANDS = 10;

const region = (page, { t } = english) => page.getByRole("region", { name: t("analysis.title") });
const columns = (page, texts = english) =>
  region(page, texts)
    .getByRole("list", { name: texts.t("mj.review.graph") })
    .getByRole("button");
const rows = (page) => region(page).locator(".mj-options > li");

/** Wins of a hundred, as the page writes them. */
const points = (share) =>
  new Intl.NumberFormat("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(share / 100);

/** Checks that nothing is wider than the screen. */
async function expectNarrow(page) {
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect.poll(wide).toBeLessThanOrEqual(0);
}

/** Takes the default at each decision until the match is over; how many tiles were discarded. */
async function playOn(page, texts) {
  let [turn, discards] = [-1, 0];
  for (;;) {
    const decision = await asked(page, turn);
    if (!decision) return discards;
    turn = decision.turn;
    if (decision.do === "choose") discards += 1;
    await evaluateLong(
      page,
      async ([action, turn]) => {
        const { session } = await window.running();
        const room = location.pathname.split("/")[2];
        const { match_id } = session.rooms.get(room).match.start;
        await session.request("act", { room, match_id, turn, ...action });
      },
      [decision.default, turn],
    );
    await expect(page.getByRole("list", { name: texts.t("table.seats") })).toBeVisible();
  }
}

/** A hand against bots, played to its end by defaults, and reviewed on the page of its player; returns what the server says of it. */
async function reviewed(page, request, texts = english) {
  for (let hand = 0; hand < SHORT_HANDS; hand++) {
    await table(page, HAND, { texts });
    await ready(page, texts);
    if ((await playOn(page, texts)) > 1) break;
  }
  const room = await roomOf(page);
  await page.getByRole("link", { name: texts.t("score.review") }).click();
  await expect(page.getByRole("slider")).toBeVisible();
  // It tells whether it is open; in some languages the button that verifies has the same name.
  const open = page.getByRole("button", { name: texts.t("analysis.do"), exact: true, expanded: false });
  await open.focus();
  await page.keyboard.press("Enter");
  await expect(columns(page, texts).first()).toBeVisible({ timeout: MADE_MS });
  const answer = await request.get(`/api/v1/matches/${room.match_id}/review?as=${room.you}`);
  return answer.json();
}

test("what each choice would have left is shown by keyboard, in words, and as the server says", async ({
  page,
  request,
}) => {
  test.setTimeout(2 * MADE_MS);
  await page.setViewportSize(DESKTOP);
  const { hands } = await reviewed(page, request);
  const [{ turns }] = hands;
  await expect(columns(page)).toHaveCount(turns.length);
  const mistake = Math.max(
    0,
    turns.findIndex((turn) => turn.mistake),
  );
  await expect(columns(page).nth(mistake)).toHaveAttribute("aria-current", "true");
  for (const i of [0, turns.length - 1]) {
    await columns(page).nth(i).focus();
    await page.keyboard.press("Enter");
    await expect(columns(page).nth(i)).toHaveAttribute("aria-current", "true");
    await expect(region(page).getByRole("heading", { level: 3 })).toHaveText(like("mj.review.column"));
    const { choices, chosen } = turns[i];
    await expect(rows(page)).toHaveCount(choices.length);
    await expect(rows(page).nth(chosen)).toContainText(t("mj.review.chosen"));
    for (const [at, { to_ready, danger, left }] of choices.entries()) {
      const row = rows(page).nth(at);
      if (to_ready > 0) await expect(row).toContainText(t("mj.review.far", { n: to_ready }));
      if (danger !== undefined) await expect(row).toContainText(t("mj.review.danger", { danger: points(danger) }));
      if (left) await expect(row.locator(".mj-helps > li")).toHaveCount(left.length);
    }
  }
  // Hindsight only if it is wanted.
  const waited = region(page).locator(".mj-waited");
  await expect(waited).toHaveCount(0);
  await region(page)
    .getByRole("checkbox", { name: t("mj.review.open") })
    .check();
  await expect(waited).not.toBeEmpty();
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectAccessible(page);
  await expectNarrow(page);
  // From there one plays on.
  await region(page)
    .getByRole("button", { name: t("branch.do") })
    .click();
  await expect(page).toHaveURL(/\/branch\//);
});

test("a review is shown from right to left", async ({ visitor, request }) => {
  test.setTimeout(2 * MADE_MS);
  const persian = await speaking("fa");
  const page = await visitor({ locale: "fa", viewport: PHONE });
  // Of a long match only the first decisions are looked at.
  await page.route(/\/review\?as=/, async (route) => {
    const answer = await route.fetch();
    const json = await answer.json();
    return route.fulfill({ response: answer, json: { ...json, ...(json.hands && { left_out: 17 }) } });
  });
  const { hands } = await reviewed(page, request, persian);
  await expect(columns(page, persian)).toHaveCount(hands[0].turns.length);
  const number = (n) => new Intl.NumberFormat("fa").format(n);
  const n = hands.flatMap(({ turns }) => turns).length;
  await expect(region(page, persian)).toContainText(persian.t("analysis.left", { n: number(n), left: number(17) }));
  await expectAccessible(page);
  await expectNarrow(page);
});
