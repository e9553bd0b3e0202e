// Languages: one is chosen in the header, and takes effect at once; each fits on a small phone, and languages that are written from right
// to left are laid out from right to left.

import { readdirSync } from "node:fs";
import path from "node:path";

import { expect, test } from "./support/test.mjs";
import { expectUncut } from "./support/cut.mjs";
import { english, speaking } from "./support/texts.mjs";
import { asked, decide, pick, ready, table } from "./support/table.mjs";

const IDS = readdirSync(path.join(import.meta.dirname, "../../web/texts")).map((file) => path.basename(file, ".js"));
const PHONE = { width: 360, height: 640 };

const picker = (page, { t }) => page.getByRole("banner").getByRole("combobox", { name: t("settings.language") });

test("the header offers every language by its own name, and the page speaks it at once", async ({ page }) => {
  await page.goto("/");
  await page.evaluate(() => (window.same = true));
  await expect(picker(page, english)).toHaveValue("en");
  const offered = await picker(page, english).locator("option").allTextContents();
  expect(offered).toHaveLength(IDS.length);
  expect(offered).toEqual(
    expect.arrayContaining(["English", "Deutsch", "Français", "Español", "Tiếng Việt", "فارسی", "Bahasa Melayu"]),
  );
  for (const id of ["fa", "de"]) {
    const texts = await speaking(id);
    await page.getByRole("banner").getByRole("combobox").selectOption(id);
    await expect(page.getByRole("button", { name: texts.t("home.play"), exact: true })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("dir", id === "fa" ? "rtl" : "ltr");
    await expect(page.locator("html")).toHaveAttribute("lang", id);
  }
  expect(await page.evaluate(() => window.same), "the page was not loaded again").toBe(true);
  await page.reload();
  const german = await speaking("de");
  await expect(page.getByRole("button", { name: german.t("home.play"), exact: true })).toBeVisible();
});

test("a language is chosen by keyboard, and the focus stays on the list", async ({ page }) => {
  await page.goto("/");
  await picker(page, english).focus();
  await page.keyboard.type("Fran");
  const french = await speaking("fr");
  await expect(picker(page, french)).toBeFocused();
  await expect(picker(page, french)).toHaveValue("fr");
});

for (const id of IDS) {
  test(`in ${id} a match begins on a small phone, with nothing cut off`, async ({ page }) => {
    const texts = await speaking(id);
    await page.addInitScript((id) => localStorage.setItem("giog.language", id), id);
    await page.setViewportSize(PHONE);
    const narrow = async (where) => {
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(wide, `${where}: so much wider than the screen`).toBe(0);
    };
    for (const place of ["#/", "#/new", "#/matches", "#/learn", "#/learn/giog", "#/about"]) {
      await page.goto(`/${place}`);
      await expect(page.locator("main h1, main h2").first()).toBeVisible();
      await narrow(place);
      await expectUncut(page, place, "header button, header label, main button, main .button", false);
    }
    await table(page, { variant: "giog", seats: 4, ceremony: "server", clock: { kind: "none" } }, { texts });
    await narrow("a table that gathers");
    await ready(page, texts);
    const decision = await asked(page);
    await pick(page, decision.default.pieces, texts);
    await narrow("a table at one's turn");
    await expectUncut(page, "the hand", ".rack .held, .actions .main");
    await expectUncut(page, "the table", ".seats .name, .seats giog-piece");
    await decide(page, decision, texts, decision.default.pieces);
  });
}

test("from right to left the seats go round the table as they do everywhere, with numbers in Persian digits", async ({
  page,
}) => {
  const texts = await speaking("fa");
  await page.addInitScript(() => localStorage.setItem("giog.language", "fa"));
  await table(page, { variant: "giog", seats: 4, ceremony: "server", clock: { kind: "none" } }, { texts });
  await ready(page, texts);
  await asked(page);
  const middle = (seat) =>
    page
      .locator(`[data-seat="${seat}"]`)
      .evaluate((at) => at.getBoundingClientRect().left + at.getBoundingClientRect().width / 2);
  expect(await middle(1), "the seat after one's own is on its left").toBeLessThan(await middle(3));
  await expect(page.locator('[data-seat="1"] .who')).toHaveCSS("direction", "rtl");
  await expect(page.locator('[data-seat="1"] .figures')).toContainText(/[۰-۹]/);
});
