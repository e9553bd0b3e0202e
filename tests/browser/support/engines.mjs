// Browsers with other engines than Chromium's, as Debian has them: Firefox, driven by WebDriver BiDi, and the browser of WebKitGTK, driven by
// WebDriver on a screen of its own. Both have the few things that a person does: go somewhere, tap, press a key, look.

import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";

import puppeteer from "puppeteer-core";
import { Builder, Capabilities, Key } from "selenium-webdriver";

import { giveRunning } from "./parts.mjs";
import { freePort, listening } from "./ports.mjs";
import { found } from "./programs.mjs";

/** How long a browser may take to load a page or to run a script of a test, on a busy machine: in milliseconds. */
const LONG_MS = 120_000;
/** The screen of WebKitGTK's browser, in pixels: larger than any window of a test. */
const SCREEN = "2600x1600x24";
/** Where Debian keeps the small browser that WebKitGTK comes with, which is in no folder of programs. */
const MINI_BROWSERS = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/libexec", "/usr/lib"].flatMap(
  (folder) =>
    ["webkit2gtk-4.1", "webkit2gtk-4.0", "webkitgtk-6.0"].map((version) => `${folder}/${version}/MiniBrowser`),
);
/** What WebKitGTK's browser writes to its output about an error of the page. */
const WEBKIT_ERROR = /^CONSOLE .*\b(ERROR|WARN)\b/;

/** Waits in the page until all is loaded that it has asked for, if there is a page. */
const begun = () => window.running?.().then(() => {});

/** Firefox in a profile of its own, without a window. */
export class Firefox {
  /** What the page complained of. @type {string[]} */
  faults = [];
  #browser;
  #page;

  static async start() {
    const firefox = new Firefox();
    firefox.#browser = await puppeteer.launch({
      browser: "firefox",
      executablePath: found(["firefox-esr", "firefox"], process.env.GIOG_TEST_FIREFOX),
      headless: true,
      protocolTimeout: LONG_MS,
      extraPrefsFirefox: { "ui.prefersReducedMotion": 1, "intl.accept_languages": "en" },
    });
    firefox.#page = await firefox.#browser.newPage();
    firefox.#page.setDefaultTimeout(LONG_MS);
    firefox.#page.on("console", (message) => {
      if (["error", "warn"].includes(message.type())) firefox.faults.push(message.text());
    });
    firefox.#page.on("pageerror", (error) => firefox.faults.push(String(error)));
    return firefox;
  }

  /** The name and version of the engine. */
  version() {
    return this.#browser.version();
  }

  /** The size of what the page has, in CSS pixels. */
  size(width, height) {
    return this.#page.setViewport({ width, height });
  }

  /**
   * Loads an address, with `window.running()` (`parts.mjs`), and waits before and after until nothing is loading: of what is still loading
   * when one goes on, the page that is left would complain.
   */
  async open(url) {
    await this.run(begun);
    await this.#page.goto(url, { waitUntil: "domcontentloaded" });
    await this.run(giveRunning);
    await this.run(begun);
  }

  /** Runs a function in the page; gives what it gives. */
  run(work, ...given) {
    return this.#page.evaluate(work, ...given);
  }

  /** Presses the mouse's button at a point of the window, in CSS pixels. */
  tap(x, y) {
    return this.#page.mouse.click(x, y);
  }

  /** Presses a key: a character, or `Enter`. */
  key(key) {
    return this.#page.keyboard.press(key);
  }

  /** What is to be seen, as PNG. */
  async picture() {
    return Buffer.from(await this.#page.screenshot());
  }

  close() {
    return this.#browser.close();
  }
}

/** The browser of WebKitGTK, in a window without tools on a screen that nobody sees. */
export class WebKit {
  /** What the page complained of. @type {string[]} */
  faults = [];
  /** The programs that it needs. @type {import("node:child_process").ChildProcess[]} */
  #programs = [];
  #driver;
  #version = "";

  static async start() {
    const webkit = new WebKit();
    try {
      await webkit.#start();
    } catch (error) {
      await webkit.close();
      throw error;
    }
    return webkit;
  }

  async #start() {
    const screen = this.#spawn(
      found(["Xvfb"]),
      ["-displayfd", "3", "-screen", "0", SCREEN, "-nolisten", "tcp"],
      process.env,
      ["ignore", "ignore", "inherit", "pipe"],
    );
    // It says so once it can be used.
    const [display] = await once(screen.stdio[3], "data");
    const home = mkdtempSync(path.join(tmpdir(), "giog-webkit-"));
    // Without animations, as the other browsers have it: then `prefers-reduced-motion` holds.
    mkdirSync(path.join(home, "gtk-3.0"));
    writeFileSync(path.join(home, "gtk-3.0", "settings.ini"), "[Settings]\ngtk-enable-animations=0\n");
    const places = { HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home, XDG_DATA_HOME: home };
    const env = {
      ...process.env,
      ...places,
      DISPLAY: `:${String(display).trim()}`,
      LANG: "C.UTF-8",
      GSETTINGS_BACKEND: "memory",
      // Without a graphics card: to paint by an imitated one takes twice the CPU time.
      WEBKIT_SKIA_ENABLE_CPU_RENDERING: "1",
      LP_NUM_THREADS: "1",
    };
    const port = await freePort();
    const driver = this.#spawn(found(["WebKitWebDriver"]), [`--port=${port}`], env, ["ignore", "pipe", "pipe"]);
    const said = [];
    for (const output of [driver.stdout, driver.stderr])
      createInterface({ input: output }).on("line", (line) =>
        (WEBKIT_ERROR.test(line) ? this.faults : said).push(line),
      );
    await listening(driver, port, () => said.join("\n"));
    const wanted = {
      browserName: "MiniBrowser",
      "webkitgtk:browserOptions": {
        binary: found(MINI_BROWSERS, process.env.GIOG_TEST_WEBKIT),
        args: ["--automation", "--enable-write-console-messages-to-stdout=true"],
      },
    };
    this.#driver = await new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities(new Capabilities(wanted))
      .forBrowser(wanted.browserName)
      .build();
    this.#version = `WebKitGTK/${(await this.#driver.getCapabilities()).getBrowserVersion()}`;
    await this.#driver.manage().setTimeouts({ script: LONG_MS, pageLoad: LONG_MS });
  }

  #spawn(program, given, env, stdio) {
    const child = spawn(program, given, { env, stdio });
    this.#programs.push(child);
    return child;
  }

  version() {
    return this.#version;
  }

  async size(width, height) {
    const window = this.#driver.manage().window();
    await window.setRect({ x: 0, y: 0, width, height });
    const [innerWidth, innerHeight] = await this.run(() => [innerWidth, innerHeight]);
    await window.setRect({ x: 0, y: 0, width: 2 * width - innerWidth, height: 2 * height - innerHeight });
  }

  async open(url) {
    await this.#driver.get(url);
    await this.run(giveRunning);
    await this.run(begun);
  }

  async run(work, ...given) {
    const { value, error } = await this.#driver.executeAsyncScript(
      `const [given, done] = arguments;
      const work = ${work};
      (async () => work(...given))().then(
        (value) => done({ value: value === undefined ? null : value }),
        (error) => done({ error: String(error) + "\\n" + (error && error.stack) }),
      );`,
      given,
    );
    if (error) throw new Error(error);
    return value;
  }

  tap(x, y) {
    const at = { x: Math.round(x), y: Math.round(y), origin: "viewport" };
    return this.#driver.actions({ async: true }).move(at).click().perform();
  }

  key(key) {
    const sent = key === "Enter" ? Key.ENTER : key;
    return this.#driver.actions({ async: true }).sendKeys(sent).perform();
  }

  async picture() {
    return Buffer.from(await this.#driver.takeScreenshot(), "base64");
  }

  async close() {
    await this.#driver?.quit();
    for (const program of this.#programs.toReversed()) program.kill();
  }
}
