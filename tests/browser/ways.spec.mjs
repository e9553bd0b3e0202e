// Before a match: an invitation, creating a table, chatting before the match, bots with names, and the list of combinations.

import { expect, test } from "./support/test.mjs";
import { english } from "./support/texts.mjs";
import { expectAccessible } from "./support/axe.mjs";
import { stopClock, withClock } from "./support/clock.mjs";
import { expectUncut } from "./support/cut.mjs";
import { asked, ready, roomOf, table } from "./support/table.mjs";
import { expectTouchable } from "./support/targets.mjs";

const { t, like, botName } = english;
const button = (page, key) => page.getByRole("button", { name: t(key), exact: true });
const places = (page) => page.getByRole("list", { name: t("table.seats") });

test("who comes by a link has a name to go by, a line about the game, the lesson, and a seat at once", async ({
  page,
  visitor,
}) => {
  await table(page, { variant: "giog", seats: 3 }, { bots: false });
  const guest = await visitor({ viewport: { width: 360, height: 640 } });
  await guest.goto(page.url());
  const name = guest.getByRole("textbox", { name: t("settings.name") });
  await expect(name).toHaveValue(/^(Red|Black) \w+ \d\d$/);
  await expect(guest.getByText(like("invite.by", { game: t("game.giog") }))).toBeVisible();
  await expect(guest.getByText(t("learn.short.giog"))).toBeVisible();
  const lesson = guest.getByRole("main").getByRole("link", { name: t("home.lesson") });
  await expect(lesson).toHaveAttribute("target", "_blank");
  await expectTouchable(guest, "the invitation");
  await expectUncut(guest, "the invitation", ".invite button, .invite input, .invite a", false);
  await expectAccessible(guest, "the invitation");
  await name.fill("Mei Ling");
  await button(guest, "invite.sit").click();
  await expect(button(guest, "gather.stand")).toBeVisible();
  await expect(button(guest, "invite.sit")).toHaveCount(0);
  // Everybody at the table sees who has come.
  await expect(places(page).getByText("Mei Ling").first()).toBeVisible();
  // A person who only sits down keeps the suggested name.
  await button(guest, "gather.stand").click();
  await expect(name).toHaveValue("Mei Ling");
  await name.press("Enter");
  await expect(button(guest, "gather.stand")).toBeVisible();
});

test("making a table asks for the game and the seats, and for no more unless it is wanted", async ({ page }) => {
  await page.goto("/#/new/giog");
  await expect(button(page, "create.make")).toBeVisible();
  await expect(page.getByRole("main").getByRole("combobox")).toHaveCount(2);
  await page
    .locator("summary")
    .filter({ hasText: t("create.more") })
    .click();
  for (const what of ["access", "clock", "ceremony", "chat", "hints"])
    await expect(page.getByRole("combobox", { name: t(`create.${what}`), exact: true })).toBeVisible();
  await button(page, "create.make").click();
  await expect(places(page)).toBeVisible();
});

/** Makes the server refuse a page's requests of the types in `refuses` with `busy`; returns all requests. */
async function refusing(page, refuses) {
  const sent = [];
  await page.routeWebSocket("**/ws", (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      const { id, type } = JSON.parse(text);
      sent.push(type);
      const code = "busy";
      if (refuses(type)) socket.send(JSON.stringify({ type: "error", re: id, code, message: code, retry: true }));
      else server.send(text);
    });
  });
  return sent;
}

test("a table is made once, and shown whatever bots come to it", async ({ page }) => {
  const sent = await refusing(page, (type) => type === "add_bot");
  await page.goto("/#/new/giog");
  await page.getByRole("combobox", { name: t("create.bots"), exact: true }).selectOption("1");
  await button(page, "create.make").dblclick();
  await expect(page).toHaveURL(/\/room\//);
  await expect(page.getByRole("alert").filter({ hasText: t("error.busy") })).toBeVisible();
  await expect(places(page)).toBeVisible();
  expect(sent.filter((type) => type === "create_room")).toHaveLength(1);
});

test("a line of chat that is refused is still there to be sent again", async ({ page }) => {
  let busy = true;
  await refusing(page, (type) => busy && type === "chat");
  await table(page, { variant: "giog", seats: 2 });
  await page
    .getByRole("navigation")
    .getByRole("button", { name: t("panel.talk") })
    .click();
  const line = page.getByRole("textbox", { name: t("chat.say") });
  await line.fill("Where are you?");
  await line.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: t("error.busy") })).toBeVisible();
  await expect(line).toHaveValue("Where are you?");
  busy = false;
  await line.press("Enter");
  await expect(page.getByRole("log", { name: t("chat.lines") })).toContainText("Where are you?");
  await expect(line).toHaveValue("");
});

test("where there is room the tricks stand beside the table from the match on, and not while it gathers", async ({
  page,
}) => {
  await table(page, { variant: "giog", seats: 3, ceremony: "server" });
  const tricks = page.getByRole("complementary", { name: t("panel.history") });
  await expect(places(page)).toBeVisible();
  await expect(tricks).toHaveCount(0);
  await ready(page);
  await asked(page);
  await expect(tricks).toBeVisible();
});

/** Longer than a chat line is shown at a seat, in milliseconds. */
const SAID_MS = 10_000;

test("while a table gathers the talk is open, and what is said stands at the seat", async ({ page, visitor }) => {
  await withClock(page);
  await table(page, { variant: "giog", seats: 3 }, { bots: false });
  await expect(page.getByRole("log", { name: t("chat.lines") }), "nobody to talk to").toHaveCount(0);
  const other = await visitor();
  await other.goto(page.url());
  await button(other, "invite.sit").click();
  await stopClock(page);
  await button(other, "phrase.hello").click();
  const talk = page.getByRole("region", { name: t("panel.talk") });
  await expect(talk.getByRole("log", { name: t("chat.lines") })).toContainText(t("phrase.hello"));
  await expect(page.locator(".place .bubble")).toHaveText(t("phrase.hello"));
  await page.clock.resume();
  await expectAccessible(page, "the talk while a table gathers");
  // As a panel it is in one place only.
  await page
    .getByRole("navigation")
    .getByRole("button", { name: t("panel.talk") })
    .click();
  await expect(page.getByRole("log", { name: t("chat.lines") })).toHaveCount(1);
});

test("in a match what is said stands at the seat, is told in the log, and goes again", async ({ page, visitor }) => {
  await withClock(page);
  await table(page, { variant: "giog", seats: 2, ceremony: "server" }, { bots: false });
  const other = await visitor();
  await other.goto(page.url());
  await button(other, "invite.sit").click();
  await ready(page);
  await ready(other);
  await expect(page.getByRole("group", { name: like("hand.label") })).toBeVisible();
  await other
    .getByRole("navigation")
    .getByRole("button", { name: t("panel.talk") })
    .click();
  await stopClock(page);
  await button(other, "phrase.good_luck").click();
  await expect(page.locator(".seats .bubble")).toHaveText(t("phrase.good_luck"));
  await expect(page.getByRole("log", { name: t("table.log") })).toContainText(t("phrase.good_luck"));
  await page.clock.runFor(SAID_MS);
  await expect(page.locator(".seats .bubble")).toHaveCount(0);
});

test("bots have names, and how well they play is said", async ({ page }) => {
  await table(page, { variant: "giog", seats: 3 });
  await expect(places(page).getByText(botName(1))).toBeVisible();
  await expect(places(page).getByText(t("bot.simple"))).toHaveCount(2);
});

test("the combinations of the game are one tap away, and those in one's hand are marked", async ({ page }) => {
  await table(page, { variant: "giog", seats: 2, ceremony: "server" });
  await ready(page);
  await asked(page);
  await page
    .getByRole("navigation")
    .getByRole("button", { name: t("ladder.title") })
    .click();
  const dialog = page.getByRole("dialog", { name: t("ladder.title") });
  await expect(dialog.getByRole("figure")).toHaveCount(6);
  const { hand } = (await roomOf(page)).view;
  // Every piece of the hand is a single, whatever else it makes.
  for (const code of new Set(hand))
    await expect(
      dialog.getByRole("img", { name: t("ladder.own", { pieces: english.piece(code) }), exact: true }),
    ).toBeVisible();
  const others = [..."KkAaEe"].filter((code) => !hand.includes(code));
  for (const code of others)
    await expect(dialog.getByRole("img", { name: english.piece(code), exact: true })).toBeVisible();
  await expectAccessible(page, "the combinations");
  await page.setViewportSize({ width: 320, height: 568 });
  await expectTouchable(page, "the combinations");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expectTouchable(page, "the table with its buttons");
});

test("at once one plays without the choices before the first lead, unless they are wanted", async ({ page }) => {
  await page.goto("/");
  await button(page, "home.play").click();
  await asked(page);
  expect((await roomOf(page)).state.settings.ceremony).toBe("server");
  await page.evaluate(async () => {
    const { session } = await window.running();
    await session.leave(location.pathname.split("/")[2]);
    location.hash = "#/";
  });
  await page.getByRole("banner").getByRole("button").click();
  await page.getByLabel(t("settings.stacks")).check();
  await page.keyboard.press("Escape");
  await button(page, "home.play").click();
  await expect(page.getByRole("region", { name: t("ceremony.label") })).toBeVisible();
  expect((await roomOf(page)).state.settings.ceremony).toBe("players");
});

test("another name is at once on one's other devices that are at the table, too", async ({ page, visitor }) => {
  await table(page, { variant: "giog", seats: 3 }, { bots: false });
  const token = await page.evaluate(() => localStorage.getItem("giog.token"));
  const other = await visitor();
  await other.addInitScript((token) => localStorage.setItem("giog.token", token), token);
  await other.goto(page.url());
  await expect(button(other, "gather.stand")).toBeVisible();
  // It stays at the table while it shows another view.
  await other.evaluate(() => (location.hash = "#/"));
  await expect(other.getByRole("heading", { name: t("home.yours") })).toBeVisible();
  await page.evaluate(async () => (await window.running()).session.rename("Devi"));
  const settings = other.getByRole("banner").getByRole("button");
  await expect(settings).toContainText("Devi");
  await expect(other.getByText(t("home.name", { name: "Devi" }))).toBeVisible();
  await settings.click();
  await expect(other.getByRole("textbox", { name: t("settings.name") })).toHaveValue("Devi");
});

test("another name shows at the table, also while an older device goes by the former one", async ({
  page,
  visitor,
}) => {
  await table(page, { variant: "giog", seats: 3 }, { bots: false });
  const token = await page.evaluate(() => localStorage.getItem("giog.token"));
  const older = await visitor();
  await older.addInitScript((token) => localStorage.setItem("giog.token", token), token);
  await older.goto(page.url());
  await expect(button(older, "gather.stand")).toBeVisible();
  const watcher = await visitor();
  await watcher.goto(page.url());
  await page.evaluate(async () => (await window.running()).session.rename("Devi"));
  for (const one of [page, older, watcher]) await expect(places(one).getByText("Devi").first()).toBeVisible();
  // Actions of the older device do not restore the former name.
  await ready(older);
  await expect(places(watcher).getByText(t("seat.ready"), { exact: true })).toBeVisible();
  await older.reload();
  await expect(button(older, "gather.stand")).toBeVisible();
  for (const one of [page, older, watcher]) await expect(places(one).getByText("Devi").first()).toBeVisible();
});
