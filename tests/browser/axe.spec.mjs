// axe finds no violation on any view, in light and dark and from right to left.

import { expect, test } from "./support/test.mjs";
import { english } from "./support/texts.mjs";
import { LOOKS, expectAccessible } from "./support/axe.mjs";
import { roundTheTable } from "./support/round.mjs";
import { asked, decide, handOf, layButton, pick, playOn, ready, roomOf, table } from "./support/table.mjs";

const { t } = english;

test("home, with and without tables, and the settings", async ({ page, visitor }) => {
  await page.goto("/");
  await expect(page.getByRole("button", { name: t("home.play"), exact: true })).toBeVisible();
  await expectAccessible(page, "home");
  const other = await visitor();
  await table(other, { variant: "giog", seats: 3, access: "public" }, { bots: false });
  await expect(
    page
      .getByRole("heading", { name: t("home.rooms") })
      .locator("..")
      .getByRole("listitem")
      .first(),
  ).toBeVisible();
  await expectAccessible(page, "home with tables");
  await page.getByRole("banner").getByRole("button").click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page, "settings");
});

test("what is said on any view: a failure, an announcement, and that a table waits", async ({ page }) => {
  await table(page, { variant: "giog", seats: 2, ceremony: "server" });
  await ready(page);
  await asked(page);
  await page.evaluate(() => window.history.pushState(null, "", "/about"));
  await page.evaluate(async () => {
    dispatchEvent(new Event("hashchange"));
    const { session } = await window.running();
    session.announcement = "A restart at noon.";
    session.dispatchEvent(new Event("change"));
  });
  await expect(page.getByText("A restart at noon.")).toBeVisible();
  // The view is loaded when it is shown first.
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  // A failure is shown for some seconds, in which axe may not be done.
  await page.evaluate(() => {
    const fail = () => new CustomEvent("fail", { detail: "That did not work.", bubbles: true });
    setInterval(() => document.querySelector("main > *").dispatchEvent(fail()), 1_000);
  });
  await expect(page.getByRole("alert").getByText("That did not work.")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: t("wait.turn") })).toBeVisible();
  await expectAccessible(page, "what is said");
});

test("the check would notice", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("button", { name: t("home.play"), exact: true })).toBeVisible();
  // Outside of the elements that the page draws, because drawing removes unknown children.
  await page.evaluate(() => document.body.append(document.createElement("button")));
  await expect(expectAccessible(page, "home")).rejects.toThrow("button-name");
});

test("making a table", async ({ page }) => {
  await page.goto("/#/new");
  await expect(page.getByRole("button", { name: t("create.make") })).toBeVisible();
  await expectAccessible(page, "create");
});

for (const [game, seats] of [
  ["giog", 4],
  ["ju-ma-pao", 3],
  ["sang-krip", 4],
  ["da-qi-luo-1", 3],
  ["da-qi-luo-2", 5],
  ["zhi-hu", 3],
]) {
  test(`a table of ${game}: every question, and the result`, async ({ page }) => {
    await table(page, { variant: game, seats });
    await expectAccessible(page, "gathering");
    await ready(page);
    const seen = new Set();
    await playOn(page, async (decision) => {
      if (!seen.has(decision.do)) await expectAccessible(page, decision.do);
      seen.add(decision.do);
      await decide(page, decision);
    });
    expect([...seen]).toContain("play");
    await expectAccessible(page, "the result");
  });
}

test("a table while it is played: pieces picked, every panel, the question before a risk", async ({ page }) => {
  await table(page, { variant: "giog", seats: 2, ceremony: "server", options: { general_ban: "behead" } });
  await ready(page);
  await asked(page);
  await pick(page, await firstOf(page));
  await expectAccessible(page, "picked");
  for (const panel of ["panel.history", "panel.series", "panel.talk"]) {
    const opens = page.getByRole("navigation").getByRole("button", { name: t(panel) });
    if ((await opens.getAttribute("aria-pressed")) !== "true") await opens.click();
    await expect(page.getByRole("complementary", { name: t(panel) })).toBeVisible();
    if (panel === "panel.talk") {
      await page.getByRole("button", { name: t("phrase.hello") }).click();
      await expect(page.getByRole("log", { name: t("chat.lines") }).getByText(t("phrase.hello"))).toBeVisible();
    }
    await expectAccessible(page, panel);
  }
});

/** The first piece of the hand, as a letter. */
async function firstOf(page) {
  const name = await handOf(page).getByRole("button").first().getAttribute("aria-label");
  return [..."KkAaEeRrHhCcPp"].find((code) => name.startsWith(english.piece(code)));
}

test("the question before a general is risked", async ({ page }) => {
  // Until the player is dealt a general, which happens in three of five deals.
  for (let deal = 0; deal < 20; deal++) {
    await table(page, { variant: "giog", seats: 2, ceremony: "server", options: { general_ban: "behead" } });
    await ready(page);
    const { lead, count } = await asked(page);
    const { hand } = (await roomOf(page)).view;
    const general = /[Kk]/.exec(hand)?.[0];
    if (!general) continue;
    await pick(page, lead ? general : general + hand.replace(general, "").slice(0, count - 1));
    await layButton(page).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page, "risk");
    return;
  }
  throw new Error("nobody was dealt a general");
});

test("past matches, and one of them from its first step to its proof", async ({ page }) => {
  await table(page, { variant: "giog", seats: 3, access: "public" });
  await ready(page);
  const room = await playOn(page);
  await page.goto("/#/matches");
  await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
  await expectAccessible(page, "matches");
  await page.goto(`/#/match/${room.match_id}/0`);
  await expect(page.getByRole("slider")).toBeVisible();
  await expectAccessible(page, "review, before the deal");
  for (let i = 0; i < 3; i++) await page.getByRole("button", { name: t("review.on_trick") }).click();
  await expectAccessible(page, "review, a trick");
  await page.getByRole("button", { name: t("verify.do"), exact: true }).click();
  await expect(page.getByText(t("verify.pass"))).toBeVisible();
  await expectAccessible(page, "the proof");
});

test("the rules of every game", async ({ page, request }) => {
  const { variants, boards } = await (await request.get("/api/v1/variants")).json();
  await page.goto("/#/learn");
  await expect(page.getByRole("link", { name: "Zhì hǔ" })).toBeVisible();
  await expectAccessible(page, "learn");
  for (const [i, { id }] of [...variants, ...boards].entries()) {
    await page.goto(`/#/learn/${id}`);
    await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
    // They look alike, and have different texts.
    await expectAccessible(page, `learn ${id}`, i === 0 ? LOOKS : LOOKS.slice(0, 1));
  }
});

test("what is round the table", async ({ page, visitor }) => {
  for await (const { page: shown, view } of roundTheTable(page, await visitor())) await expectAccessible(shown, view);
});

test("a table that is not there, one with a password, and one that was closed", async ({ page, visitor }) => {
  await page.goto("/#/room/6ad2b4a2-4e5b-4cb3-a7a6-3b6b5b0f7f10");
  await expect(page.getByText(t("error.no_such_room"))).toBeVisible();
  await expectAccessible(page, "no such table");

  const other = await visitor();
  await table(other, { variant: "giog", seats: 3, access: "password", password: "mei" }, { bots: false });
  await page.goto(other.url());
  await expect(page.getByRole("button", { name: t("room.enter") })).toBeVisible();
  await expectAccessible(page, "password");
  await page.getByLabel(t("room.password")).fill("mei");
  await page.getByRole("button", { name: t("room.enter") }).click();
  await expect(page.getByRole("list", { name: t("table.seats") })).toBeVisible();
  await other.evaluate(async () => {
    const { session } = await window.running();
    await session.request("close_room", { room: location.pathname.split("/")[2] });
  });
  await expect(page.getByText(t("error.left_closed"))).toBeVisible();
  await expectAccessible(page, "closed");
});

test.describe("without the server", () => {
  test.use({ expected: /net::ERR_/ });

  test("a table whose connection is gone", async ({ page, server }) => {
    await table(page, { variant: "giog", seats: 3, ceremony: "server" });
    await ready(page);
    await asked(page);
    await server.kill();
    await expect(page.getByText(t("connection.waiting"))).toBeVisible();
    await expectAccessible(page, "no connection");
    await server.start();
    await expect(page.getByText(t("connection.waiting"))).toBeHidden();
  });
});
