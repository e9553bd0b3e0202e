// A browser without storage, an address that does not exist, and a server that sends nonsense: the page keeps working, and shows nothing
// false.

import { fullEvent } from "../../kit/js/src/short.js";
import { expect, test } from "./support/test.mjs";
import { english } from "./support/texts.mjs";

const { t } = english;
const NOBODY = "00000000-0000-4000-8000-000000000000";

/** A match is played without a message about a dishonest server. */
async function plays(page) {
  await page.goto("/");
  await page.getByRole("button", { name: t("home.play"), exact: true }).click();
  await expect(page.getByRole("list", { name: t("table.seats") })).toBeVisible();
  await expect(page.locator(".actions .main")).toBeVisible();
  await expect(page.getByRole("alert")).toBeEmpty();
}

test("a browser that refuses to keep anything plays", async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("no", "SecurityError");
      },
    }),
  );
  await plays(page);
});

test("a full storage is not taken for dishonesty", async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await plays(page);
});

test("a clock that is years behind loses no receipt", async ({ page }) => {
  await page.addInitScript(() => {
    for (let i = 0; i < 100; i++) localStorage.setItem(`giog.receipt.${i}`, JSON.stringify({ kept_at: Date.now() }));
    const now = Date.now;
    Date.now = () => now() - 1.5e12;
  });
  await plays(page);
});

test("texts that were spoiled in storage leave a page", async ({ page }) => {
  await page.addInitScript(() =>
    ["giog.settings", "giog.former", "giog.rack"].forEach((key) => localStorage.setItem(key, "{")),
  );
  await plays(page);
});

test("a server that exchanges its seed is told of", async ({ page }) => {
  await page.routeWebSocket("**/ws", (socket) => {
    const server = socket.connectToServer();
    server.onMessage((text) => {
      const message = JSON.parse(text);
      message.events = message.events?.map(fullEvent);
      const start = message.events?.find((event) => event.do === "start");
      if (start) start.seed_commitment = "0".repeat(64);
      socket.send(JSON.stringify(message));
    });
  });
  await page.goto("/");
  await page.getByRole("button", { name: t("home.play"), exact: true }).click();
  await expect(page.getByRole("alert")).toContainText(t("distrust", { what: t("distrust.seed") }));
});

test.describe("an address that leads nowhere", () => {
  test.use({ expected: /status of 40[34]/ });

  const places = [
    ["room/garbage", "error.no_such_room"],
    [`room/${NOBODY}`, "error.no_such_room"],
    ["change/garbage", "error.no_such_room"],
    ["match/garbage", "error.no_such_match"],
    [`match/${NOBODY}`, "error.no_such_match"],
    [`match/${NOBODY}/0/x`, "error.no_such_match"],
    ["learn/garbage", "learn.title"],
    ["move/garbage", "move.failed"],
    ["nonsense", "home.sentence"],
    ["__proto__", "home.sentence"],
  ];
  for (const [place, key] of places) {
    test(`${place} says so`, async ({ page }) => {
      await page.goto(`/#/${place}`);
      await expect(page.getByRole("main")).toContainText(t(key));
    });
  }
});

test.describe("a server that sends nonsense", () => {
  test.use({ expected: /JSON|not iterable|Cannot read/ });

  const frames = [
    "{",
    "null",
    "[]",
    "7",
    "{}",
    '{"type":"event"}',
    '{"type":"event","room":"x","seq":1,"event":{}}',
    '{"type":"lobby"}',
    '{"type":"lobby","rooms":[null],"gone":[null]}',
    '{"type":"notice","room":"x","notice":{"do":"chat"}}',
    '{"type":"now","room":"x","seq":"a"}',
    '{"type":"news"}',
    '{"type":"news","room":0,"seq":1,"events":[null]}',
    '{"type":"news","room":99,"seq":"a","events":[{}],"now":7}',
    '{"type":"snapshot","room":"x"}',
    '{"type":"left","room":"x","reason":{}}',
    '{"type":"__proto__"}',
    '{"type":"ok","re":99999}',
  ];

  test("leaves a page on which one can go on", async ({ page }) => {
    await page.routeWebSocket("**/ws", (socket) => {
      const server = socket.connectToServer();
      server.onMessage((text) => {
        socket.send(text);
        for (const frame of frames) socket.send(frame);
      });
    });
    await plays(page);
  });

  test("or a thousand tables shows a hundred", async ({ page }) => {
    const clock = { kind: "auto" };
    const table = (n) => ({
      room: `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`,
      variant: "giog",
      access: "public",
      clock,
      spectators: true,
      quick: false,
      phase: "gathering",
      matches: 0,
      seats: [null, null],
    });
    await page.routeWebSocket("**/ws", (socket) => {
      const server = socket.connectToServer();
      server.onMessage((text) => {
        const message = JSON.parse(text);
        if ("more" in message) message.rooms = Array.from({ length: 1000 }, (_, n) => table(n));
        socket.send(JSON.stringify(message));
      });
    });
    await page.goto("/");
    await expect(page.getByRole("link", { name: t("room.join.where", { names: t("room.nobody") }) })).toHaveCount(100);
    await expect(page.getByText(t("home.more"))).toBeVisible();
  });
});
