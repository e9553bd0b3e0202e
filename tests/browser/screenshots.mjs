// Makes pictures of the main views, for `tests/page screenshots [folder]`; into docs/pictures if no folder is given. The contents are
// fixed as far as possible: names, games, and their progress; the deal is random.

import { mkdirSync, statSync } from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";

import { wholeBrowser } from "./support/chromium.mjs";
import { withParts } from "./support/parts.mjs";
import { root } from "./support/paths.mjs";
import { Server } from "./support/server.mjs";
import { asked, decide, pick, playOn, ready, table } from "./support/table.mjs";
import { english } from "./support/texts.mjs";

const { t } = english;

/** The greatest size of pictures in documents, in bytes. */
const MOST_BYTES = 150_000;
/** The JPEG quality, of 100: text stays sharp. */
const QUALITY = 74;
const SCREENS = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.5, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
};

const folder = path.resolve(root, process.argv[2] ?? "docs/pictures");
mkdirSync(folder, { recursive: true });

const server = await Server.start(["bot_delay_ms = 100"]);
const browser = await chromium.launch(wholeBrowser);

/** A person with this name and this screen, in light or dark. */
async function visitor(name, screen, colorScheme = "light", locale = "en") {
  const context = await browser.newContext({
    ...SCREENS[screen],
    colorScheme,
    locale,
    reducedMotion: "reduce",
    baseURL: server.url,
  });
  await withParts(context);
  await context.addInitScript((name) => localStorage.setItem("giog.name", name), name);
  return context.newPage();
}

async function picture(page, name) {
  // Waits for fonts and animations.
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(400);
  const file = path.join(folder, `${name}.jpg`);
  await page.screenshot({ path: file, quality: QUALITY, animations: "disabled", caret: "hide" });
  const { size } = statSync(file);
  console.log(
    `${path.relative(root, file)}  ${(size / 1000).toFixed(0)} kB${size > MOST_BYTES ? ", which is too much" : ""}`,
  );
  if (size > MOST_BYTES) process.exitCode = 1;
}

/** Plays until a decision of this trick; returns it, or null if the match is over before. */
async function intoTheMatch(page, trick) {
  for (let turn = -1; ; ) {
    const decision = await asked(page, turn);
    if (!decision || (decision.do === "play" && decision.trick >= trick)) return decision;
    turn = decision.turn;
    await decide(page, decision);
  }
}

async function home(screen, colorScheme) {
  const page = await visitor("Mei", screen, colorScheme);
  await page.goto("/");
  await page.getByRole("button", { name: t("home.play"), exact: true }).waitFor();
  await picture(page, `home-${screen}${colorScheme === "dark" ? "-dark" : ""}`);
  return page;
}

/** Open tables for the list of tables; returns their creators. */
async function openTables() {
  const made = [];
  for (const [name, settings] of [
    ["Aziz", { variant: "giog", seats: 4 }],
    ["Devi", { variant: "sang-krip", seats: 3 }],
  ]) {
    const page = await visitor(name, "desktop");
    await table(page, { ...settings, access: "public" }, { bots: false });
    made.push(page);
  }
  return made;
}

async function create() {
  const page = await visitor("Mei", "phone");
  await page.goto("/#/new");
  await page.getByRole("button", { name: t("create.make") }).waitFor();
  await picture(page, "create-phone");
  await page.close();
}

async function ceremonies() {
  for (const [game, seats, screen] of [
    ["giog", 4, "phone"],
    ["ju-ma-pao", 4, "desktop"],
    ["da-qi-luo-1", 3, "phone"],
    ["da-qi-luo-2", 5, "desktop"],
  ]) {
    const page = await visitor("Mei", screen);
    await table(page, { variant: game, seats });
    await ready(page);
    await asked(page);
    await picture(page, `ceremony-${game}-${screen}`);
    await page.close();
  }
}

/** A match in its middle, with the server's suggestion chosen; then its end, and the view afterwards. */
async function match(screen, colorScheme) {
  const suffix = `${screen}${colorScheme === "dark" ? "-dark" : ""}`;
  const page = await visitor("Mei", screen, colorScheme);
  await table(page, { variant: "giog", seats: 4, ceremony: "server", clock: { kind: "none" } }, { bots: false });
  const others = [];
  for (const name of ["Aziz", "Devi"]) {
    const other = await visitor(name, "phone");
    await other.goto(page.url());
    await other
      .getByRole("button", { name: t("gather.sit"), exact: true })
      .first()
      .click();
    await other.getByRole("button", { name: t("gather.stand"), exact: true }).waitFor();
    others.push(other);
  }
  await page.getByRole("button", { name: t("gather.bots"), exact: true }).click();
  for (const one of [page, ...others]) await ready(one);

  const theirs = others.map((other) => playOn(other));
  const decision = await intoTheMatch(page, 3);
  if (decision) await pick(page, decision.default.pieces);
  await picture(page, `playing-${suffix}`);
  if (decision) await decide(page, decision, english, decision.default.pieces);
  await Promise.all([playOn(page, undefined, decision?.turn), ...theirs]);
  await picture(page, `result-${suffix}`);

  await page.getByRole("link", { name: t("score.review") }).click();
  for (let i = 0; i < 3; i++) await page.getByRole("button", { name: t("review.on_trick") }).click();
  await page.getByRole("button", { name: t("verify.do"), exact: true }).click();
  await page.getByText(t("verify.pass")).waitFor();
  await picture(page, `review-${suffix}`);
  for (const one of [page, ...others]) await one.close();
}

async function learn() {
  for (const [screen, game] of [
    ["desktop", "giog"],
    ["phone", "sang-krip"],
  ]) {
    const page = await visitor("Mei", screen);
    await page.goto(`/#/learn/${game}`);
    await page.getByRole("heading", { level: 2 }).first().waitFor();
    await picture(page, `learn-${game}-${screen}`);
    await page.close();
  }
}

try {
  const others = await openTables();
  await home("desktop", "light");
  await home("phone", "dark");
  for (const page of others) await page.close();
  await create();
  await ceremonies();
  await match("desktop", "light");
  await match("phone", "light");
  await match("phone", "dark");
  await learn();
} finally {
  await browser.close();
  await server.remove();
}
