// An evening of friends at one table that is not listed: two games, a reminder, a suggestion, a pause, and the results of it all.

import { boardOf, resign, sit } from "./support/boards.mjs";
import { ready, table } from "./support/table.mjs";
import { expect, test } from "./support/test.mjs";
import { english } from "./support/texts.mjs";

const { t, like, within } = english;

const button = (page, name) => page.getByRole("button", { name, exact: true });
const log = (page) => page.getByRole("log", { name: t("table.log") });

test("friends play two games at their table, with a reminder, a suggestion, a pause and one result", async ({
  visitor,
}) => {
  const [a, b] = [await visitor(), await visitor()];
  await table(a, { variant: "xiangqi", seats: 2, clock: { kind: "none" } }, { bots: false });
  await sit(b, a.url(), 1);

  await test.step("who is ready reminds the other", async () => {
    await ready(a);
    await expect(a.getByText(like("gather.waits", { n: 1, of: 2 }))).toBeVisible();
    await button(a, t("gather.nudge")).click();
    await expect(log(b).getByText(within("nudge.told"))).toBeAttached();
    await expect(button(a, t("gather.nudge"))).toBeDisabled();
    await ready(b);
    for (const page of [a, b]) await expect(boardOf(page)).toBeVisible();
  });

  await test.step("while one is cut off the match is paused, and goes on when they are back", async () => {
    const url = b.url();
    await b.goto("about:blank");
    await expect(a.getByText(like("pause.gone"))).toBeVisible();
    await button(a, t("pause.ask")).click();
    await expect(a.getByText(like("pause.left"))).toBeVisible();
    await b.goto(url);
    await expect(b.getByText(like("pause.left"))).toBeVisible();
    // Nobody can act: nobody is told that it is their move, and none can be typed.
    for (const page of [a, b]) {
      await expect(page.locator(".board-said .status")).toHaveText(t("told.paused"));
      await expect(page.getByLabel(t("board.type"), { exact: true })).toBeHidden();
    }
    await button(b, t("pause.resume")).click();
    for (const page of [a, b]) await expect(page.getByText(like("pause.left"))).toHaveCount(0);
    for (const page of [a, b]) await expect(page.getByLabel(t("board.type"), { exact: true })).toBeVisible();
    await resign(b);
  });

  await test.step("the other suggests the next game, and the owner takes it", async () => {
    const game = t("game.pong-hau-ki");
    await b.getByLabel(t("suggest.label")).selectOption("pong-hau-ki");
    await button(a, t("suggest.take", { game })).click();
    await expect(a.getByText(t("suggest.take", { game }))).toHaveCount(0);
    for (const page of [a, b]) await button(page, t("gather.again")).click();
    await expect(boardOf(b)).toBeVisible();
    await resign(a);
  });

  await test.step("both games are told in the results of the evening", async () => {
    for (const page of [a, b]) {
      await button(page, t("panel.series")).click();
      const evening = page.locator(".evening");
      await expect(evening.getByRole("heading", { name: t("evening.title") })).toBeVisible();
      await expect(evening.locator("caption")).toHaveText([
        new RegExp(t("game.pong-hau-ki")),
        new RegExp(t("game.xiangqi")),
      ]);
    }
  });
});
