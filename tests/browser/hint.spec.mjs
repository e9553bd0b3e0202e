// Suggest: what the server's bot would lay is chosen, if the table allows hints, and the coach explains it.

import { expect, test } from "./support/test.mjs";
import { english } from "./support/texts.mjs";
import { received } from "./support/frames.mjs";
import { asked, handOf, lay, playOn, ready, roomOf, table } from "./support/table.mjs";

const { t, like } = english;
const TWO = { variant: "giog", seats: 2, clock: { kind: "none" }, ceremony: "server" };

const suggest = (page) => page.getByRole("button", { name: t("hand.suggest"), exact: true });

/** Two people at a table with these settings, in the middle of a match; returns the page with the decision. */
async function two(visitor, settings) {
  const [a, b] = [await visitor(), await visitor()];
  await table(a, { ...TWO, ...settings }, { bots: false });
  await b.goto(a.url());
  await b.getByRole("button", { name: t("gather.sit"), exact: true }).click();
  await expect(b.getByRole("button", { name: t("gather.stand"), exact: true })).toBeVisible();
  await ready(a);
  await ready(b);
  const isAsked = async (page) => Boolean((await roomOf(page)).now?.you?.decision?.must);
  await expect.poll(async () => (await isAsked(a)) || (await isAsked(b))).toBe(true);
  return (await isAsked(a)) ? a : b;
}

test("Suggest picks what the server's computer player would lay", async ({ page }) => {
  const frames = received(page);
  await table(page, TWO);
  await ready(page);
  await asked(page);
  // On the first visit this is done automatically.
  await page.getByRole("button", { name: t("hand.clear"), exact: true }).click();
  const picked = handOf(page).getByRole("button", { pressed: true });
  await expect(picked).toHaveCount(0);
  await suggest(page).click();
  await expect(picked.first()).toBeVisible();
  const { pieces } = frames.findLast(({ message }) => message.hint).message.hint;
  await expect(picked).toHaveCount(pieces.length);
  const names = [...pieces].map((code) => english.piece(code));
  for (const [i, name] of names.entries()) await expect(picked.nth(i)).toHaveAccessibleName(new RegExp(`^${name}`));
});

test("people who play each other get no hints unless their table says so", async ({ visitor }) => {
  const page = await two(visitor, {});
  await expect(page.getByRole("button", { name: t("hand.sort"), exact: true })).toBeVisible();
  await expect(suggest(page)).toHaveCount(0);
});

test("people who play each other get hints where their table says so", async ({ visitor }) => {
  const page = await two(visitor, { hints: "on" });
  // On the first visit pieces are chosen automatically.
  await expect(handOf(page).getByRole("button", { pressed: true }).first()).toBeVisible();
  await page.getByRole("button", { name: t("hand.clear"), exact: true }).click();
  await expect(suggest(page)).toBeEnabled();
});

/** The coach's possible texts about a suggested play: the reason; that all pieces are laid; or the risk of a general. */
const WHY = ["why.win", "why.cheap", "why.weak"];
const OF_ALL = ["forced", "best", "few", "many", "pairs"];
const OF_GENERALS = ["general.first", "general.forced", "general.all", "general.now"];
/** The most matches until the bot has given each reason; one or two are nearly always enough. */
const MATCHES = 24;

test("the coach says why of what Suggest picks, and advises nothing else", async ({ page }) => {
  test.slow();
  await page.addInitScript(() => localStorage.setItem("giog.settings", JSON.stringify({ matches: 5 })));
  const line = page.getByRole("note", { name: t("coach.label") });
  const said = new Set();
  for (let match = 0; match < MATCHES && !WHY.every((why) => said.has(why)); match++) {
    await table(page, { ...TWO, seats: 4 });
    await ready(page);
    await playOn(page, async (decision) => {
      const clear = page.getByRole("button", { name: t("hand.clear"), exact: true });
      if (decision.do !== "play") throw new Error(`asked for ${decision.do}`);
      if (await clear.isVisible()) await clear.click();
      await suggest(page).click();
      await expect(clear).toBeVisible();
      const text = await line.textContent();
      const { chosen, left } = await page.evaluate(() => {
        const shown = document.querySelector("giog-table");
        return { chosen: shown.chosenCodes, left: shown.held().length };
      });
      const may = [...WHY, ...(chosen.length === left ? OF_ALL : []), ...(/k/i.test(chosen) ? OF_GENERALS : [])];
      const which = may.find((key) => like(`coach.${key}`).test(text));
      expect(which, `of ${chosen}: ${text}`).toBeDefined();
      said.add(which);
      await lay(page);
    });
  }
  for (const why of WHY) expect([...said], "what was said").toContain(why);
});
