// The page without a network: rules and finished matches that were looked at; and what the worker never caches.

import { once } from "node:events";
import { createServer } from "node:http";

import { expect, test } from "./support/test.mjs";
import { english } from "./support/texts.mjs";
import { begin, resign } from "./support/boards.mjs";
import { asked, playOn, ready, roomOf, table } from "./support/table.mjs";

const { t } = english;

test.use({
  serviceWorkers: "allow",
  expected: /net::ERR_|Failed to fetch|WebSocket connection|status of (404|502)|fetching the script/,
});

/** How long it may take until the worker has all files of the page, which are packed for it, on a busy machine: in milliseconds. */
const KEPT_MS = 120_000;

/** Waits until the worker has this page and its version. */
async function kept(page) {
  await page.goto("/");
  await page.waitForFunction(() => navigator.serviceWorker.controller, null, { timeout: KEPT_MS });
  await page.waitForFunction(
    async () => {
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        if ((await cache.keys()).some(({ url }) => url.includes("/texts/en.js"))) return true;
      }
      return false;
    },
    null,
    { timeout: KEPT_MS },
  );
}

/** Runs a function while the server is stopped: in a browser that is only set to offline, workers may still have a network. */
async function without(server, work) {
  await server.kill();
  try {
    await work();
  } finally {
    await server.start();
  }
}

/** The cache: paths, with the headers of their requests. */
const everything = (page) =>
  page.evaluate(async () => {
    const found = [];
    for (const name of await caches.keys()) {
      for (const request of await (await caches.open(name)).keys())
        found.push([new URL(request.url).pathname + new URL(request.url).search, request.headers.get("giog-token")]);
    }
    return found;
  });

async function played(page, access = "public") {
  await table(page, { variant: "giog", seats: 3, ceremony: "server", access });
  await ready(page);
  return (await playOn(page)).match_id;
}

test("rules and a past match are there without the network, and what is one's own is not kept", async ({
  page,
  server,
}) => {
  await kept(page);
  const [open, secret] = [await played(page), await played(page, "unlisted")];
  for (const id of [open, secret]) {
    await page.goto(`/match/${id}/4`);
    await expect(page.getByRole("slider")).toHaveValue("4");
  }
  await page.goto(`/match/${open}/0/4`);
  await expect(page.getByRole("slider")).toHaveValue("4");
  const answers = ["", "/events"].map((path) => `/api/v1/matches/${open}${path}`);
  await expect
    .poll(async () => (await everything(page)).map(([path]) => path))
    .toEqual(expect.arrayContaining(answers));
  for (const [path, token] of await everything(page)) {
    expect(token, path).toBeNull();
    expect(path).not.toContain(secret);
    expect(path).not.toContain("?");
    expect(path).toMatch(/^(\/|\/assets\/.*|\/api\/v1\/matches\/[0-9a-f-]{36}(\/events|\/record)?)$/);
  }

  await without(server, async () => {
    await page.goto("/learn/giog");
    await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
    await page.goto(`/match/${open}/5`);
    await expect(page.getByRole("slider")).toHaveValue("5");
    await page.goto(`/match/${secret}/5`);
    await expect(page.getByRole("alert").filter({ hasText: t("error.connection_lost") })).toBeVisible();
  });
});

test("a proxy that does not reach the server does not stand before what is kept", async ({ page, server }) => {
  await kept(page);
  const id = await played(page);
  await page.goto(`/match/${id}/4`);
  await expect(page.getByRole("slider")).toHaveValue("4");
  const answers = ["", "/events"].map((path) => `/api/v1/matches/${id}${path}`);
  await expect
    .poll(async () => (await everything(page)).map(([path]) => path))
    .toEqual(expect.arrayContaining(answers));

  await without(server, async () => {
    const { port, hostname } = new URL(server.url);
    const proxy = createServer((_, answer) => answer.writeHead(502).end("Bad Gateway")).listen(Number(port), hostname);
    await once(proxy, "listening");
    try {
      await page.goto(`/match/${id}/5`);
      await expect(page.getByRole("slider")).toHaveValue("5");
    } finally {
      proxy.close();
      proxy.closeAllConnections();
    }
  });
});

test("a change of identity, or the deletion of the person, empties the cache", async ({ page, request }) => {
  await kept(page);
  const id = await played(page);
  await page.goto(`/match/${id}/4`);
  const matches = async () => (await everything(page)).filter(([path]) => path.includes(id)).length;
  await expect.poll(matches).toBeGreaterThan(0);
  const { token, name } = await (await request.post("/api/v1/guests", { data: { name: "Another" } })).json();
  await page.evaluate(async (person) => (await window.running()).session.become(person), { token, name });
  expect(await matches()).toBe(0);

  await page.reload();
  await expect.poll(matches).toBeGreaterThan(0);
  await page.evaluate(async () => (await window.running()).session.forgetMe());
  await expect(page.getByRole("heading", { name: t("forgotten.title") })).toBeVisible();
  expect(await everything(page)).toEqual([]);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});

test("a new version takes over, and nothing is left of the one before", async ({ page }) => {
  await kept(page);
  // As cached by an earlier version, in which a match on a board was reviewed.
  await page.evaluate(async () => {
    const old = await caches.open("giog-page-0123456789abcdef");
    for (const name of ["app.js", "boards/review.js", "no-more.js"])
      await old.put(`/assets/0123456789abcdef/${name}`, new Response("old"));
    for (const name of await caches.keys()) if (!name.endsWith("0123456789abcdef")) await caches.delete(name);
  });
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration.unregister();
  });
  await page.reload();
  await expect
    .poll(() => page.evaluate(async () => (await caches.keys()).join(" ")), { timeout: KEPT_MS })
    .not.toContain("0123456789abcdef");
  await expect.poll(() => page.evaluate(() => caches.keys())).toContainEqual(expect.stringMatching(/^giog-page-/));
  const files = (await everything(page)).map(([path]) => path.replace(/^\/assets\/[0-9a-f]+\//, ""));
  expect(files, "what was looked at is there in the new version").toContain("boards/review.js");
  expect(files).not.toContain("no-more.js");
});

test("a past match on a board that was looked at is there without the network", async ({ page, server }) => {
  await kept(page);
  await begin(page, "xiangqi", { access: "public" });
  await asked(page);
  const { match_id } = await roomOf(page);
  await resign(page);
  await expect(page.getByRole("button", { name: t("gather.again") })).toBeVisible();
  await page.goto(`/match/${match_id}/0`);
  await expect(page.getByRole("grid")).toBeVisible();
  const answers = ["", "/events"].map((path) => `/api/v1/matches/${match_id}${path}`);
  await expect
    .poll(async () => (await everything(page)).map(([path]) => path))
    .toEqual(expect.arrayContaining([...answers, expect.stringMatching(/\/boards\/review\.js$/)]));
  await without(server, async () => {
    await page.goto(`/match/${match_id}/1`);
    await expect(page.getByRole("slider")).toHaveValue("1");
    await expect(page.getByRole("grid")).toBeVisible();
  });
});

test("the page can be installed, with icons in every size that it names", async ({ page, context }) => {
  await page.goto("/");
  const browser = await context.newCDPSession(page);
  const { url, errors, data } = await browser.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  const { name, display, icons } = JSON.parse(data);
  expect([name, display]).toEqual(["Giog 爵", "standalone"]);
  const sizes = await page.evaluate(
    async ([url, icons]) => {
      const drawn = icons.map(async ({ src }) => {
        const image = Object.assign(new Image(), { src: new URL(src, url).href });
        await image.decode();
        return `${image.naturalWidth}x${image.naturalHeight}`;
      });
      return Promise.all(drawn);
    },
    [url, icons],
  );
  for (const [i, icon] of icons.entries()) if (icon.sizes !== "any") expect(sizes[i], icon.src).toBe(icon.sizes);
  expect(icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(["192x192", "512x512"]));
  const { installabilityErrors } = await browser.send("Page.getInstallabilityErrors");
  // A test's window is a private one, where browsers install nothing.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito")).toEqual([]);
});
