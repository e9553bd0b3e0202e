// Addresses within the page: a view follows the words after its name, and no link leads nowhere.

import { expect, test } from "./support/test.mjs";
import { english, speaking } from "./support/texts.mjs";
import { asked, playOn, ready, roomOf, table } from "./support/table.mjs";

const { t, like } = english;
const german = await speaking("de");

const game = (page, id) => page.getByRole("radio", { name: new RegExp(t(`game.${id}`)) });
const slider = (page) => page.getByRole("slider");
const link = (page, key) => page.getByRole("link", { name: t(key), exact: true });

/** Goes to a place as a link does, without reloading the page. */
const follow = (page, place) => page.evaluate((place) => (location.hash = `#/${place}`), place);

test("from a game's rules one comes to a table of that game, and from another's to that one", async ({ page }) => {
  await page.goto("/#/learn/zhi-hu");
  await link(page, "learn.play").click();
  await expect(game(page, "zhi-hu")).toBeChecked();
  await page
    .locator("summary")
    .filter({ hasText: t("create.more") })
    .click();
  await page.getByRole("combobox", { name: t("create.access"), exact: true }).selectOption("unlisted");

  await follow(page, "new/sang-krip");
  await expect(game(page, "sang-krip")).toBeChecked();
  await expect(
    page.getByRole("combobox", { name: t("create.access"), exact: true }),
    "what else was chosen stays",
  ).toHaveValue("unlisted");
  await page.getByRole("button", { name: t("create.make"), exact: true }).click();
  await expect(page.getByRole("list", { name: t("table.seats") })).toBeVisible();
  expect((await roomOf(page)).state.settings.variant).toBe("sang-krip");
});

test("a link to another moment of the match that one looks at leads there, with other eyes too", async ({ page }) => {
  await table(page, { variant: "giog", seats: 2, ceremony: "server" });
  await ready(page);
  const { match_id } = await playOn(page);
  await follow(page, `match/${match_id}/0/3`);
  await expect(slider(page)).toHaveValue("3");

  await follow(page, `match/${match_id}/0/7`);
  await expect(slider(page)).toHaveValue("7");
  // Back to the previous place, although the page has moved on by itself meanwhile.
  await page.keyboard.press("ArrowRight");
  await expect(slider(page)).toHaveValue("8");
  await follow(page, `match/${match_id}/0/7`);
  await expect(slider(page)).toHaveValue("7");

  await follow(page, `match/${match_id}/spectator/5`);
  await expect(slider(page)).toHaveValue("5");
  await expect(page.getByRole("combobox", { name: t("review.as") })).toHaveValue("spectator");
  await expect(page).toHaveURL(new RegExp(`/match/${match_id}/5$`));
});

test("a match that comes after one has gone elsewhere leaves the address alone", async ({ page }) => {
  await table(page, { variant: "giog", seats: 2, ceremony: "server" });
  await ready(page);
  const { match_id } = await playOn(page);
  const room = page.url();
  const answer = `**/api/v1/matches/${match_id}/events`;
  let letGo = () => {};
  const waits = new Promise((go) => (letGo = go));
  await page.route(answer, async (route) => {
    await waits;
    await route.continue();
  });
  const asked = page.waitForRequest(answer);
  await follow(page, `match/${match_id}`);
  await asked;
  await page.goBack();
  await expect(page).toHaveURL(room);
  const came = page.waitForResponse(answer);
  letGo();
  await (await came).finished();
  // Its code is loaded after the answer.
  await page.evaluate(() => new Promise((go) => setTimeout(go, 500)));
  await expect(page).toHaveURL(room);
});

test("a match that was abandoned is told as that when it is looked at again", async ({ page }) => {
  await table(page, { variant: "giog", seats: 2, ceremony: "server" });
  await ready(page);
  const { match_id } = await playOn(page);
  await page.route(`**/api/v1/matches/${match_id}`, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), status: "abandoned" } });
  });
  await follow(page, `match/${match_id}`);
  await expect(slider(page)).toBeVisible();
  await expect(page.getByText(t("told.abandoned"), { exact: true })).toBeVisible();
});

test("more past matches are listed once, however often they are asked for, and the first of them has the focus", async ({
  page,
}) => {
  const match = (number) => ({
    match_id: `6ad2b4a2-4e5b-4cb3-a7a6-3b6b5b0f7f1${number}`,
    variant: "giog",
    status: "over",
    ended_at: "2026-01-02T03:04:05Z",
    players: [{ seat: 0, won: true, score: null, player: "6ad2b4a2-4e5b-4cb3-a7a6-3b6b5b0f7f20", tag: "1234" }],
  });
  let letGo = () => {};
  const waits = new Promise((go) => (letGo = go));
  let asked = 0;
  await page.route("**/api/v1/matches?*", async (route) => {
    const isMore = new URL(route.request().url()).searchParams.get("cursor") === "more";
    if (isMore) {
      asked++;
      await waits;
    }
    await route.fulfill({
      json: isMore ? { matches: [match(2), match(3)], next: null } : { matches: [match(0), match(1)], next: "more" },
    });
  });
  await page.goto("/matches");
  const more = page.getByRole("button", { name: t("matches.more"), exact: true });
  await more.focus();
  await more.press("Enter");
  await more.press("Enter");
  await expect.poll(() => asked).toBe(2);
  letGo();
  await expect(more).toHaveCount(0);
  const looks = page.getByRole("link", { name: t("matches.look"), exact: true });
  await expect(looks.nth(2)).toBeFocused();
  await expect(looks).toHaveCount(4);
  await expect(page.getByRole("link", { name: t("matches.forgotten"), exact: true })).toHaveCount(4);
});

test("the page about the server says who runs it, and who hears of security problems", async ({ page }) => {
  await page.route("**/api/v1/server", async (route) => {
    const answer = await route.fetch();
    const said = { contact: "club@example.org", security_contact: "mailto:security@example.org" };
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ...said } });
  });
  await page.goto("/about");
  await expect(page.getByText(t("about.contact", { contact: "club@example.org" }))).toBeVisible();
  await expect(page.getByText(t("about.security", { contact: "security@example.org" }))).toBeVisible();
});

test("the title is that of the view, wherever one came from, and in the language that is spoken", async ({ page }) => {
  await page.goto("/about");
  await expect(page).toHaveTitle(`${t("about.title")} – Giog`);
  for (const view of ["lesson", "table"]) {
    if (view === "table") await table(page, { variant: "giog", seats: 2 });
    else await follow(page, view);
    await expect(page).toHaveTitle(view === "table" ? `${t("game.giog")} – Giog 爵` : `${t("lesson.title")} – Giog`);
    await follow(page, "about");
    await expect(page.getByRole("heading", { name: t("about.title"), level: 1 })).toBeVisible();
    await expect(page).toHaveTitle(`${t("about.title")} – Giog`);
  }
  await page.getByRole("combobox", { name: t("settings.language") }).selectOption("de");
  await expect(page).toHaveTitle(`${german.t("about.title")} – Giog`);
  await page.getByRole("link", { name: "Giog" }).first().click();
  await expect(page).toHaveTitle("Giog 爵");
});

test("the page of a match that is being played leads to its table", async ({ page }) => {
  await table(page, { variant: "giog", seats: 3, ceremony: "server" });
  await ready(page);
  await asked(page);
  const room = page.url();
  const { match_id } = await roomOf(page);
  await follow(page, `match/${match_id}`);
  await expect(page.getByText(t("review.running"))).toBeVisible();
  await link(page, "review.table").click();
  await expect(page).toHaveURL(room);
  await expect(page.getByRole("group", { name: like("hand.label") })).toBeVisible();
});

test.describe("addresses", () => {
  test.use({ expected: /status of 404/ });

  test("addresses of earlier versions lead on, and back and forth go where one was", async ({ page }) => {
    await page.goto("/#/learn/zhi-hu");
    await expect(page).toHaveURL(/\/learn\/zhi-hu$/);
    await link(page, "learn.play").click();
    await expect(page).toHaveURL(/\/new\/zhi-hu$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/learn\/zhi-hu$/);
    await expect(link(page, "learn.play")).toBeVisible();
    await page.goForward();
    await expect(game(page, "zhi-hu")).toBeChecked();
    // A place also works when the page is loaded with its address, as for a person who gets the link.
    await page.reload();
    await expect(game(page, "zhi-hu")).toBeChecked();
    await page.goto("/#/match/6ad2b4a2-4e5b-4cb3-a7a6-3b6b5b0f7f10/1");
    await expect(page).toHaveURL(/\/match\/6ad2b4a2-4e5b-4cb3-a7a6-3b6b5b0f7f10\/1\/0$/);
  });
});
