// A table on every screen, from a small phone to a large one, and with letters twice as large: on the person's turn, the hand and the
// button that lays are visible without scrolling, nothing is wider than the screen, and no piece or name is cut off.

import { expect, test } from "./support/test.mjs";
import { english } from "./support/texts.mjs";
import { asked, decide, pick, ready, table } from "./support/table.mjs";
import { expectUncut } from "./support/cut.mjs";

const { t } = english;

/** Width, height, and the size of letters in percent. */
const SCREENS = [
  [320, 568, 100],
  [360, 640, 100],
  [740, 360, 100],
  [768, 1024, 100],
  [1366, 768, 100],
  [1920, 1080, 100],
  [360, 640, 200],
  [768, 1024, 200],
  [1366, 768, 200],
];
/** The number of decisions of a match that are checked on all screens. */
const DECISIONS = 2;
/** Names of the greatest length: the second one has no place for a line break. */
const LONG = ["Maximiliana Konstantinou", "Wolfeschlegelsteinhausen"];

/** Checks the page on each screen; `look` gets its name. */
async function onEachScreen(page, look) {
  for (const [width, height, percent] of SCREENS) {
    await page.setViewportSize({ width, height });
    await page.evaluate((percent) => (document.documentElement.style.fontSize = `${percent}%`), percent);
    await look(`${width} × ${height}, letters of ${percent} %`, percent === 100);
  }
}

async function expectPlayable(page, where, whole) {
  const beyond = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
      return { wide: scrollWidth - clientWidth, high: scrollHeight - clientHeight };
    });
  // A screen that has just changed may not be laid out yet.
  await expect.poll(beyond, `${where}: so much wider and higher than the screen`).toEqual({ wide: 0, high: 0 });
  await expectUncut(page, `${where}, the hand`, ".rack .held, .actions .main");
  await expectUncut(page, `${where}, the table`, ".seats .name, .seats giog-piece", whole);
}

async function named(visitor, name) {
  const page = await visitor({ reducedMotion: "reduce" });
  await page.addInitScript((name) => localStorage.setItem("giog.name", name), name);
  return page;
}

for (const [what, settings, people] of [
  ["four seats and long names", { variant: "giog", seats: 4 }, 2],
  ["five seats and a pile", { variant: "da-qi-luo-2", seats: 5 }, 1],
  ["a hand of sixteen", { variant: "da-qi-luo-1", seats: 2 }, 1],
]) {
  test(`a table with ${what} is played on every screen`, async ({ visitor }) => {
    const page = await named(visitor, LONG[0]);
    await table(page, { ...settings, ceremony: "server", clock: { kind: "none" } }, { bots: false });
    const other = people > 1 ? await named(visitor, LONG[1]) : null;
    await other?.goto(page.url());
    await other
      ?.getByRole("button", { name: t("gather.sit"), exact: true })
      .first()
      .click();
    // The bots take all free seats.
    if (other) await expect(other.getByRole("button", { name: t("gather.stand"), exact: true })).toBeVisible();
    await page.getByRole("button", { name: t("gather.bots"), exact: true }).click();
    await ready(page);
    if (other) {
      await ready(other);
      // The leader decides first, and may be the other player.
      await other.waitForFunction(async () => {
        const { session } = await window.running();
        return session.rooms.get(location.pathname.split("/")[2])?.match;
      });
      // A player who leaves keeps the name at the table, marked as away; a bot continues.
      await other.evaluate(async () => (await window.running()).session.leave(location.pathname.split("/")[2]));
    }
    let turn = -1;
    for (let i = 0; i < DECISIONS; i++) {
      const decision = await asked(page, turn);
      if (!decision) break;
      turn = decision.turn;
      // The font size is reset; otherwise buttons might be outside of the screen.
      await pick(page, decision.default.pieces);
      await onEachScreen(page, (where, whole) => expectPlayable(page, `decision ${i} on ${where}`, whole));
      await page.setViewportSize({ width: 1366, height: 768 });
      await page.evaluate(() => (document.documentElement.style.fontSize = ""));
      await decide(page, decision, english, decision.default.pieces);
    }
  });
}

test("on a small phone numbers are not broken, and what the coach says is not cut", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await table(page, { variant: "giog", seats: 4, ceremony: "server", clock: { kind: "none" } });
  await ready(page);
  await asked(page);
  const hint = page.locator(".coach .hint");
  await expect(hint).toBeVisible();
  const look = () =>
    page.evaluate(() => {
      const text = document.createRange();
      const linesOf = (one) => {
        text.selectNodeContents(one);
        return [...text.getClientRects()];
      };
      // As many as there are at the end, beside a heap that takes the rest of the line.
      const numbers = [...document.querySelectorAll(".figures .won .number")];
      for (const one of numbers) {
        one.textContent = "16";
        one.parentElement.style.inlineSize = "1px";
      }
      const broken = numbers.filter((one) => linesOf(one).length > 1).length;
      const cut = linesOf(document.querySelector(".coach .hint")).filter(({ left, top, bottom }) => {
        const hit = document.elementFromPoint(left + 2, (top + bottom) / 2);
        return !hit?.closest(".coach");
      }).length;
      return { broken, cut };
    });
  await expect.poll(look).toEqual({ broken: 0, cut: 0 });
});

/** Screens from small to large, with the least width of a piece that was laid, in pixels: it grows with the smaller side. */
const LAID = [
  [1366, 768, 56],
  [1920, 1080, 88],
  [3840, 2160, 150],
];

/** The pause after a trick, in milliseconds: long enough to look at it on all of these screens. */
const PAUSE_MS = 10_000;

/** The positions of the plays on the table, the width of their pieces, and the position of the middle. */
const lying = (page) =>
  page.evaluate(() => {
    const boxOf = (element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2, width };
    };
    const plays = [...document.querySelectorAll("[data-seat] .play:has(.laid)")];
    return {
      plays: plays.map((play) => ({ ...boxOf(play), piece: boxOf(play.querySelector(".laid")).width })),
      middle: boxOf(document.querySelector(".middle")),
    };
  });

async function expectRing(page) {
  let before = 0;
  for (const [width, height, least] of LAID) {
    await page.setViewportSize({ width, height });
    const where = `${width} × ${height}`;
    // One on each side of the middle.
    const sides = async () => {
      const { plays, middle } = await lying(page);
      const side = ({ x, y }) => {
        const [right, down] = [x - middle.x, y - middle.y];
        return Math.abs(right) > Math.abs(down) ? (right > 0 ? "right" : "left") : down > 0 ? "below" : "above";
      };
      return plays.map(side).toSorted();
    };
    const piece = async () => Math.min(...(await lying(page)).plays.map((play) => play.piece));
    // A screen that has just changed may not be laid out yet.
    await expect.poll(sides, where).toEqual(["above", "below", "left", "right"]);
    await expect.poll(piece, `a piece on ${where}`).toBeGreaterThan(Math.max(least, before));
    before = await piece();
  }
}

test("plays lie in a ring round the middle, and pieces grow with the screen", async ({ page }) => {
  await table(page, {
    variant: "giog",
    seats: 4,
    clock: { kind: "none" },
    ceremony: "server",
    reveal_pause_ms: PAUSE_MS,
  });
  await ready(page);
  await decide(page, await asked(page));
  // Whoever has won the first trick, all of it is shown until the pause ends.
  await expect.poll(async () => (await lying(page)).plays.length).toBe(4);
  await expectRing(page);
});

test("letters grow with the size that the browser is set to", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("button", { name: t("home.play"), exact: true })).toBeVisible();
  const sizes = await page.evaluate(() => {
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
    return rules
      .filter((rule) => rule.selectorText === ":root")
      .map(({ style }) => style.fontSize)
      .filter(Boolean);
  });
  expect(sizes).toEqual(["100%"]);
});
