// The system's Chromium: where it is, and how it is started. It is not downloaded. The headless shell is the same browser without
// windows, and needs a third less CPU time; only the full browser shows notifications.

import { found, looked } from "./programs.mjs";

const SHELLS = ["chromium-headless-shell"];
const BROWSERS = ["chromium", "chromium-browser", "google-chrome"];

const chosen = process.env.GIOG_TEST_CHROMIUM;
const whole = found(BROWSERS, chosen);
const shell = chosen || looked(SHELLS) || whole;

/** Features of the browser's own window, whose pages (the suggestions of its address bar) would be loaded for every person of a test, and use
 * more CPU time than the page. */
const WINDOW = ["AimEnabled", "WebUIOmniboxAimPopup", "WebUIOmniboxPopup"];
/** A spare process for a page that was not requested yet. */
const SPARE = ["SpareRendererForSitePerProcess"];
/** The features that Playwright turns off: only the last such argument is used, and this one is the last. */
const OTHERS = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
];

/** The options with which tests start the browser. Its sandbox does not work for root. */
export const launchOptions = {
  executablePath: shell,
  chromiumSandbox: process.getuid?.() !== 0,
  args: [
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    `--disable-features=${[...WINDOW, ...SPARE, ...OTHERS].join(",")}`,
  ],
};

/** The options for tests that need the whole browser, or measure it. */
export const wholeBrowser = { ...launchOptions, executablePath: whole };
