// A person looks at more tables than a connection may join.

import { expect, test } from "./support/test.mjs";
import { english } from "./support/texts.mjs";
import { roomOf, table } from "./support/table.mjs";

const { t } = english;

test.use({ limits: ["rooms_per_connection = 2"] });

/** The table that the page shows, as soon as it knows it. */
const shown = (page) =>
  page.evaluate(async () => {
    const { session } = await window.running();
    const id = location.pathname.split("/")[2];
    return session.rooms.get(id)?.state ? `/room/${id}` : null;
  });

test("tables that were only looked at are left for the next one, and one's own is not", async ({ visitor }) => {
  const urls = [];
  for (let n = 0; n < 3; n++) {
    const owner = await visitor();
    await table(owner, { variant: "giog", seats: 2 }, { bots: false });
    urls.push(new URL(owner.url()).pathname);
  }
  const page = await visitor();
  await table(page, { variant: "giog", seats: 2 }, { bots: false });
  const { id } = await roomOf(page);
  for (const url of [...urls, urls[0]]) {
    await page.evaluate((url) => (location.hash = `#${url}`), url);
    await expect(page).toHaveURL(url);
    await expect.poll(() => shown(page)).toBe(url);
    await expect(page.getByRole("list", { name: t("table.seats") })).toBeVisible();
  }
  const joined = await page.evaluate(async () => {
    const { session } = await window.running();
    return [...session.rooms.values()].filter(({ left }) => !left).map(({ id }) => id);
  });
  expect(joined).toEqual([id, urls[0].split("/")[2]]);
  // Another table of the person also fits.
  await table(page, { variant: "giog", seats: 2 }, { bots: false });
});
