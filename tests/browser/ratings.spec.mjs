// Rated matches: how one comes to them, what they change, ladders, and people's own ratings.

import { expectAccessible } from "./support/axe.mjs";
import { boardOf, resign } from "./support/boards.mjs";
import { button, GAME, JOINS, PHONE, ratedMatch, rating } from "./support/rated.mjs";
import { table } from "./support/table.mjs";
import { expectTouchable } from "./support/targets.mjs";
import { expect, test } from "./support/test.mjs";
import { english, speaking } from "./support/texts.mjs";

const { t, like } = english;

/** People of one address are never led to one rated table, unless the operator says that many share it. */
test.use({ top: ['shared_addresses = ["127.0.0.1"]'], expected: /status of 40[349]|ERR_FAILED/ });

const name = t(`game.${GAME}`);

/** The id of this page's person. */
const me = (page) => page.evaluate(async () => (await window.running()).session.me.player);

test("quick play is rated if one chooses it, and the choice is explained and remembered", async ({ page, visitor }) => {
  await page.goto("/");
  await page.getByText(t("filter.title"), { exact: true }).click();
  const choice = page.getByRole("checkbox", { name: t("home.quick.rated", { quick: t("home.quick") }) });
  await expect(choice).not.toBeChecked();
  const told = `${t("rated.what")} ${t("rated.bots", { n: 60 })}`;
  await expect(choice).toHaveAccessibleDescription(told);
  await choice.check();
  // Other people's programs play no rated matches.
  await expect(page.getByRole("checkbox", { name: t("home.quick.programs", { quick: t("home.quick") }) })).toHaveCount(
    0,
  );
  await page.getByRole("combobox", { name: t("filter.variant") }).selectOption(GAME);
  const quick = t("home.quick.rated", { quick: t("home.quick.game", { game: name }) });
  await expect(button(page, quick)).toBeVisible();
  await expectAccessible(page, "the choice of rated matches");
  await page.reload();
  await button(page, quick).click();
  await expect(page.getByText(t("rated.waits"))).toBeVisible();
  for (const never of ["gather.sit", "gather.share", "gather.bots"])
    await expect(button(page, t(never))).toHaveCount(0);
  await expectAccessible(page, "a rated table that waits");

  // Others see it in the lobby, and look at it; nobody can choose a seat, but quick play leads there.
  const other = await visitor(PHONE);
  await other.goto("/");
  const waiting = other.getByRole("listitem").filter({ hasText: t("room.rated") });
  await expect(waiting.getByRole("button", { name: JOINS })).toBeVisible();
  await expectTouchable(other, "home with a rated table where somebody waits");
  await other.goto(page.url());
  await expect(other.getByText(t("rated.waits"))).toBeVisible();
  await expect(button(other, t("gather.sit"))).toHaveCount(0);
  await button(other, t("ratings.play")).click();
  for (const one of [page, other]) await expect(boardOf(one)).toBeVisible();
});

test("a rated match changes ratings, which the result tells, and the ladder and people's pages show", async ({
  visitor,
}) => {
  const looker = await visitor();
  await looker.goto(`/ladder/${GAME}`);
  await expect(looker.getByRole("status").filter({ hasText: t("ratings.none") })).toBeVisible();
  await expectAccessible(looker, "an empty ladder");

  const [a, b] = await ratedMatch(visitor);
  await resign(a);
  await expect(rating(a, "rated.you")).toContainText("(−");
  await expect(rating(b, "rated.you")).toContainText("(+");
  const dan = { dan: "1", goal: "100" };
  await expect(rating(a, "rated.you")).toContainText(t("rated.dan", { ...dan, points: "0", change: "0" }));
  await expect(rating(b, "rated.you")).toContainText(t("rated.dan", { ...dan, points: "40", change: "+40" }));
  for (const page of [a, b]) {
    await expect(page.getByRole("row").filter({ hasText: `${t("ratings.rating")} ` })).toHaveCount(2);
    await expectAccessible(page, "the result of a rated match");
  }
  await expectTouchable(b, "the result of a rated match");

  // Everybody has stood up. Quick play leads to the next table.
  await button(a, t("rated.again")).click();
  // Also at the table of the match before, it is past for whoever waits for the next one.
  await expect(a.getByText(t("rated.waits"))).toBeVisible();
  await expect(rating(a, "rated.you")).toHaveCount(0);
  await expect(boardOf(a)).toHaveCount(0);
  await button(b, t("rated.again")).click();
  for (const page of [a, b]) await expect(boardOf(page)).toBeVisible();
  await resign(a);
  await expect(rating(b, "rated.you")).toContainText("(+");

  await b.getByRole("link", { name: t("home.ratings"), exact: true }).click();
  await expect(b).toHaveURL(/\/ladder\/xiangqi$/);
  const lines = b.getByRole("table").locator("tbody").getByRole("row");
  await expect(lines).toHaveCount(2);
  await expect(lines.nth(0)).toContainText(t("seat.you"));
  await expect(lines.nth(0)).toHaveAttribute("aria-current", "true");
  await expect(lines.nth(0).getByRole("cell").last()).toHaveText("2");
  await expect(lines.nth(0)).toContainText(t("ratings.dan.of", { dan: "1" }));
  await expect(b.locator(".yours")).toContainText(t("ratings.dan.points", { points: "80", goal: "100" }));
  await expectAccessible(b, "a ladder");
  await expectTouchable(b, "a ladder");

  await b.getByRole("link", { name: t("profile.yours") }).click();
  await expect(b.getByRole("heading", { level: 2, name: t("home.ratings") })).toBeVisible();
  await expect(b.getByRole("img", { name: like("ratings.graph") })).toBeVisible();
  await b.getByText(t("ratings.each")).click();
  const each = b.getByRole("article").getByRole("listitem");
  await expect(each.filter({ hasText: t("ratings.rank", { rank: 1 }) })).toHaveCount(2);
  await expectAccessible(b, "one's own ratings");
  await expectTouchable(b, "one's own ratings");

  // Hidden, they are nowhere; shown again, they are as they were.
  const hide = b.getByRole("checkbox", { name: t("ratings.hide") });
  await expect(hide).toHaveAccessibleDescription(t("ratings.hide.why"));
  await hide.check();
  await expect(b.getByText(t("ratings.hidden.done"))).toBeVisible();
  await looker.reload();
  const seen = looker.getByRole("table").locator("tbody").getByRole("row");
  await expect(seen).toHaveCount(1);
  await looker.goto(`/player/${await me(b)}`);
  await expect(looker.getByText(t("ratings.hidden"))).toBeVisible();
  await hide.uncheck();
  await expect(b.getByText(t("ratings.shown.done"))).toBeVisible();
  await looker.reload();
  await expect(looker.getByRole("img", { name: like("ratings.graph") })).toBeVisible();
  await expect(looker.getByRole("checkbox")).toHaveCount(0);

  // All have stood up at the table; whoever has played there can be reported from their page, by those who are still there.
  await b.evaluate((player) => (location.hash = `#/player/${player}`), await me(a));
  await expect(button(b, t("person.report"))).toBeVisible();
  await expect(button(looker, t("person.report"))).toHaveCount(0);

  // The match has what it changed, too.
  await looker.getByText(t("ratings.each")).click();
  await looker
    .getByRole("link", { name: t("matches.look") })
    .first()
    .click();
  const players = looker.getByRole("list", { name: t("matches.players") }).getByRole("listitem");
  await expect(players.filter({ hasText: "(+" })).toHaveCount(1);
  await expect(players.filter({ hasText: "(−" })).toHaveCount(1);
});

test("a match that is ended early says that it was not rated", async ({ visitor }) => {
  const [a, b] = await ratedMatch(visitor);
  for (const page of [a, b])
    await page.evaluate(async () => {
      const { session } = await window.running();
      const room = session.rooms.get(location.pathname.split("/").at(-1));
      await session.request("end_match", { room: room.id, match_id: room.match.start.match_id, agrees: true });
    });
  for (const page of [a, b]) {
    await expect(page.getByText(t("rated.unrated.abandoned"))).toBeVisible();
    await expect(button(page, t("rated.again"))).toBeVisible();
  }
});

test("what the server does not answer is offered again, and what comes late is told then", async ({ visitor }) => {
  const [a, b] = await ratedMatch(visitor);
  // Of the first answer the rating is missing, as if the match was not stored yet.
  let asked = 0;
  await b.route("**/api/v1/matches/*", async (route) => {
    if (asked++ > 0) return route.continue();
    const answer = await route.fetch();
    const { rated: _, ...match } = await answer.json();
    await route.fulfill({ response: answer, json: match });
  });
  await resign(a);
  await expect(rating(b, "rated.you")).toBeVisible();
  expect(asked).toBeGreaterThan(1);

  await b.route("**/api/v1/ladders/**", (route) => route.abort());
  await b.goto(`/ladder/${GAME}`);
  const again = button(b, t("trouble.again"));
  await expect(again).toBeVisible();
  await b.unroute("**/api/v1/ladders/**");
  await again.click();
  await expect(b.getByRole("table")).toBeVisible();
});

test("the final table of an earlier season can be chosen, and has those who are gone without a name", async ({
  visitor,
}) => {
  const [a, b] = await ratedMatch(visitor);
  await resign(a);
  await expect(rating(b, "rated.you")).toBeVisible();
  const winner = await me(b);
  // A season ends when a quarter of a year does.
  const place = (player, points) => ({
    player,
    points,
    plus_minus: 120,
    dan: { dan: 3, points: 140, goal: 300 },
    matches: 41,
  });
  await b.route("**/api/v1/ladders/xiangqi", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), seasons: ["2026-q2", "2026-q1"] } });
  });
  await b.route("**/api/v1/ladders/xiangqi/seasons/2026-q2", (route) =>
    route.fulfill({
      json: {
        table: {
          season: "2026-q2",
          variant: "xiangqi",
          seats: "2",
          clock: "live",
          ended_at: "2026-07-01T00:00:00.000Z",
          places: [place(winner, 1_702), place("00000000-0000-4000-8000-000000000000", 1_650)],
          signer: "00",
        },
        signature: "00",
        names: [{ player: winner, name: "Lin", tag: "1234" }],
      },
    }),
  );
  await b.goto(`/ladder/${GAME}`);
  const seasons = b.getByRole("combobox", { name: t("ratings.season") });
  await expect(seasons.getByRole("option")).toHaveCount(3);
  await seasons.selectOption("2026-q2");
  await expect(b).toHaveURL(/\/ladder\/xiangqi\/2026-q2$/);
  const final = b.getByRole("status").filter({ hasText: like("ratings.season.final") });
  await expect(final).toContainText(/Apr\s–\sJun\s2026/);
  await expect(final).toBeVisible();
  const lines = b.getByRole("table").locator("tbody").getByRole("row");
  await expect(lines.nth(0)).toContainText("Lin");
  await expect(lines.nth(0)).toContainText(t("seat.you"));
  await expect(lines.nth(0)).toContainText(t("ratings.dan.of", { dan: "3" }));
  await expect(lines.nth(1)).toContainText(t("matches.forgotten"));
  await expect(b.getByRole("link", { name: t("ratings.season.signed") })).toHaveAttribute(
    "href",
    "/api/v1/ladders/xiangqi/seasons/2026-q2",
  );
  await expectAccessible(b, "a final table");
  await expectTouchable(b, "a final table");

  // The address is that of the table.
  await b.reload();
  await expect(final).toBeVisible();
  await expect(seasons).toHaveValue("2026-q2");
  await seasons.selectOption("now");
  await expect(b).toHaveURL(/\/ladder\/xiangqi$/);
  await expect(b.locator(".yours")).toBeVisible();
  // One that there is none of is told.
  await b.goto(`/ladder/${GAME}/2026-q1`);
  await expect(button(b, t("trouble.again"))).toBeVisible();
});

test("a ladder is shown also after the combinations of a game were", async ({ page }) => {
  await table(page, { variant: "giog", seats: 3 });
  await page.getByRole("button", { name: t("panel.help") }).click();
  // On the table and in the help.
  await button(page, t("ladder.title")).first().click();
  await expect(
    page
      .getByRole("dialog", { name: t("ladder.title") })
      .getByRole("figure")
      .first(),
  ).toBeVisible();
  await page.keyboard.press("Escape");
  await page.evaluate(() => (location.hash = "#/ladder"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(like("ratings.ladder"));
});

test("a ladder in Persian on a phone, by keyboard", async ({ visitor }) => {
  const persian = await speaking("fa");
  const page = await visitor({ ...PHONE, locale: "fa" });
  await page.goto("/ladder");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(persian.like("ratings.ladder"));
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expectTouchable(page, "a ladder in Persian");
  // Another game: the list keeps the focus, and the address follows.
  const games = page.getByRole("combobox", { name: persian.t("filter.variant") });
  await games.focus();
  await page.keyboard.press("ArrowDown");
  await expect(games).toBeFocused();
  await expect(games).not.toHaveValue("giog");
  await expect(page).toHaveURL(new RegExp(`/ladder/${await games.inputValue()}$`));
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: persian.t("ratings.play") })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText(persian.t("profile.none"))).toBeVisible();
  await expect(page.getByText(persian.t("ratings.no"))).toBeVisible();
  await expectTouchable(page, "one's own ratings in Persian");
});
