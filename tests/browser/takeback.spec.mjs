// Taking back is offered only if there is time for it.

import { expect, test } from "./support/test.mjs";
import { english } from "./support/texts.mjs";
import { asked, decide, lay, pick, playOn, ready, roomOf, table } from "./support/table.mjs";

const { t } = english;

// Bots take long enough for the button to be seen.
test.use({ times: ["bot_delay_ms = 300"] });

/** The most matches in a row without a trick that the bot leads. */
const UNLED = 10;

const takeBack = (page) => page.getByRole("button", { name: t("hand.take_back"), exact: true });

test("taking back is not offered for the moment in which bots lay", async ({ page }) => {
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
});

/** Two people and a bot, on seat 2, at a table without time pressure. */
async function withAnother(page, visitor) {
  const other = await visitor({ reducedMotion: "reduce" });
  await table(page, { variant: "giog", seats: 3, ceremony: "server", clock: { kind: "none" } }, { bots: false });
  await other.goto(page.url());
  await other
    .getByRole("button", { name: t("gather.sit"), exact: true })
    .first()
    .click();
  // The bots take all free seats.
  await expect(other.getByRole("button", { name: t("gather.stand"), exact: true })).toBeVisible();
  await page.getByRole("button", { name: t("gather.bots"), exact: true }).click();
  for (const one of [page, other]) await ready(one);
  return other;
}

/** Plays until the bot leads a trick; returns this page's decision, or null when the match is over. */
async function ledByBot(page, other) {
  const next = new Map([page, other].map((one) => [one, asked(one)]));
  for (;;) {
    const first = await Promise.race([page, other].map(async (one) => ((await next.get(one)) ? one : null)));
    if (!first) return null;
    const { leader } = (await roomOf(first)).view.trick;
    if (leader === 2) return next.get(page);
    for (const one of leader === 1 ? [other, page] : [page, other]) {
      const decision = await next.get(one);
      await decide(one, decision);
      next.set(one, asked(one, decision.turn));
    }
  }
}

test("taking back is offered while a person thinks", async ({ page, visitor }) => {
  for (let match = 0; match < UNLED; match++) {
    const other = await withAnother(page, visitor);
    const decision = await ledByBot(page, other);
    if (!decision) continue;
    // The other one has not laid.
    await pick(page, decision.default.pieces);
    await lay(page);
    await takeBack(page).click();
    await expect.poll(async () => (await roomOf(page)).view.trick.laid[0]).toBe(false);
    return;
  }
  throw new Error(`the bot led nothing in ${UNLED} matches`);
});
