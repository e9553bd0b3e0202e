// Chat and names never become more than text, whatever the server sends; and the browser itself refuses scripts that did not come with
// the page.

import { expect, test } from "./support/test.mjs";
import { english } from "./support/texts.mjs";
import { decide, playOn, ready, table } from "./support/table.mjs";

const { t } = english;

const MARKUP = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';

/** No markup was interpreted. */
async function onlyText(page) {
  expect(await page.locator("img, script:not([src])").count()).toBe(0);
  expect(await page.evaluate(() => "hacked" in window)).toBe(false);
}

test("what people say is shown as text", async ({ visitor }) => {
  const [a, b] = [await visitor(), await visitor()];
  await table(a, { variant: "giog", seats: 3 }, { bots: false });
  await b.goto(a.url());
  for (const page of [a, b]) await page.getByRole("button", { name: t("panel.talk") }).click();
  await a.getByRole("textbox", { name: t("chat.say") }).fill(MARKUP);
  await a.getByRole("button", { name: t("chat.send"), exact: true }).click();
  for (const page of [a, b]) {
    await expect(page.getByRole("log", { name: t("chat.lines") })).toContainText(MARKUP);
    await onlyText(page);
  }
});

test.describe("from a server that sends markup", () => {
  test.use({ expected: /status of 40[04]/ });

  test("names, games and refusals are shown as text", async ({ page }) => {
    // A name in JSON that replaces the guest's own.
    const name = JSON.stringify(MARKUP).slice(1, -1);
    await page.routeWebSocket("**/ws", (socket) => {
      const server = socket.connectToServer();
      server.onMessage((text) => socket.send(text.replace(/"Guest[^"]*"/g, `"${name}"`)));
    });
    await page.route("**/variants.json", async (route) => {
      const answer = await route.fetch();
      // A game without texts of the page.
      const list = await answer.json();
      const [first, second, ...others] = list.variants;
      await route.fulfill({
        response: answer,
        json: { ...list, variants: [first, { ...second, id: "new-game", name: MARKUP, summary: MARKUP }, ...others] },
      });
    });
    await page.route("**/api/v1/guests/me", (route) =>
      route.fulfill({ status: 400, json: { code: "new_refusal", title: MARKUP, detail: MARKUP } }),
    );

    await page.goto("/");
    await expect(page.getByRole("banner")).toContainText(MARKUP);
    await onlyText(page);

    await page.getByRole("banner").getByRole("button").click();
    await page.getByRole("button", { name: t("settings.rename") }).click();
    await expect(page.getByText(MARKUP).last()).toBeVisible();
    await onlyText(page);
    await page.keyboard.press("Escape");

    for (const place of ["new", "learn", "learn/new-game"]) {
      await page.goto(`/#/${place}`);
      await expect(page.getByRole("main")).toContainText(MARKUP);
      await onlyText(page);
    }

    await table(page, { variant: "giog", seats: 3, ceremony: "server" });
    await expect(page.getByRole("list", { name: t("table.seats") })).toContainText(MARKUP);
    await ready(page);
    await playOn(page, (decision) => decide(page, decision));
    await expect(page.getByRole("rowheader", { name: MARKUP })).toBeVisible();
    await onlyText(page);
  });
});

test.describe("the browser refuses", () => {
  test.use({ expected: /CSP: |Content Security Policy|Trusted(HTML|Script)/ });

  test("what did not come with the page, and these tests would notice it", async ({ page, faults }) => {
    await page.goto("/");
    await expect(page.getByRole("button", { name: t("home.play"), exact: true })).toBeVisible();
    const refused = await page.evaluate(async (markup) => {
      const inline = document.createElement("script");
      let script = "taken";
      try {
        inline.textContent = "window.hacked = 1";
        document.body.append(inline);
        script = "hacked" in window ? "run" : "refused";
      } catch {
        script = "refused";
      }
      let html = "taken";
      try {
        document.createElement("p").innerHTML = markup;
      } catch {
        html = "refused";
      }
      const fetched = await fetch("https://example.org/").then(
        () => "taken",
        () => "refused",
      );
      return { script, html, fetched };
    }, MARKUP);
    expect(refused).toEqual({ script: "refused", html: "refused", fetched: "refused" });
    await expect.poll(() => faults.filter((fault) => fault.includes("CSP:")).length).toBeGreaterThan(1);
  });
});
