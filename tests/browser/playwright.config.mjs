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
  // Tests often wait: for their server, for another page, for a timer.
  workers: Math.ceil(1.5 * availableParallelism()),
  // A second try: a browser on a shared machine sometimes stalls. Tests that pass only then are listed as flaky at the end, and must be repaired.
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
    // Tests observe and block the page's own requests; worker.spec.mjs tests the worker.
    serviceWorkers: "block",
    // Animations are tested in reveal.spec.mjs; all other tests would only wait for them.
    contextOptions: { reducedMotion: "reduce" },
    viewport: { width: 1280, height: 800 },
    screenshot: "only-on-failure",
    // Of the second try: to record every test takes a fifth longer.
    trace: { mode: "on-first-retry", screenshots: false, sources: false },
  },
});
