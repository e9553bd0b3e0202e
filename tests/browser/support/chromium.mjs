// The system's Chromium: where it is, and how it is started. Nothing of it is downloaded.

import { accessSync, constants } from "node:fs";
import path from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome"];

function found() {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const programs = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return programs.find((program) => {
    try {
      accessSync(program, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

const executablePath = process.env.GIOG_TEST_CHROMIUM || found();
if (!executablePath)
  throw new Error(`no Chromium: install it, or set GIOG_TEST_CHROMIUM (looked for ${NAMES.join(", ")})`);

/** How tests and measurements start the browser. It refuses to be sandboxed as root. */
export const launchOptions = {
  executablePath,
  chromiumSandbox: process.getuid?.() !== 0,
  args: [
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
  ],
};
