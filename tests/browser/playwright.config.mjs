// The configuration of the page's tests: they use the system's Chromium, and start servers themselves. Run them with `tests/page`, which
// tells where the server's program is.

import { availableParallelism } from "node:os";

import { defineConfig } from "@playwright/test";

import { launchOptions } from "./support/chromium.mjs";
import { results } from "./support/paths.mjs";

/** A test that takes longer hangs, on a busy machine too: in milliseconds. */
const TEST_MS = 300_000;
/** What the page does at once may take this long on a busy machine: in milliseconds. */
const SOON_MS = 30_000;
/** The first visit to a server waits until its files are packed, which takes long where the program is not optimised: in milliseconds. */
const FIRST_MS = 90_000;

export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.mjs",
  outputDir: results,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // A test often waits: for its server, for another page, for a moment.
  workers: Math.ceil(1.5 * availableParallelism()),
  // Once more: a browser on a shared machine stalls now and then. What passes only then is listed as flaky at the end, to be mended.
  retries: 1,
  reporter: "dot",
  timeout: TEST_MS,
  expect: { timeout: SOON_MS },
  use: {
    browserName: "chromium",
    launchOptions,
    actionTimeout: SOON_MS,
    navigationTimeout: FIRST_MS,
    locale: "en",
    // Requests are looked at and kept away as the page makes them; worker.spec.mjs has the worker.
    serviceWorkers: "block",
    // What moves is tested in reveal.spec.mjs; everywhere else it would only be waited for.
    contextOptions: { reducedMotion: "reduce" },
    viewport: { width: 1280, height: 800 },
    screenshot: "only-on-failure",
    // Of the second try: to record every test takes a fifth longer.
    trace: { mode: "on-first-retry", screenshots: false, sources: false },
  },
});
