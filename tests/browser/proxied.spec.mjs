// The page behind nginx and Caddy, below a path of another host and with a password of the proxy: everything loads and works, links are
// correct, and the page works offline.

import { expect, test as base } from "./support/test.mjs";
import { freePort } from "./support/ports.mjs";
import { ReverseProxy, caddyReads, nginxReads } from "./support/proxy.mjs";
import { Server } from "./support/server.mjs";
import { playOn, ready, table } from "./support/table.mjs";
import { english } from "./support/texts.mjs";

const { t } = english;

/** The path of the server on the host. */
const BELOW = "/giog";
/** The password of the proxy that requires one. */
const PASSWORD = "lin:secret";
/** How long it may take until the worker has all files of the page, which are packed for it, on a busy machine: in milliseconds. */
const KEPT_MS = 120_000;
/** How long a picture may take that an unoptimised server draws on a busy machine: in milliseconds. */
const DRAWN_MS = 90_000;

const test = base.extend({
  /** The server, with the proxies before it: nginx passes the path on and requires a password, Caddy removes the path. */
  server: [
    async ({ times }, use) => {
      const ports = { nginx: await freePort(), caddy: await freePort() };
      const top = [`public_url = "http://127.0.0.1:${ports.nginx}${BELOW}"`, 'trusted_proxies = ["127.0.0.1"]'];
      const server = await Server.start(times, [], [], top);
      const told = { upstream: `127.0.0.1:${server.port}`, below: BELOW };
      const proxies = [
        await ReverseProxy.start("nginx", { ...told, port: ports.nginx, password: PASSWORD }),
        await ReverseProxy.start("caddy", { ...told, port: ports.caddy }),
      ];
      server.hosts = {
        nginx: `http://127.0.0.1:${ports.nginx}`,
        caddy: `http://127.0.0.1:${ports.caddy}`,
      };
      await use(server);
      await Promise.all(proxies.map((proxy) => proxy.stop()));
      await server.remove();
    },
    { scope: "worker" },
  ],
});

for (const name of ["nginx", "caddy"]) {
  test.describe(`behind ${name}`, () => {
    test.use({
      serviceWorkers: "allow",
      baseURL: async ({ server }, use) => use(server.hosts[name]),
      expected: /status of 50[24]|net::ERR_|WebSocket connection|Failed to fetch/,
    });

    test("below a path the page plays, links and shows all, also without the server", async ({ page, server }) => {
      const host = server.hosts[name];
      // As a person who has entered the password once.
      if (name === "nginx") await page.goto(`${host.replace("//", `//${PASSWORD}@`)}${BELOW}/`);
      await page.goto(`${host}${BELOW}/`);
      await table(page, { variant: "giog", seats: 3, ceremony: "server", access: "public" });
      await expect(page).toHaveURL(new RegExp(`^${host}${BELOW}/room/[0-9a-f-]{36}$`));
      await ready(page);
      const { match_id } = await playOn(page);

      await page.goto(`${host}${BELOW}/match/${match_id}/4`);
      await expect(page.getByRole("slider")).toHaveValue("4");
      await page.getByRole("slider").press("ArrowRight");
      await expect(page).toHaveURL(`${host}${BELOW}/match/${match_id}/5`);
      const picture = await page.locator('meta[property="og:image"]').getAttribute("content");
      expect(picture).toBe(`${server.hosts.nginx}${BELOW}/pictures/match/${match_id}/4`);
      const drawn = await page.evaluate(
        (path) => fetch(path).then((answer) => [answer.status, answer.headers.get("content-type")]),
        new URL(picture).pathname,
      );
      expect(drawn).toEqual([200, "image/png"]);

      const framed = await page.request.get(`${host}${BELOW}/embed/match/${match_id}/4`, {
        headers: { Authorization: `Basic ${btoa(PASSWORD)}` },
        timeout: DRAWN_MS,
      });
      expect(await framed.text()).toContain(`<img src="${BELOW}/pictures/match/${match_id}/4"`);

      await page.getByRole("button", { name: t("review.share"), exact: true }).click();
      const link = page.getByRole("textbox", { name: t("share.link") });
      await expect(link).toHaveValue(`${server.hosts.nginx}${BELOW}/match/${match_id}/5`);
      await page.keyboard.press("Escape");

      await page.goto(`${host}${BELOW}/about`);
      for (const link of await page.getByRole("link").all())
        expect(new URL(await link.evaluate((a) => a.href)).pathname).toMatch(new RegExp(`^${BELOW}/`));
      await page.getByRole("link", { name: t("learn.title") }).click();
      await expect(page).toHaveURL(`${host}${BELOW}/learn`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

      await page.waitForFunction(() => navigator.serviceWorker.controller, null, { timeout: KEPT_MS });
      const kept = () =>
        page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith("giog/giog-")));
      await expect.poll(kept).not.toEqual([]);
      const installed = await page.evaluate(async () => {
        const { href } = document.querySelector("link[rel=manifest]");
        const { start_url, scope } = await (await fetch(href)).json();
        return [start_url, scope].map((path) => new URL(path, href).pathname);
      });
      expect(installed).toEqual([`${BELOW}/`, `${BELOW}/`]);
      // Cached views work without the server, whatever the proxy answers.
      await page.goto(`${host}${BELOW}/match/${match_id}/5`);
      await expect(page.getByRole("slider")).toHaveValue("5");
      await server.kill();
      try {
        await page.goto(`${host}${BELOW}/match/${match_id}/4`);
        await expect(page.getByRole("slider")).toHaveValue("4");
      } finally {
        await server.start();
      }
    });
  });
}

test("the examples are read by the proxies for which they are", () => {
  for (const name of ["Caddyfile", "Cluster.Caddyfile"]) expect(() => caddyReads(name)).not.toThrow();
  expect(nginxReads).not.toThrow();
});
