// A person has as many tables as they may: those with bots alone make room, and otherwise the page lists the tables, to leave one.

import { expect, test } from "./support/test.mjs";
import { english } from "./support/texts.mjs";
import { asked, roomOf, table } from "./support/table.mjs";

const { t } = english;

test.use({ limits: ["rooms_per_person = 2"], expected: /status of 404/ });

const cards = (page) => page.getByRole("region", { name: t("home.games") }).getByRole("button");

test("tables with bots make room for another one; else the message lists the tables with a way to leave", async ({
  page,
}) => {
  const made = [];
  for (let n = 0; n < 2; n++) {
    await table(page, { variant: "giog", seats: 2 });
    made.push((await roomOf(page)).id);
    await page.goto("/");
  }
  // Two at which no match is running: each makes room, and a match is begun at once.
  for (const game of ["giog-wiki", "xiangqi"]) {
    await page.goto("/");
    await cards(page)
      .filter({ hasText: t(`game.${game}`) })
      .click();
    await expect(page).toHaveURL(/\/room\//);
    await asked(page);
    expect((await roomOf(page)).state.settings.variant).toBe(game);
  }
  await page.goto(`/room/${made[0]}`);
  await expect(page.getByText(t("error.no_such_room"))).toBeVisible();

  // Both are played at now, so nothing is taken away: the message says what can be done.
  await page.goto("/new");
  await page.getByRole("button", { name: t("create.make"), exact: true }).click();
  const dialog = page.getByRole("dialog", { name: t("home.yours") });
  await expect(dialog).toContainText(t("error.too_many_of_yours"));
  const leave = dialog.getByRole("listitem").getByRole("button");
  await expect(leave).toHaveCount(2);
  await leave.last().click();
  await page
    .getByRole("dialog", { name: t("table.leave") })
    .getByRole("button", { name: t("table.leave"), exact: true })
    .click();
  await expect(leave).toHaveCount(1);
  await expect(dialog.getByRole("link")).toHaveCount(1);
});
