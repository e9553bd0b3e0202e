// The link of a table that was played at and that all have left: it opens the table again.

import { beginTogether, resign } from "./support/boards.mjs";
import { roomOf } from "./support/table.mjs";
import { expect, test } from "./support/test.mjs";
import { english } from "./support/texts.mjs";

const { t } = english;

// Long enough to come in before it is closed again.
test.use({ times: ["bot_delay_ms = 0", "empty_ms = 1500", "invitation_ms = 1500"] });

const button = (page, name) => page.getByRole("button", { name, exact: true });
/** What only the owner of a table can do. */
const owners = (page) => page.getByText(t("owner.close"), { exact: true });

test("the link of a table that all have left opens it again, with its results and for its owner", async ({
  visitor,
}) => {
  const [a, b] = await beginTogether(visitor, "xiangqi");
  const url = a.url();
  const { id } = await roomOf(a);
  await resign(b);
  // The owner goes last: else the other one would own it.
  for (const page of [b, a]) {
    await expect(button(page, t("gather.again"))).toBeVisible();
    await button(page, t("table.leave")).click();
    await expect(page).not.toHaveURL(url);
  }
  await expect.poll(async () => (await b.request.get(`/api/v1/rooms/${id}`)).status()).toBe(404);

  await b.goto(url);
  await expect(button(b, t("gather.sit")).first()).toBeVisible();
  await button(b, t("panel.series")).click();
  await expect(b.getByRole("table", { name: t("series.title.one") })).toContainText(/Guest/);
  await expect(owners(b)).toHaveCount(0);
  await a.goto(url);
  await expect(owners(a)).toHaveCount(1);
  await expect(owners(b)).toHaveCount(0);
  expect((await roomOf(a)).id).toBe(id);
});
