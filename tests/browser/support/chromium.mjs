// The system's Chromium: where it is, and how it is started. It is not downloaded. The headless shell is the same browser without
// windows, and needs a third less CPU time; only the full browser shows notifications.

import { found, looked } from "./programs.mjs";

const SHELLS = ["chromium-headless-shell"];
const BROWSERS = ["chromium", "chromium-browser", "google-chrome"];

const chosen = process.env.GIOG_TEST_CHROMIUM;
const whole = found(BROWSERS, chosen);
const shell = chosen || looked(SHELLS) || whole;

/** Of the browser's own window, whose pages (the suggestions of its address bar) would be loaded for every person of a test, and take
 * more of the processor than the page does. */
const WINDOW = ["AimEnabled", "WebUIOmniboxAimPopup", "WebUIOmniboxPopup"];
/** A process for a page that nobody has asked for yet. */
const SPARE = ["SpareRendererForSitePerProcess"];
/** What Playwright turns off: the last of such arguments alone holds, and this one is the last. */
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

/** How tests start the browser. It refuses to be sandboxed as root. */
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

/** How what needs the whole browser, or measures it, is started. */
export const wholeBrowser = { ...launchOptions, executablePath: whole };
