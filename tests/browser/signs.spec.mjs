// Icons are drawings, and not characters, because fonts do not have them everywhere. In a review, everything on the table lies within its
// rim, on every screen.

import { expect, test } from "./support/test.mjs";
import { english } from "./support/texts.mjs";
import { asked, decide, playOn, ready, table } from "./support/table.mjs";
import { expectUncut } from "./support/cut.mjs";

const { t } = english;

/** Symbols in the texts of a page, and in the generated content of its style sheets. */
function written(page) {
  return page.evaluate(() => {
    const sign = /[\u{2300}-\u{27bf}\u{2b00}-\u{2bff}\u{25a0}-\u{25ff}\u{2194}-\u{21ff}\u{1f000}-\u{1faff}\u{d7}]/u;
    const found = [];
    for (const node of document.querySelectorAll("body *")) {
      const own = [...node.childNodes]
        .filter((child) => child.nodeType === Node.TEXT_NODE)
        .map(({ data }) => data)
        .join("");
      const around = ["::before", "::after"].map((pseudo) => getComputedStyle(node, pseudo).content).join("");
      if (sign.test(own + around)) found.push(`${node.localName}.${node.className}: ${own || around}`);
    }
    return found;
  });
}

test("no sign of the page needs a font that has it", async ({ page }) => {
  const expectDrawn = async (view) => expect(await written(page), view).toEqual([]);
  await page.goto("/");
  await expect(page.getByRole("button", { name: t("home.play"), exact: true })).toBeVisible();
  await expectDrawn("home");
  await table(page, { variant: "sang-krip", seats: 3 });
  await expectDrawn("gathering");
  await ready(page);
  const seen = new Set();
  const room = await playOn(page, async (decision) => {
    if (!seen.has(decision.do)) await expectDrawn(decision.do);
    if (decision.do === "play" && !seen.has("play")) {
      await page
        .getByRole("navigation")
        .getByRole("button", { name: t("panel.help") })
        .click();
      await expect(page.getByRole("complementary", { name: t("panel.help") })).toBeVisible();
      await expectDrawn("help");
    }
    seen.add(decision.do);
    await decide(page, decision);
  });
  expect([...seen]).toContain("throw");
  await expectDrawn("the result");
  await page.goto(`/#/match/${room.match_id}`);
  await expect(page.getByRole("slider")).toBeVisible();
  for (const step of ["back_trick", "back", "on", "on_trick"]) {
    const button = page.getByRole("button", { name: t(`review.${step}`), exact: true });
    await expect(button.locator("svg path")).toHaveAttribute("d", /M/);
  }
  await page.getByRole("button", { name: t("verify.do"), exact: true }).click();
  await expect(page.getByText(t("verify.pass"))).toBeVisible();
  await expectDrawn("review");
  await page.goto("/#/learn/giog");
  await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
  await expectDrawn("learn");
});

/** Which of these elements are on the rim of the table or beyond it, including its rounded corners. */
function beyondTheRim(page, selector) {
  return page.evaluate((selector) => {
    const round = document.querySelector(".round");
    const { borderTopWidth, borderTopLeftRadius } = getComputedStyle(round);
    const rim = parseFloat(borderTopWidth);
    const box = round.getBoundingClientRect();
    const radius = Math.max(0, parseFloat(borderTopLeftRadius) - rim);
    const inside = ([x, y]) => {
      const [dx, dy] = [Math.min(x - box.left, box.right - x) - rim, Math.min(y - box.top, box.bottom - y) - rim];
      if (dx < -0.5 || dy < -0.5) return false;
      return dx >= radius || dy >= radius || Math.hypot(radius - dx, radius - dy) <= radius + 0.5;
    };
    const all = [...round.querySelectorAll(selector)].filter((node) => node.getBoundingClientRect().width);
    const out = all.filter((node) => {
      const { left, right, top, bottom } = node.getBoundingClientRect();
      return ![
        [left, top],
        [right, top],
        [left, bottom],
        [right, bottom],
      ].every(inside);
    });
    return { n: all.length, out: out.map((node) => `${node.localName}.${node.className} ${node.textContent}`) };
  }, selector);
}

test("in review everything is within the rim of the table, for every observer", async ({ page }) => {
  await table(page, { variant: "giog", seats: 4, ceremony: "server" });
  await ready(page);
  const first = await asked(page);
  await decide(page, first);
  const { match_id } = await playOn(page, undefined, first.turn);
  for (const as of ["spectator", "0", "open"]) {
    await page.goto(`/#/match/${match_id}/${as}`);
    await expect(page.getByRole("slider")).toBeVisible();
    for (const tricks of [1, 2]) {
      await page.getByRole("button", { name: t("review.on_trick"), exact: true }).click();
      for (const [width, height] of [
        [360, 640],
        [740, 360],
        [768, 1024],
        [1366, 768],
        [1920, 1080],
      ]) {
        await page.setViewportSize({ width, height });
        const where = `${as}, trick ${tricks}, ${width} × ${height}`;
        const look = () => beyondTheRim(page, ".who .name, .who .figures, .play .laid, .shown giog-piece");
        // A screen that has just changed may not be laid out yet.
        await expect.poll(async () => (await look()).out, where).toEqual([]);
        expect((await look()).n, where).toBeGreaterThanOrEqual(12);
        await page.evaluate(() => document.querySelector(".round").scrollIntoView());
        await expectUncut(page, where, ".seats .name", false);
        // Nothing of the table covers what is below it.
        const [below, above] = await Promise.all(
          [".actions", ".round"].map((selector) => page.locator(selector).boundingBox()),
        );
        expect(below.y, `${where}: where the buttons begin`).toBeGreaterThanOrEqual(above.y + above.height);
      }
    }
  }
});
