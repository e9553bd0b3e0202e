// Measures the page, for `tests/page measure`: the bytes transferred until the first piece is laid, the time to the first view, long
// tasks during a match, and the memory. Medians of some runs. Only the bytes are asserted, by size.spec.mjs, because times depend on the
// machine.

import { existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";

import { wholeBrowser } from "./support/chromium.mjs";
import { withParts } from "./support/parts.mjs";
import { program, root } from "./support/paths.mjs";
import { Server } from "./support/server.mjs";
import { playOn, asked, decide } from "./support/table.mjs";
import { english } from "./support/texts.mjs";
import { FIRST_PLAY_BYTES, counting } from "./support/wire.mjs";

const RUNS = 5;
const { t } = english;

/** The release build, if there is one: it contains the page as of its build. */
function chooseProgram() {
  const release = path.join(path.dirname(program()), "../release/giog");
  if (!existsSync(release)) return program();
  const web = readdirSync(path.join(root, "web"), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const newest = Math.max(
    ...web.map((entry) => statSync(path.join(entry.parentPath ?? entry.path, entry.name)).mtimeMs),
  );
  if (statSync(release).mtimeMs < newest) console.log(`${release} is older than web/: built anew it would be measured`);
  else process.env.GIOG_TEST_PROGRAM = release;
  return program();
}

/** Runs in the page before its own code: records long tasks, and when the first button to play exists. */
function observe() {
  window.longTasks = [];
  new PerformanceObserver((entries) =>
    entries.getEntries().forEach(({ startTime, duration }) => window.longTasks.push({ startTime, duration })),
  ).observe({ type: "longtask", buffered: true });
  new MutationObserver((_, observer) => {
    if (!document.querySelector("button.main:not(:disabled)")) return;
    window.usable = performance.now();
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
}

/** When a page's first view was painted, and could be used, in milliseconds. */
async function firstView(page, url) {
  await page.goto(url);
  await page.getByRole("button", { name: t("home.play"), exact: true }).waitFor();
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0 && window.usable);
  return page.evaluate(() => ({
    paint: performance.getEntriesByName("first-contentful-paint")[0].startTime,
    usable: window.usable,
  }));
}

/** One visit with a whole match. */
async function visit(browser, url) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: "en",
    serviceWorkers: "block",
  });
  await withParts(context);
  await context.addInitScript(observe);
  const page = await context.newPage();
  const counted = await counting(page);
  const cold = await firstView(page, url);
  const again = await context.newPage();
  const warmly = await counting(again);
  const warm = { ...(await firstView(again, url)), asked: warmly.asked.length };
  await page.bringToFront();
  const played = await page.evaluate(() => performance.now());
  await page.getByRole("button", { name: t("home.play"), exact: true }).click();
  const first = await asked(page);
  await decide(page, first);
  await page.waitForLoadState("networkidle");
  const { requests } = counted;
  const bytes = counted.files + counted.frames;
  await playOn(page);
  const all = await page.evaluate(() => window.longTasks);
  const longTasks = all.filter(({ startTime }) => startTime >= played);
  const client = await context.newCDPSession(page);
  await client.send("HeapProfiler.collectGarbage");
  const { usedSize } = await client.send("Runtime.getHeapUsage");
  await context.close();
  return { requests, bytes, cold, warm, longTasks, loading: all.length - longTasks.length, heap: usedSize };
}

/** Slow 3G as in Lighthouse and WebPageTest: bytes per second, and latency in milliseconds. */
const SLOW_3G = { offline: false, latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 };

/** On slow 3G, when the largest part of the first view was painted, in milliseconds: with nothing cached, and again. */
async function slowVisit(browser, url) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: "en",
    serviceWorkers: "block",
  });
  await context.addInitScript(observe);
  await context.addInitScript(() => {
    new PerformanceObserver((entries) => {
      window.largest = entries.getEntries().at(-1).startTime;
    }).observe({ type: "largest-contentful-paint", buffered: true });
  });
  const largest = [];
  for (let visits = 0; visits < 2; visits++) {
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    await client.send("Network.enable");
    await client.send("Network.emulateNetworkConditions", SLOW_3G);
    await firstView(page, url);
    await page.waitForLoadState("networkidle");
    largest.push(await page.evaluate(() => window.largest));
    await page.close();
  }
  await context.close();
  const [cold, warm] = largest;
  return { cold, warm };
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

console.log(`server: ${chooseProgram()}`);
const server = await Server.start(["bot_delay_ms = 200"]);
const browser = await chromium.launch(wholeBrowser);
try {
  const runs = [];
  const slow = [];
  for (let i = 0; i < RUNS; i++) {
    runs.push(await visit(browser, server.url));
    slow.push(await slowVisit(browser, server.url));
  }
  const slowly = (pick) => `${(median(slow.map(pick)) / 1000).toFixed(1)} s`;
  const ms = (pick) => `${median(runs.map(pick)).toFixed(0)} ms`;
  const tasks = runs.map(({ longTasks }) => longTasks);
  console.log(`medians of ${RUNS} first visits with a whole match, ${browser.version()}:`);
  console.log(
    `  until the first piece is laid  ${(median(runs.map(({ bytes }) => bytes)) / 1000).toFixed(1)} kB of ${FIRST_PLAY_BYTES / 1000} in ${median(runs.map(({ requests }) => requests))} requests`,
  );
  console.log(
    `  first view, nothing cached     painted after ${ms(({ cold }) => cold.paint)}, usable after ${ms(({ cold }) => cold.usable)}`,
  );
  console.log(
    `  first view, cached             painted after ${ms(({ warm }) => warm.paint)}, usable after ${ms(({ warm }) => warm.usable)}, ${median(runs.map(({ warm }) => warm.asked))} requests`,
  );
  console.log(
    `  largest paint on slow 3G       ${slowly(({ cold }) => cold)} with nothing cached, ${slowly(({ warm }) => warm)} again`,
  );
  console.log(
    `  tasks over 50 ms in a match    ${tasks.map(({ length }) => length).join(", ")} in each visit; while it is loaded ${runs.map(({ loading }) => loading).join(", ")}`,
  );
  for (const { startTime, duration } of tasks.flat())
    console.log(`      ${duration.toFixed(0)} ms, ${startTime.toFixed(0)} ms after the page was opened`);
  console.log(`  heap after a match             ${(median(runs.map(({ heap }) => heap)) / 1e6).toFixed(1)} MB`);
} finally {
  await browser.close();
  await server.remove();
}
