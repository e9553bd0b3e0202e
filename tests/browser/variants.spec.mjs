// Every game of the server is created in the page, with the choices before the first lead made by the players, and played to its end
// there.

import { gamesOf } from "./support/games.mjs";
import { expect, test } from "./support/test.mjs";
import { english } from "./support/texts.mjs";
import { playOn, ready, roomOf, withoutPauses } from "./support/table.mjs";

const { t, like } = english;

const GAMES = gamesOf("tricks");

test("these are all games that the server has", async ({ request }) => {
  const { variants } = await (await request.get("/api/v1/variants")).json();
  expect(variants.map(({ id }) => id).sort()).toEqual(GAMES.sort());
});

for (const game of GAMES) {
  test(`${game} is made and played to its end`, async ({ page, request }) => {
    const { variants } = await (await request.get("/api/v1/variants")).json();
    const { max_players: seats } = variants.find(({ id }) => id === game);
    await page.goto("/#/new");
    await page.locator(`input[name="variant"][value="${game}"]`).check();
    await page.getByRole("combobox", { name: t("create.seats"), exact: true }).selectOption(String(seats));
    await page
      .locator("summary")
      .filter({ hasText: t("create.more") })
      .click();
    await page.getByRole("combobox", { name: t("create.ceremony"), exact: true }).selectOption("players");
    await page.getByRole("button", { name: t("create.make"), exact: true }).click();
    await page.getByRole("button", { name: t("gather.bots"), exact: true }).click();
    await expect(page.getByText(t("gather.wait"))).toBeVisible();
    const { state } = await roomOf(page);
    expect(state.settings).toMatchObject({ variant: game, seats, ceremony: "players" });

    await withoutPauses(page);
    await ready(page);
    const room = await playOn(page);

    const { winners } = room.view.outcome;
    const told =
      winners.length > 1
        ? like(winners.includes(room.you) ? "told.over.shared.you" : "told.over.shared")
        : winners[0] === room.you
          ? like("told.over.you")
          : winners.length
            ? like("told.over")
            : like("told.over.nobody");
    await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText(told);
    expect((await (await request.get(`/api/v1/matches/${room.match_id}`)).json()).result.winners).toEqual(winners);
  });
}
