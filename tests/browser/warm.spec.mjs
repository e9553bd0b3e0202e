// A person who comes again soon loads the document and nothing else; and a window that was opened before an upgrade of the server changes
// to the new version by itself.

import { expect, test } from "./support/test.mjs";
import { english } from "./support/texts.mjs";
import { playOn, ready, table } from "./support/table.mjs";
import { counting } from "./support/wire.mjs";

const { t } = english;

/** A server of its own, where nobody plays while home is looked at: home would show that. */
test.use({ times: ["bot_delay_ms = 0 # a second visit"] });

/** Longer than the page reuses answers, in milliseconds. */
const LATER_MS = 10 * 60 * 1_000;
const play = (page) => page.getByRole("button", { name: t("home.play"), exact: true });

test("a second visit asks for the document alone, and much later for what lists show", async ({
  page,
  context,
  visitor,
}) => {
  // A house where matches were played has more to show.
  const player = await visitor();
  await table(player, { variant: "giog", seats: 2, access: "public", ceremony: "server" });
  await ready(player);
  await playOn(player);
  await page.goto("/");
  await expect(play(page)).toBeVisible();
  await expect(page.getByRole("heading", { name: t("house.latest") })).toBeVisible();
  await page.waitForLoadState("networkidle");
  // On a busy machine the network may be idle before the lists are requested.
  const kept = () => Object.keys(localStorage).filter((key) => key.startsWith("giog.answer.")).length;
  await expect.poll(() => page.evaluate(kept)).toBe(3);
  const expectAsked = async (ms, paths) => {
    const again = await context.newPage();
    await again.clock.install({ time: Date.now() + ms });
    const counted = await counting(again);
    await again.goto("/");
    await expect(play(again)).toBeVisible();
    await expect(again.getByRole("heading", { name: t("house.latest") })).toBeVisible();
    await again.waitForLoadState("networkidle");
    await expect.poll(() => counted.asked.map((url) => new URL(url).pathname).toSorted()).toEqual(paths);
  };
  await expectAsked(0, ["/"]);
  await expectAsked(LATER_MS, ["/", "/api/v1/ladders", "/api/v1/matches", "/api/v1/server"]);
});

test.describe("when the server has another version of the page", () => {
  test.use({ expected: /status of 404|error loading dynamically|Failed to fetch/ });

  /** Makes the files of the page's version unavailable; returns a function for the number of requested documents. */
  async function renew(page, gone) {
    await page.goto("/");
    await expect(play(page)).toBeVisible();
    const documents = [];
    page.on("request", (request) => request.isNavigationRequest() && documents.push(request.url()));
    const old = (await page.evaluate(() => document.querySelector("script[type=module]").src)).replace(
      /start\.js$/,
      "",
    );
    await page.route(
      (url) => url.href.startsWith(old) && gone(documents),
      (route) => route.fulfill({ status: 404, body: "" }),
    );
    return documents;
  }

  test("a part of the old one brings the new one, where one was", async ({ page }) => {
    const documents = await renew(page, (documents) => documents.length === 0);
    await page.evaluate(() => (location.hash = "#/about"));
    await expect(page.getByRole("heading", { name: t("about.title"), level: 1 })).toBeVisible();
    expect(documents).toHaveLength(1);
  });

  test("the page is not loaded again and again", async ({ page }) => {
    const documents = await renew(page, () => false);
    await page.route("**/assets/**", (route) =>
      route.request().method() === "HEAD" || route.request().url().endsWith("about.js")
        ? route.fulfill({ status: 404, body: "" })
        : route.continue(),
    );
    await page.evaluate(() => (location.hash = "#/about"));
    await expect(page.getByRole("alert").filter({ hasText: t("trouble.title") })).toBeVisible();
    expect(documents).toHaveLength(1);
  });
});
