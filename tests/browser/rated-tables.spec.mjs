// Tables of rated matches in lists of tables, on a server where nobody else was: people of other tests would have their seats for a while.

import { boardOf, resign } from "./support/boards.mjs";
import { button, GAME, JOINS, playRated, ratedMatch, rating } from "./support/rated.mjs";
import { expect, test } from "./support/test.mjs";
import { english } from "./support/texts.mjs";

const { t } = english;

/** As in `ratings`, but another setting, so that it is another server. */
test.use({ top: ['shared_addresses = ["127.0.0.1", "127.0.0.2"]'], expected: /status of 40[349]|ERR_FAILED/ });

test("somebody who waits for a rated match is found in the lists of tables, and a table that all have left is not", async ({
  visitor,
}) => {
  const [a, b] = await ratedMatch(visitor);
  await resign(a);
  await expect(rating(b, "rated.you")).toBeVisible();
  const left = new URL(b.url()).pathname;
  const join = (page) => page.getByRole("button", { name: JOINS });
  await a.goto(`/game/${GAME}`);
  await expect(a.getByText(t("gamepage.nobody"))).toBeVisible();
  await a.goto("/");
  await expect(a.getByText(t("home.empty"))).toBeVisible();
  // Quick play leads to the table again: what was played there is not shown to who waits, but what a rated match is.
  const third = await visitor();
  await playRated(third);
  await expect(third).toHaveURL(new RegExp(`${left}$`));
  await expect(third.getByText(t("rated.what"))).toBeVisible();
  await expect(third.getByText(t("gather.advice.quick"))).toHaveCount(0);
  await expect(third.getByText(t("board.end.resigned"), { exact: false })).toHaveCount(0);
  await expect(button(third, t("rated.again"))).toHaveCount(0);
  await expect(third.getByRole("list", { name: t("table.seats") })).toBeVisible();
  for (const path of ["/", `/game/${GAME}`]) {
    await a.goto(path);
    await expect(join(a)).toBeVisible();
  }
  await join(a).press("Enter");
  for (const one of [a, third]) await expect(boardOf(one)).toBeVisible();
});
