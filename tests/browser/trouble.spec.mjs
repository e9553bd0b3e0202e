// If something cannot be loaded, or a view fails, a message with a button is shown in its place; the rest of the page keeps working.

import { expect, test } from "./support/test.mjs";
import { english } from "./support/texts.mjs";
import { asked, handOf, playOn, ready, table } from "./support/table.mjs";

const { t } = english;

test.use({ expected: /net::ERR_|Failed to fetch|error loading dynamically|status of 40[34]|Cannot read|thrown: $/ });

const trouble = (page) => page.getByRole("alert").filter({ hasText: t("trouble.title") });
const again = (page) => trouble(page).getByRole("button", { name: t("trouble.again"), exact: true });
const home = (page) => trouble(page).getByRole("link", { name: t("table.lobby"), exact: true });

/** Goes to a place as a link does, without reloading the page. */
const follow = (page, place) => page.evaluate((place) => (location.hash = `#/${place}`), place);

/** Delays these files and answers until the returned function is called. */
async function away(page, ...patterns) {
  for (const pattern of patterns) await page.route(pattern, (route) => route.abort());
  return () => Promise.all(patterns.map((pattern) => page.unroute(pattern)));
}

const places = [
  ["learn", "/learn/learn.js", "learn.title"],
  ["matches", "/views/matches.js", "matches.title"],
  ["new", "/views/create.js", "create.title"],
  ["about", "/views/about.js", "about.title"],
];
for (const [place, file, title] of places) {
  test(`a view whose code does not come says so, and comes when it is tried again: ${place}`, async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("button", { name: t("home.play"), exact: true })).toBeVisible();
    const back = await away(page, `**${file}`);
    await follow(page, place);
    await expect(trouble(page)).toContainText(t("error.connection_lost"));
    await home(page).click();
    await expect(page.getByRole("button", { name: t("home.play"), exact: true })).toBeVisible();
    await follow(page, place);
    await expect(trouble(page)).toBeVisible();
    await back();
    await again(page).click();
    await expect(page.getByRole("heading", { name: t(title), level: 1 })).toBeVisible();
  });
}

const answers = [
  ["learn", "**/variants.json", "learn.title"],
  ["matches", "**/api/v1/matches?*", "matches.title"],
  ["new", "**/variants.json", "create.title"],
  ["about", "**/api/v1/server", "about.title"],
];
for (const [place, pattern, title] of answers) {
  test(`a view whose answer does not come says so, and shows it when it is tried again: ${place}`, async ({ page }) => {
    const back = await away(page, pattern);
    await page.goto(`/#/${place}`);
    await expect(trouble(page)).toContainText(t("error.connection_lost"));
    await back();
    await again(page).click();
    await expect(page.getByRole("heading", { name: t(title), level: 1 })).toBeVisible();
    await expect(trouble(page)).toHaveCount(0);
  });
}

test("the rules of a game that do not come are not taken for rules that there are not", async ({ page }) => {
  const back = await away(page, "**/games/giog/learn.js");
  await page.goto("/#/learn/giog");
  await expect(trouble(page)).toBeVisible();
  await back();
  await again(page).click();
  await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
});

test("a record whose game does not come is not taken for one of a wrong form", async ({ page, visitor }) => {
  await table(page, { variant: "giog", seats: 3, ceremony: "server", access: "public" });
  await ready(page);
  const { match_id } = await playOn(page);
  const other = await visitor();
  await other.goto(`/match/${match_id}/4`);
  await away(other, "**/games/giog/judge.js");
  await other.getByRole("button", { name: t("verify.do"), exact: true }).click();
  await expect(other.locator(".note.fault")).toHaveText(t("error.connection_lost"));
  await expect(other.getByText(t("verify.fail"))).toHaveCount(0);
});

test("a dialog whose code does not come says so", async ({ page }) => {
  await page.goto("/");
  await away(page, "**/views/devices.js");
  await page.getByRole("banner").getByRole("button").click();
  await page.getByRole("button", { name: t("devices.title"), exact: true }).click();
  await expect(page.locator(".note.fault")).toHaveText(t("error.connection_lost"));
});

test("a language that does not come is said, and the list shows again the one that is spoken", async ({ page }) => {
  await page.goto("/");
  await away(page, "**/texts/de.js");
  const languages = page.getByRole("banner").getByRole("combobox", { name: t("settings.language") });
  await languages.selectOption("de");
  await expect(page.locator(".note.fault")).not.toHaveText("");
  await expect(languages).toHaveValue("en");
});

test("a page of which a part does not come is not blank", async ({ page }) => {
  const back = await away(page, "**/app.js", "**/chunks/*.js");
  await page.goto("/");
  const told = page.getByRole("alert");
  await expect(told).toBeVisible();
  await back();
  await told.getByRole("button").click();
  await expect(page.getByRole("button", { name: t("home.play"), exact: true })).toBeVisible();
  await expect(page.locator(".starting")).toHaveCount(0);
});

test("a view that throws takes nothing else with it, and is drawn again when it can be", async ({ page }) => {
  await page.goto("/");
  await table(page, { variant: "giog", seats: 3, ceremony: "server" });
  await ready(page);
  await asked(page);
  await page.evaluate(async () => {
    const { session } = await window.running();
    const [[id, room]] = session.rooms;
    window.whole = room;
    session.rooms.set(id, { ...room, match: { ...room.match, view: { ...room.match.view, hand_sizes: null } } });
    session.dispatchEvent(new Event("change"));
  });
  await expect(trouble(page)).toContainText(t("trouble.fault"));
  await home(page).click();
  await expect(page.getByRole("button", { name: t("home.play"), exact: true })).toBeVisible();
  await page.evaluate(async () => {
    const { session } = await window.running();
    session.rooms.set(window.whole.id, window.whole);
    location.hash = `#/room/${window.whole.id}`;
  });
  await expect(handOf(page)).toBeVisible();
  await expect(trouble(page)).toHaveCount(0);
});

/** The side effects of drawing a view: requests, messages, loaded files, another title. */
const doneByDrawing = async (page, tag, here) => {
  // Requests of the page itself until then do not count.
  await page.waitForLoadState("networkidle");
  return page.evaluate(
    async ([tag, here]) => {
      const done = [];
      const { fetch } = window;
      const { send } = WebSocket.prototype;
      const loaded = () => performance.getEntriesByType("resource").map(({ name }) => name);
      const before = new Set(loaded());
      window.fetch = async (url) => {
        done.push(`asks for ${url}`);
        throw new TypeError("Failed to fetch");
      };
      WebSocket.prototype.send = (text) => done.push(`sends ${text}`);
      const view = Object.assign(document.createElement(tag), { here });
      document.title = "as it was";
      view.draw();
      if (document.title !== "as it was") done.push(`says ${document.title}`);
      await new Promise((go) => setTimeout(go, 100));
      window.fetch = fetch;
      WebSocket.prototype.send = send;
      return [...done, ...loaded().filter((name) => !before.has(name))];
    },
    [tag, here],
  );
};

test("drawing a view asks for nothing and changes nothing", async ({ page }) => {
  const clock = { kind: "timed", decision_ms: 600_000, bank_ms: 0 };
  await table(page, { variant: "giog", seats: 3, ceremony: "server", clock });
  const { pathname } = new URL(page.url());
  const here = pathname.split("/").slice(1);
  expect(await doneByDrawing(page, "giog-table", here)).toEqual([]);
  await page.goto("/learn/giog");
  await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
  expect(await doneByDrawing(page, "giog-learn", ["learn", "giog"])).toEqual([]);
  // There is a table with a seat of the person that this page has not joined.
  await page.goto("/");
  await expect(
    page.getByRole("link", { name: t("home.back") }).or(page.locator(`a[href="${pathname}"]`)),
  ).toBeVisible();
  expect(await doneByDrawing(page, "giog-home", [])).toEqual([]);
});
