// What players agree on, and are told, during a match: ending it without a result, moves that are confirmed, who is gone, like tiles.

import { expect, test } from "./support/test.mjs";
import { beginTogether, boardOf, choose, pointOf } from "./support/boards.mjs";
import { expectAccessible, LOOKS } from "./support/axe.mjs";
import { asked, ready, roomOf, table } from "./support/table.mjs";
import { english } from "./support/texts.mjs";

const { t, like } = english;

const dialog = (page, title) => page.getByRole("dialog", { name: t(title), exact: true });
const press = (where, name) => where.getByRole("button", { name: t(name), exact: true }).click();
const notation = async (page) => (await roomOf(page)).view.position.notation.map(([, text]) => text);

test("a match ends without a result when both agree: who is asked sees it at once, and may play on", async ({
  visitor,
}) => {
  const [a, b] = await beginTogether(visitor, "xiangqi");
  const leave = (page) => page.getByRole("button", { name: new RegExp(`^${t("table.leave")}`) }).first();
  const ask = async (page) => {
    await leave(page).click();
    await press(page.getByRole("dialog"), "leave.end");
    await press(dialog(page, "ending.title"), "ending.yes");
    await expect(dialog(page, "ending.title")).toHaveCount(0);
  };
  await ask(a);
  await expect(dialog(b, "ending.title")).toContainText(t("ending.agrees"));
  await expectAccessible(b, "the question whether to end the match", LOOKS.slice(0, 2));
  await press(dialog(b, "ending.title"), "ending.on");
  await expect(leave(a)).toHaveAccessibleName(`${t("table.leave")} 1`);
  // Whoever plays on does not want to end it any more.
  await choose(a, "move", "h2e2");
  await expect(leave(b)).toHaveAccessibleName(t("table.leave"));
  await ask(b);
  await expect(dialog(a, "ending.title")).toBeVisible();
  await press(dialog(a, "ending.title"), "ending.yes");
  for (const page of [a, b]) {
    await expect(page.getByText(t("told.abandoned")).first()).toBeVisible();
    await expect(dialog(page, "ending.title")).toHaveCount(0);
  }
  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ]) {
    await a.setViewportSize({ width, height });
    const covered = await a.locator(".result-sheet").evaluate((sheet) => {
      const text = document.createRange();
      text.selectNodeContents(sheet.querySelector("h2"));
      const close = sheet.querySelector(".close").getBoundingClientRect();
      return [...text.getClientRects()].some(
        (line) =>
          line.left < close.right && line.right > close.left && line.top < close.bottom && line.bottom > close.top,
      );
    });
    expect(covered, `the button that closes the result, on its title, ${width} wide`).toBe(false);
  }
  const { state } = await roomOf(a);
  expect(state.previous.result ?? state.previous.outcome).toBe(null);
  expect(state.series.matches).toBe(0);
});

test("where one has days, a move is made when it is confirmed", async ({ visitor }) => {
  const [a] = await beginTogether(visitor, "xiangqi", { clock: { kind: "days", days: 3 } });
  const sure = a.getByRole("group", { name: t("board.sure", { move: "h2e2" }), exact: true });
  await asked(a);
  await choose(a, "move", "h2e2");
  await expect(sure).toBeVisible();
  await press(sure, "cancel");
  await expect(sure).toHaveCount(0);
  expect(await notation(a)).toEqual([]);
  await choose(a, "move", "h2e2");
  await press(sure, "board.sure.yes");
  await expect.poll(() => notation(a)).toEqual(["h2e2"]);
  await expect(sure).toHaveCount(0);
});

test("at the seat of somebody who is gone stands when a stand-in plays", async ({ visitor }) => {
  const [a, b] = [await visitor(), await visitor()];
  await table(a, { variant: "giog", seats: 2, ceremony: "server", clock: { kind: "none" } }, { bots: false });
  await b.goto(a.url());
  await press(b, "gather.sit");
  await expect(b.getByRole("button", { name: t("gather.stand"), exact: true })).toBeVisible();
  await ready(a);
  await ready(b);
  await asked(a).catch(() => null);
  const seat = a.getByRole("list", { name: t("table.seats") });
  await expect(seat).toBeVisible();
  await b.close();
  const when = seat.getByText(like("seat.stand_in"));
  await expect(when).toBeVisible();
  // The question whether to pause the match does not cover it.
  await expect(a.getByText(like("pause.gone"))).toBeVisible();
  for (const size of [
    { width: 360, height: 640 },
    { width: 1280, height: 800 },
  ]) {
    await a.setViewportSize(size);
    const covers = await when.evaluate((text) => {
      const { x, y, width, height } = text.getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2)?.closest(".pause")?.className ?? null;
    });
    expect(covers, `${size.width} × ${size.height}`).toBe(null);
  }
});

test("in mahjong all tiles like the one that is looked at, or chosen, are lit", async ({ page }) => {
  await table(page, { variant: "mahjong", seats: 4, clock: { kind: "none" }, options: { length: "hand" } });
  await ready(page);
  const rack = page.getByRole("group", { name: like("mj.hand.label") });
  await expect(rack).toBeVisible();
  const lit = () =>
    page.evaluate(() => {
      const codes = [...document.querySelectorAll("giog-mahjong[data-lit]")].map((tile) => tile.getAttribute("code"));
      return [...new Set(codes)];
    });
  const tile = rack.getByRole("button").first();
  const code = await tile.getAttribute("data-tile");
  await page.mouse.move(1, 1);
  await expect.poll(lit).toEqual([]);
  await tile.hover();
  await expect.poll(lit).toEqual([code]);
  const alike = await page.evaluate(
    (code) => document.querySelectorAll(`giog-mahjong[code="${code}"]:not([data-lit])`).length,
    code,
  );
  expect(alike).toBe(0);
  await page.mouse.move(1, 1);
  await expect.poll(lit).toEqual([]);
  await tile.focus();
  await expect.poll(lit).toEqual([code]);
});

test("on a phone the names of files and ranks stand on the board too", async ({ visitor }) => {
  const [a] = await beginTogether(visitor, "xiangqi");
  await a.setViewportSize({ width: 360, height: 640 });
  const names = a.locator("giog-board .edges span");
  await expect(names).toHaveCount(9 + 10);
  const board = await boardOf(a).boundingBox();
  for (const name of await names.all()) {
    await expect(name).toBeVisible();
    const { x, y, width, height } = await name.boundingBox();
    expect(x).toBeGreaterThanOrEqual(board.x - 1);
    expect(y + height).toBeLessThanOrEqual(board.y + board.height + 1);
    expect(Math.min(width, height)).toBeGreaterThan(0);
  }
  await expect(pointOf(a, "a0")).toBeVisible();
});
