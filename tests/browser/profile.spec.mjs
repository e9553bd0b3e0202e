// Everybody's page: what their public matches say, whom they met, and how one finds it.

import { expectAccessible } from "./support/axe.mjs";
import { beginTogether, resign, sit } from "./support/boards.mjs";
import { table } from "./support/table.mjs";
import { expectTouchable } from "./support/targets.mjs";
import { expect, test } from "./support/test.mjs";
import { english, speaking } from "./support/texts.mjs";

const { t, like } = english;

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true };
const link = (page, name) => page.getByRole("link", { name, exact: true });
const field = (page) => page.getByRole("search").getByRole("textbox");

/** The id of this page's person, and their name with tag. */
const me = (page) =>
  page.evaluate(async () => {
    const { session } = await window.running();
    await session.greeted();
    const { player } = session.me;
    const { name, tag } = await (await fetch(`/api/v1/players/${player}`)).json();
    return { player, whole: `${name}#${tag}` };
  });

/** Looks for somebody. */
async function find(page, whole) {
  await field(page).fill(whole);
  await page.keyboard.press("Enter");
}

test("a page without matches says so, and nobody is found before their first public match", async ({
  page,
  visitor,
}) => {
  await page.goto("/");
  const { player, whole } = await me(page);
  await page.goto(`/player/${player}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(whole.split("#")[0]);
  await expect(page.getByText(t("profile.none"))).toBeVisible();
  await expect(page.getByText(t("ratings.no"))).toBeVisible();
  await expectAccessible(page, "one's own page without matches");
  const other = await visitor(PHONE);
  await other.goto("/ladder");
  await find(other, whole);
  await expect(other.getByRole("status").filter({ hasText: t("find.none") })).toBeVisible();
  await expectAccessible(other, "a search that found nobody");
  await expectTouchable(other, "a search");
});

test("matches are counted on the pages of both, to which their names and a search lead", async ({ visitor }) => {
  const [page, other] = await beginTogether(visitor, "xiangqi", { access: "public" });
  await other.setViewportSize(PHONE.viewport);
  const [own, theirs] = [await me(page), await me(other)];
  await resign(page);

  // From the past match to the page of the other one.
  await page.goto("/matches");
  await page
    .getByRole("list", { name: t("matches.players") })
    .getByRole("link")
    .filter({ hasText: theirs.whole.split("#")[0] })
    .click();
  await expect(page).toHaveURL(new RegExp(`/player/${theirs.player}$`));
  const game = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: t("game.xiangqi") }) });
  await expect(game).toContainText(t("profile.won", { n: 1, share: "100%" }));
  await expect(game).toContainText(t("profile.row.told", { now: "1", most: "1" }));
  const rivals = page.getByRole("table");
  await expect(rivals.getByRole("row").nth(1).getByRole("cell")).toHaveText(["1", "1", "0"]);
  await expectAccessible(page, "the page of somebody else");
  // Their matches are a press away, and lead back.
  await link(page, t("home.matches")).click();
  await expect(page).toHaveURL(new RegExp(`/matches/${theirs.player}$`));
  await link(page, t("person.profile")).click();
  await rivals.getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`/player/${own.player}$`));
  await expect(page.getByText(t("seat.you"), { exact: true })).toBeVisible();

  // Found by name and tag, until one opts out.
  await other.goto("/matches");
  await find(other, own.whole);
  await expect(other).toHaveURL(new RegExp(`/player/${own.player}$`));
  await expect(other.getByRole("heading", { level: 1 })).toContainText(own.whole.split("#")[0]);
  await expect(other.getByRole("checkbox")).toHaveCount(0);
  await expectTouchable(other, "the page of somebody else");
  const found = page.getByRole("checkbox", { name: t("find.be") });
  await expect(found).toBeChecked();
  await expect(found).toHaveAccessibleDescription(t("find.why"));
  await found.uncheck();
  await expect(page.getByText(t("find.off"))).toBeVisible();
  await expectAccessible(page, "one's own page");
  await other.goto("/ladder");
  await find(other, own.whole);
  await expect(other.getByRole("status").filter({ hasText: t("find.none") })).toBeVisible();
  await page.reload();
  await expect(found).not.toBeChecked();
});

test("whoever one has met is asked to be friends on their page, and blocked there", async ({ visitor }) => {
  const [page, other] = await beginTogether(visitor, "xiangqi", { access: "public" });
  await resign(page);
  const theirs = await me(other);
  const button = (key) => page.getByRole("button", { name: t(key), exact: true });
  const status = page.getByRole("status");
  await page.goto(`/player/${theirs.player}`);
  await button("person.befriend").focus();
  await page.keyboard.press("Enter");
  await expect(status.filter({ hasText: like("person.befriend.done") })).toBeVisible();
  await expect(button("person.befriend")).toHaveCount(0);
  await expect(button("person.block")).toBeFocused();
  await page.keyboard.press("Enter");
  await expectAccessible(page, "the question before a block");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: t("person.block"), exact: true })
    .press("Enter");
  await expect(status.filter({ hasText: like("person.block.done") })).toBeVisible();
  await page.reload();
  await expect(button("person.befriend")).toHaveCount(0);
  await page.setViewportSize(PHONE.viewport);
  await expectTouchable(page, "the page of somebody blocked");
  await button("friends.unblock").press("Enter");
  await expect(status.filter({ hasText: like("friends.unblock.done") })).toBeVisible();
  // A block ends friendship and requests.
  await expect(button("person.befriend")).toBeVisible();
  // Nobody does that about themselves.
  await page.goto(`/player/${(await me(page)).player}`);
  await expect(page.getByText(t("seat.you"), { exact: true })).toBeVisible();
  for (const key of ["person.befriend", "person.block"]) await expect(button(key)).toHaveCount(0);
});

test("somebody at one's table is reported from their page; nobody can be without a table, nor reports oneself", async ({
  page,
  visitor,
}) => {
  await table(page, { variant: "giog", seats: 2 }, { bots: false });
  const other = await visitor(PHONE);
  await sit(other, page.url(), 1);
  const [own, theirs] = [await me(page), await me(other)];
  const report = page.getByRole("button", { name: t("person.report"), exact: true });
  const lookAt = async ({ player, whole }) => {
    await page.evaluate((player) => (location.hash = `#/player/${player}`), player);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(whole.split("#")[0]);
  };
  await lookAt(own);
  await expect(page.getByText(t("profile.none"))).toBeVisible();
  await expect(report).toHaveCount(0);
  await lookAt(theirs);
  await report.press("Enter");
  const dialog = page.getByRole("dialog").filter({ hasText: theirs.whole.split("#")[0] });
  await dialog.getByRole("textbox", { name: t("report.what") }).fill("so noisy");
  await expectAccessible(page, "a report from a page of somebody");
  await dialog.getByRole("button", { name: t("report.send"), exact: true }).press("Enter");
  await expect(page.getByText(t("report.sent"))).toBeVisible();
  await page.keyboard.press("Escape");
  // The operator looks at tables: without one there is nothing to look at.
  await other.getByRole("button", { name: t("gather.stand"), exact: true }).click();
  await expect(report).toHaveCount(0);
});

test("what one led most often is shown in pieces, also in Persian on a phone", async ({ visitor }) => {
  const persian = await speaking("fa");
  const page = await visitor({ ...PHONE, locale: "fa" });
  await page.goto("/");
  const { player } = await me(page);
  // As the server says it after many matches.
  await page.route(`**/api/v1/players/${player}/stats*`, (route) => route.fulfill({ json: stats(player) }));
  await page.goto(`/player/${player}`);
  const leads = page.getByText(persian.t("profile.leads"));
  await expect(leads).toBeVisible();
  await expect(page.getByRole("img").first()).toBeVisible();
  await expect(page.getByText(persian.like("profile.since"))).toBeVisible();
  await expectAccessible(page, "one's own page in Persian");
  await expectTouchable(page, "one's own page in Persian");
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
});

/** The statistics of somebody who has played a lot. */
function stats(player) {
  const game = (variant, seats, matches, places, openings) => ({
    variant,
    seats,
    matches,
    won: places[0],
    places,
    leads: null,
    streaks: { current: 2, longest: 5 },
    openings: openings.map(([opening, matches]) => ({ opening, matches })),
  });
  return {
    player,
    since: "2026-09-01T00:00:00Z",
    games: [
      game(
        "giog",
        4,
        120,
        [40, 80, 0, 0],
        [
          ["PP", 30],
          ["KA", 12],
          ["c", 3],
        ],
      ),
      game("xiangqi", 2, 60, [31, 29], [["h2e2", 40]]),
      game("sic-bo", 3, 20, [5, 10, 5], []),
    ],
    opponents: [1, 2, 3].map((number) => ({
      player: `00000000-0000-4000-8000-00000000000${number}`,
      name: ["Lin", "A name of twenty-four ch", "爵士"][number - 1],
      tag: `000${number}`,
      matches: 40 - number,
      ahead: 20,
      behind: 10,
    })),
  };
}
