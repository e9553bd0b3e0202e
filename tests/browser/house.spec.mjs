// What home has beside the tables (a match to watch, the latest ones, the ladder's top, when people play), and the page of each game.

import { expectAccessible } from "./support/axe.mjs";
import { beginTogether, boardOf, play, resign } from "./support/boards.mjs";
import { expectTouchable } from "./support/targets.mjs";
import { expect, test } from "./support/test.mjs";
import { asked, decide, ready, roomOf, table } from "./support/table.mjs";
import { english, speaking } from "./support/texts.mjs";
import { counting } from "./support/wire.mjs";

const { t, like } = english;

/** A server of its own: nobody else plays there. */
test.use({ times: ["bot_delay_ms = 0 # the house"] });

/** How often home looks at the table, in milliseconds. */
const LOOK_MS = 4_000;
const SMALL = { viewport: { width: 320, height: 640 }, hasTouch: true };
const heading = (page, name) => page.getByRole("heading", { name, exact: true });
const house = (page) => page.locator("giog-house");
const seats = (page) =>
  page
    .locator("giog-watched")
    .getByRole("list", { name: t("matches.players") })
    .getByRole("listitem");

/** A public match of xiangqi that is over. */
async function played(visitor) {
  const [a] = await beginTogether(visitor, "xiangqi", { access: "public", clock: { kind: "auto" } });
  await resign(a);
  await expect(a.getByRole("button", { name: t("gather.again"), exact: true }).first()).toBeVisible();
}

/** What the server is asked for, by paths under `/api/v1`. */
function asks(page) {
  const paths = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/v1/")) paths.push(pathname.slice("/api/v1".length));
  });
  return paths;
}

test("where nobody is, home has nothing beside the tables, and asks for nothing", async ({ page }) => {
  const [paths, counted] = [asks(page), await counting(page)];
  await page.clock.install();
  await page.goto("/");
  await expect(page.getByText(t("home.empty"))).toBeVisible();
  await page.clock.runFor(20_000);
  await page.waitForLoadState("networkidle");
  expect(paths).not.toContain("/rooms/featured");
  expect(paths).not.toContain("/ladders");
  expect(counted.asked.filter((url) => url.includes("house"))).toEqual([]);
  await expect(house(page)).toHaveCount(0);
});

test("a public match is shown to everybody on home while it is played, and then as one of the latest", async ({
  page,
  visitor,
}) => {
  const [a] = await beginTogether(visitor, "xiangqi", { access: "public", clock: { kind: "auto" } });
  await page.goto("/");
  await expect(heading(page, t("house.watch"))).toBeVisible();
  const board = page.locator("giog-watched giog-board");
  await expect(board).toBeVisible();
  await expect(seats(page)).toHaveCount(2);
  // It follows the match; nobody plays on it, nor comes to it with keys.
  const stands = () => board.evaluate((node) => node.shown.text);
  const before = await stands();
  await play(a, 1);
  await expect.poll(stands).not.toBe(before);
  expect(await board.evaluate((node) => node.closest("[inert]") !== null)).toBe(true);
  const watching = await a.evaluate(async () => {
    const { session } = await window.running();
    return [...session.rooms.values()].map(({ present }) => present.spectators);
  });
  expect(watching, "who looks at home is no spectator").toEqual([0]);
  await expectAccessible(page, "home with a match on a board");
  await page.setViewportSize(SMALL.viewport);
  await expectTouchable(page, "home with a match on a board");

  // While nobody looks, nothing is asked for.
  await page.evaluate(() => Object.defineProperty(document, "hidden", { configurable: true, value: true }));
  await page.waitForLoadState("networkidle");
  const paths = asks(page);
  await page.waitForTimeout(2 * LOOK_MS);
  expect(paths).not.toContain("/rooms/featured");
  await page.evaluate(() => Object.defineProperty(document, "hidden", { configurable: true, value: false }));
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect.poll(() => paths).toContain("/rooms/featured");

  const watch = page.getByRole("link", { name: like("room.watch.where") });
  await expect(page.locator("giog-watched").getByRole("link")).toHaveAttribute("href", new URL(a.url()).pathname);
  expect(await watch.count()).toBeGreaterThan(0);
  await resign(a);
  await expect(heading(page, t("house.watch"))).toHaveCount(0, { timeout: 3 * LOOK_MS });

  const later = await visitor();
  await later.goto("/");
  await expect(heading(later, t("house.latest"))).toBeVisible();
  const first = later.locator("giog-house .latest").first();
  await expect(first).toContainText(t("game.xiangqi"));
  await expect(first).toContainText(t("matches.winner"));
  await expectAccessible(later, "home with the latest matches");
  await first.click();
  await expect(later).toHaveURL(/\/match\//);
});

test("of a trick game home shows what lies on the table, and nothing that spectators do not see", async ({
  page,
  visitor,
}) => {
  const player = await visitor();
  await table(player, { variant: "giog", seats: 3, access: "public", ceremony: "server", reveal_pause_ms: 0 });
  await ready(player);
  const told = [];
  page.on("response", async (response) => {
    if (response.url().endsWith("/rooms/featured")) told.push(await response.json().catch(() => null));
  });
  await asked(player);
  await page.goto("/");
  await expect(seats(page)).toHaveCount(3);
  await decide(player, await asked(player));
  await asked(player);
  // The first trick is over, or its pieces lie face down.
  await expect(page.locator("giog-watched .shows giog-piece").first()).toBeVisible();
  await expectAccessible(page, "home with a match of a trick game");
  expect(told.length).toBeGreaterThan(0);
  for (const { featured } of told.filter(Boolean)) {
    if (!featured) continue;
    expect(featured.view.you).toBeNull();
    expect(featured.view.hand ?? null).toBeNull();
    expect(Object.keys(featured).toSorted()).toEqual(["match_id", "table", "view"]);
  }
});

test("home has the first places of the most played ladders, and when people play in the reader's time", async ({
  visitor,
}) => {
  const persian = await speaking("fa");
  await played(visitor);
  for (const { t, ...how } of [
    { t: english.t, locale: "en" },
    { t: persian.t, locale: "fa", ...SMALL },
  ]) {
    const page = await visitor(how);
    await page.route("**/api/v1/ladders", (route) => route.fulfill({ json: ladders() }));
    await page.route("**/api/v1/server", async (route) => {
      const answer = await (await route.fetch()).json();
      const hours = Array.from({ length: 24 }, (_, hour) => (hour > 16 && hour < 22 ? 12 : 1));
      await route.fulfill({ json: { ...answer, hours } });
    });
    await page.goto("/");
    await expect(heading(page, t("house.ladders"))).toBeVisible();
    await expect(house(page).getByRole("listitem").filter({ hasText: "Lin" }).first()).toBeVisible();
    const names = house(page).locator(".tops").first().getByRole("link");
    await expect(names).toHaveCount(3);
    await expect(names.first()).toHaveAttribute("href", /\/player\//);
    await expect(heading(page, t("house.hours"))).toBeVisible();
    await expect(house(page).locator(".hours > span")).toHaveCount(24);
    await expectAccessible(page, `home with ladders in ${how.locale}`);
    if (how.hasTouch) await expectTouchable(page, `home with ladders in ${how.locale}`);
  }
});

/** The ladders as the server tells them. */
function ladders() {
  const place = (number) => ({
    player: `00000000-0000-4000-8000-00000000000${number}`,
    name: ["Lin", "A name of twenty-four ch", null][number - 1],
    tag: `000${number}`,
    points: 1700 - 60 * number,
    plus_minus: 90,
    dan: { dan: 4, points: 20, goal: 400 },
    matches: 40,
    provisional: number === 3,
  });
  const top = (variant, seats) => ({ variant, seats, clock: "live", people: 30, places: [1, 2, 3].map(place) });
  return {
    season: "2026-q4",
    season_ends_at: "2027-01-01T00:00:00Z",
    ladders: [top("giog", "4-5"), top("xiangqi", "2")],
  };
}

test("every game has a page, to which its name leads: tables, ladder, statistics, records and rules", async ({
  page,
  visitor,
}) => {
  await played(visitor);
  await page.goto("/");
  const games = page.getByRole("region", { name: t("home.games") });
  await expect(games.getByRole("button").first()).toBeVisible();
  await expect(games.getByRole("link")).toHaveCount(await games.getByRole("button").count());
  await games.getByRole("link", { name: t("game.xiangqi"), exact: true }).press("Enter");
  await expect(page).toHaveURL(/\/game\/xiangqi$/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(t("game.xiangqi"));
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await expect(page.getByText(t("ratings.none"))).toBeVisible();
  await expect(heading(page, t("house.latest"))).toBeVisible();
  await page.getByText(t("gamepage.rules"), { exact: true }).click();
  await expect(page.locator("giog-learn").getByRole("heading", { level: 2 }).first()).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  await expectAccessible(page, "the page of a game");

  // A table where somebody waits is there, and leads there.
  const other = await visitor();
  await table(other, { variant: "xiangqi", access: "public", seats: 2 }, { bots: false });
  await page.getByRole("link", { name: like("room.join.where") }).click();
  await expect(page).toHaveURL(other.url());
  await page.goBack();
  await page.getByRole("button", { name: t("home.play"), exact: true }).click();
  await expect(boardOf(page)).toBeVisible();
  expect((await roomOf(page)).state.settings.variant).toBe("xiangqi");
  await page.goto("/game/chess");
  await expect(page.getByRole("heading", { name: t("gamepage.unknown") })).toBeVisible();
});

test("a page of a game with records fits a small phone in every language", async ({ visitor }) => {
  const page = await visitor(SMALL);
  await page.route("**/api/v1/variants/zhi-hu/statistics", (route) => route.fulfill({ json: statistics() }));
  await page.goto("/game/zhi-hu");
  await expect(page.getByText(t("gamepage.highest", { score: "61" }))).toBeVisible();
  const longest = page.getByRole("link", { name: like("gamepage.longest") });
  await expect(longest).toHaveText(t("gamepage.longest", { time: "2 hr 5 min" }));
  await expect(longest).toHaveAttribute("href", /\/match\/0/);
  await expect(page.getByRole("row").nth(1).getByRole("cell")).toHaveText(["1200", "36%", "12 min"]);
  await page.getByText(t("gamepage.rules"), { exact: true }).click();
  await expect(page.locator("giog-learn").getByRole("heading", { level: 2 }).first()).toBeVisible();
  for (const id of ["en", "de", "es", "fa", "fr", "ms", "vi", "zh-Hans", "zh-Hant"]) {
    const { t } = await speaking(id);
    await page.getByRole("combobox", { name: /./ }).first().selectOption(id);
    await expect(heading(page, t("gamepage.stats"))).toBeVisible();
    await expectTouchable(page, `the page of a game in ${id}`);
  }
});

/** The statistics of a game with points. */
function statistics() {
  const match = (number) => ({
    match_id: `00000000-0000-4000-8000-00000000000${number}`,
    ended_at: "2026-11-03T20:00:00Z",
  });
  return {
    variant: "zhi-hu",
    matches: 1_500,
    since: "2026-09-01T00:00:00Z",
    seats: [
      { seats: 3, matches: 1_200, drawn: 0, won: [432, 400, 368], median_ms: 12 * 60_000 },
      { seats: 4, matches: 300, drawn: 0, won: [80, 75, 70, 75], median_ms: null },
    ],
    longest: { ...match(1), lasted_ms: 125 * 60_000 },
    highest: { ...match(2), score: 61 },
  };
}
