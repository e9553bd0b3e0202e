// The basis of all tests of the page: a server, people with separate browsers, and checks for what must never happen. Every error
// that a page logs, every violation of the Content-Security-Policy and every request to another host fails the test in which it happens.

import { expect, test as base } from "@playwright/test";

import { withParts } from "./parts.mjs";
import { Server } from "./server.mjs";

export { expect };

export const test = base.extend({
  /** Lines of the server's section `[times]`. */
  times: [["bot_delay_ms = 0"], { option: true, scope: "worker" }],

  /** Lines of its section `[limits]`, instead of those that tests have. */
  limits: [[], { option: true, scope: "worker" }],

  /** Lines of its section `[push]`. */
  push: [[], { option: true, scope: "worker" }],

  /** Lines before its sections. */
  top: [[], { option: true, scope: "worker" }],

  /** One server for all tests of a worker; a test that kills it must start it again. */
  server: [
    async ({ times, limits, push, top }, use) => {
      const server = await Server.start(times, limits, push, top);
      await use(server);
      await server.remove();
    },
    { scope: "worker" },
  ],

  baseURL: async ({ server }, use) => use(server.url),

  /** The errors that pages may log in this test, as a regular expression. */
  expected: [null, { option: true }],

  /** The observed violations. */
  faults: async ({ expected }, use) => {
    const faults = [];
    await use(faults);
    const unexpected = faults.filter((fault) => !expected?.test(fault));
    expect(unexpected, "what the pages complain of").toEqual([]);
  },

  context: async ({ context, faults, baseURL }, use) => {
    await watch(context, new URL(baseURL).host, faults);
    await use(context);
  },

  /** Returns the page of another person, with a separate browser storage. */
  visitor: async ({ browser, faults, baseURL }, use) => {
    const contexts = [];
    await use(async (options = {}) => {
      const context = await browser.newContext(options);
      contexts.push(context);
      await watch(context, new URL(baseURL).host, faults);
      return context.newPage();
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

/** Records violations in all pages of a browser context. */
async function watch(context, host, faults) {
  await withParts(context);
  await withoutPassing(context);
  await context.addInitScript(() => {
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile, lineNumber }) =>
      console.error(`CSP: ${violatedDirective} ${blockedURI} at ${sourceFile}:${lineNumber}`),
    );
  });
  context.on("console", (message) => {
    // Tests without a service worker: Playwright logs that it blocks it.
    if (message.text().includes("Service Worker registration blocked by Playwright")) return;
    // This is about a busy machine, not about the page.
    if (message.text().includes("was preloaded using link preload but not used within a few seconds")) return;
    if (["error", "warning"].includes(message.type()))
      faults.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (error) => faults.push(`thrown: ${error.error().stack}`));
  context.on("request", (request) => elsewhere(request.url(), host, faults));
  context.on("page", (page) => page.on("websocket", (socket) => elsewhere(socket.url(), host, faults)));
}

/** In mahjong tests pass themselves, unless they turn it on that the page does. */
function withoutPassing(context) {
  return context.addInitScript(() => {
    // There is no storage in an empty page.
    if (location.protocol === "http:" && !localStorage.getItem("giog.mahjong.pass"))
      localStorage.setItem("giog.mahjong.pass", "off");
  });
}

function elsewhere(url, host, faults) {
  const { protocol, host: asked } = new URL(url);
  if (!["data:", "blob:"].includes(protocol) && asked !== host) faults.push(`asked another host: ${url}`);
}
