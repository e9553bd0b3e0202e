// What other sites may embed: a finished match as a document of its own, and nothing else.

import { createServer } from "node:http";

import { expect, test as base } from "./support/test.mjs";
import { playOn, ready, table } from "./support/table.mjs";

/** How long a picture may take that an unoptimised server draws on a busy machine: in milliseconds. */
const DRAWN_MS = 90_000;

/** Another site, whose pages frame an address of the server. */
const test = base.extend({
  site: async ({ baseURL }, use) => {
    const server = createServer((request, response) => {
      const framed = new URL(request.url, "http://site").searchParams.get("framed");
      response
        .setHeader("Content-Type", "text/html")
        .end(`<!doctype html><title>site</title><iframe src="${framed}"></iframe>`);
    });
    await new Promise((go) => server.listen(0, "localhost", go));
    await use((path) => `http://localhost:${server.address().port}/?framed=${encodeURIComponent(baseURL + path)}`);
    server.closeAllConnections();
    server.close();
  },
});

// The browser says that it refuses to frame.
test.use({ expected: /frame-ancestors|Framing|asked another host|favicon/ });

async function played(page) {
  await table(page, { variant: "giog", seats: 3, ceremony: "server", access: "public" });
  await ready(page);
  return playOn(page);
}

test("a finished match is framed with its picture, and keeps and asks for nothing", async ({
  page,
  context,
  site,
  baseURL,
}) => {
  const { match_id } = await played(page);
  const other = await context.newPage();
  const sockets = [];
  other.on("websocket", (socket) => sockets.push(socket.url()));
  await other.goto(site(`/embed/match/${match_id}/9`), { waitUntil: "commit" });
  await expect.poll(() => other.frames()[1]?.url()).toContain("/embed/");
  const frame = other.frames()[1];
  const picture = frame.getByRole("img");
  await expect
    .poll(() => picture.evaluate((img) => img.complete && img.naturalWidth), { timeout: DRAWN_MS })
    .toBe(1200);
  await expect(picture).toBeVisible();
  expect(await frame.evaluate(() => document.scripts.length)).toBe(0);
  expect(sockets).toEqual([]);

  const opened = context.waitForEvent("page");
  await frame.getByRole("link").click();
  const shown = await opened;
  await expect(shown).toHaveURL(`${baseURL}/match/${match_id}/9`);
  await expect(shown.getByRole("slider")).toHaveValue("9");
  expect(await shown.evaluate(() => window.opener)).toBeNull();
  expect(other.url(), "the site stays where it was").toContain("framed=");
});

test("no other address is framed", async ({ page, site }) => {
  const { match_id } = await played(page);
  const room = new URL(page.url()).pathname;
  for (const path of ["/", room, `/match/${match_id}/9`, "/about", "/api/v1/matches"]) {
    const refused = page.waitForEvent("console", (message) => message.text().includes("frame"));
    await page.goto(site(path), { waitUntil: "commit" });
    await refused;
    const [, frame] = page.frames();
    expect(frame.url(), path).toMatch(/^(chrome-error:|about:blank|$)/);
  }
});
