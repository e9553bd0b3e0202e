// A server that asks for actions by names that this page does not know: the page says so, and whoever is asked can go on without reloading.

import { fullNow } from "../../kit/js/src/short.js";
import { expectAccessible } from "./support/axe.mjs";
import { asked, playOn, ready, table } from "./support/table.mjs";
import { expectTouchable } from "./support/targets.mjs";
import { expect, test } from "./support/test.mjs";
import { english } from "./support/texts.mjs";

const { t } = english;
/** A name that the page does not know. */
const ANEW = "do_anew";

const button = (page, name) => page.getByRole("button", { name, exact: true });
const told = (page) => page.getByRole("alert").filter({ hasText: t("newer.told") });

/** The server uses that name for an action in decisions, and accepts it. */
async function rename(page, action) {
  const called = (one) => (one?.do === action ? { ...one, do: ANEW } : one);
  const decided = (decision) => ({
    ...called(decision),
    default: called(decision.default),
    ...(decision.may && { may: decision.may.map(called) }),
  });
  await page.routeWebSocket("**/ws", (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      const message = JSON.parse(text);
      server.send(JSON.stringify(message.do === ANEW ? { ...message, do: action } : message));
    });
    server.onMessage((text) => {
      const message = JSON.parse(text);
      if (message.now) message.now = fullNow(message.now);
      const you = (message.now ?? message).you;
      if (you?.decision) you.decision = decided(you.decision);
      socket.send(JSON.stringify(message));
    });
  });
}

test("a match is played to its end with the default and with what is listed, also on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await rename(page, "play");
  await table(page, { variant: "giog", seats: 2, ceremony: "server", clock: { kind: "none" } });
  await ready(page);
  await expect(told(page)).toBeVisible();
  await expectTouchable(page, "an unknown decision");
  await expectAccessible(page, "an unknown decision");
  const chosen = [];
  const { view } = await playOn(page, async (decision) => {
    expect(decision.do).toBe(ANEW);
    await expect(told(page)).toBeVisible();
    const pieces = decision.plays?.at(-1);
    if (pieces) chosen.push(pieces);
    await button(page, pieces ? `${ANEW} ${pieces}` : t("newer.default")).click();
  });
  expect(view.outcome).not.toBeNull();
  expect(chosen.length).toBeGreaterThan(0);
  await expect(told(page)).toHaveCount(0);
});

/** A game of each other family, and an action in its decisions. */
const OTHERS = [
  { action: "place", variant: "square-chess", seats: 2 },
  { action: "bet", variant: "sic-bo", seats: 2 },
  { action: "discard", variant: "mahjong", seats: 4, window_least_ms: 100 },
];
for (const { action, ...settings } of OTHERS) {
  test(`${settings.variant} goes on with the default, also if a reload brings no newer page`, async ({ page }) => {
    await rename(page, action);
    await table(page, { ...settings, clock: { kind: "none" } });
    await ready(page);
    let decision = await asked(page);
    // In mahjong another player may discard first.
    while (decision.do === "claim") {
      await button(page, t("mj.do.pass")).click();
      decision = await asked(page, decision.turn);
    }
    await expect(told(page)).toBeVisible();
    await expectAccessible(page, `an unknown decision in ${settings.variant}`);
    const loaded = page.waitForEvent("load");
    await button(page, t("trouble.reload")).click();
    await loaded;
    await expect(told(page)).toBeVisible();
    await button(page, t("newer.default")).click();
    await asked(page, decision.turn);
  });
}
