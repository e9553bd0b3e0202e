// A server that is killed in the middle of a match, a lost network, and a second window: the page returns to the same match by itself,
// without being reloaded, and continues.

import { expect, test } from "./support/test.mjs";
import { english } from "./support/texts.mjs";
import { asked, decide, handOf, playOn, ready, roomOf, table } from "./support/table.mjs";

const { t, like } = english;

/** How long the page may take to reconnect, on a busy machine: it waits at most 10 seconds between two attempts, in milliseconds. */
const BACK_MS = 90_000;

// Browsers log an error if a server is gone.
test.use({ expected: /net::ERR_/ });

/** Plays some decisions, and returns the page's state at the next one. */
async function intoTheMatch(page) {
  await page.goto("/");
  // A reloaded page does not have this.
  await page.evaluate(() => (window.loaded = "once"));
  await table(page, { variant: "giog", seats: 3 });
  await ready(page);
  let turn = -1;
  for (let played = 0; played < 2; ) {
    const decision = await asked(page, turn);
    turn = decision.turn;
    await decide(page, decision);
    if (decision.do === "play") played++;
  }
  await asked(page, turn);
  return roomOf(page);
}

/** Checks that the page is in the same match with the same hand, was not reloaded, and that the match continues to its end. */
async function goesOn(page, before) {
  const after = await roomOf(page);
  expect(after.match_id).toBe(before.match_id);
  expect(after.view.hand).toBe(before.view.hand);
  expect(after.view.captured).toEqual(before.view.captured);
  expect(await page.evaluate(() => window.loaded)).toBe("once");
  const room = await playOn(page);
  expect(room.match_id).toBe(before.match_id);
  await expect(page.getByRole("table")).toBeVisible();
}

const lost = (page) => page.getByRole("status").filter({ hasText: t("connection.waiting") });

test("a killed server comes back to the same match", async ({ page, server }) => {
  const before = await intoTheMatch(page);
  await server.kill();
  await expect(lost(page)).toBeVisible();
  await expect(handOf(page)).toBeVisible();
  await server.start();
  await expect(lost(page)).toBeHidden({ timeout: BACK_MS });
  await goesOn(page, before);
});

test("what was asked of a killed server is asked again", async ({ page, server }) => {
  const before = await intoTheMatch(page);
  await server.kill();
  await expect(lost(page)).toBeVisible();
  // A decision that is taken while there is no connection.
  const decision = await asked(page);
  await decide(page, decision, undefined, decision.default.pieces);
  await server.start();
  await expect(lost(page)).toBeHidden({ timeout: BACK_MS });
  await expect
    .poll(() => roomOf(page).then(({ view }) => view.hand?.length ?? 0), { timeout: BACK_MS })
    .toBeLessThan(before.view.hand.length);
  await playOn(page);
});

test("a browser that was offline comes back to the same match", async ({ page, context }) => {
  const before = await intoTheMatch(page);
  // Nothing is closed: the network is silent.
  await context.setOffline(true);
  await expect(lost(page)).toBeVisible({ timeout: BACK_MS });
  await context.setOffline(false);
  await expect(lost(page)).toBeHidden({ timeout: BACK_MS });
  await goesOn(page, before);
});

test("a table whose password has changed meanwhile asks for it", async ({ page, visitor }) => {
  await table(page, { variant: "giog", seats: 3 }, { bots: false });
  const watcher = await visitor();
  await watcher.goto(page.url());
  const seats = watcher.getByRole("list", { name: t("table.seats") });
  await expect(seats).toBeVisible();
  await watcher.context().setOffline(true);
  await expect(lost(watcher)).toBeVisible({ timeout: BACK_MS });
  await page.evaluate(async () => {
    const { session } = await window.running();
    const [id, room] = [...session.rooms][0];
    await session.configure(id, { ...room.state.settings, access: "password", password: "sesame" });
  });
  await watcher.context().setOffline(false);
  const password = watcher.getByRole("textbox", { name: t("room.password") });
  await expect(password).toBeVisible({ timeout: BACK_MS });
  await expect(watcher.getByRole("heading", { name: t("error.wrong_password") })).toBeVisible();
  await password.fill("sesame");
  await password.press("Enter");
  await expect(seats).toBeVisible();
});

test("two windows of one person show the same match, and both come back", async ({ page, context, server }) => {
  const before = await intoTheMatch(page);
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(handOf(second)).toBeVisible();
  const decision = await asked(second);
  await decide(second, decision);
  for (const window of [page, second]) {
    await expect(window.getByRole("group", { name: like("hand.label", { n: before.view.hand.length }) })).toBeHidden();
    expect((await roomOf(window)).match_id).toBe(before.match_id);
  }
  await server.kill();
  for (const window of [page, second]) await expect(lost(window)).toBeVisible();
  await server.start();
  for (const window of [page, second]) await expect(lost(window)).toBeHidden({ timeout: BACK_MS });
  await asked(page, decision.turn);
  await asked(second, decision.turn);
  const known = async (window) => {
    const { view } = await roomOf(window);
    return ["hand", "hand_sizes", "captured", "tricks", "trick"].map((what) => view[what]);
  };
  // Bots may lay meanwhile, and the windows get the events at different times.
  await expect(async () => expect(await known(page)).toEqual(await known(second))).toPass({ timeout: BACK_MS });
  await goesOn(page, await roomOf(page));
  await expect(second.getByRole("table")).toBeVisible();
});

test("what is asked before the server has said hello is asked when it has", async ({ page }) => {
  const held = [];
  let welcome;
  await page.routeWebSocket("**/ws", (socket) => {
    const server = socket.connectToServer();
    welcome = () => held.splice(0).forEach((text) => socket.send(text));
    server.onMessage((text) => (welcome.said ? socket.send(text) : held.push(text)));
  });
  await page.goto("/");
  await expect.poll(() => held.length).toBe(1);
  await page.getByRole("button", { name: t("home.play"), exact: true }).click();
  welcome.said = true;
  welcome();
  expect((await asked(page)).do).toBe("play");
});

test("a message of the operator can be closed, stays so on the next connection, and another one is shown", async ({
  page,
}) => {
  const said = "The server moves on Sunday.";
  const sockets = [];
  let greeted = 0;
  await page.routeWebSocket("**/ws", (socket) => {
    sockets.push(socket);
    socket.connectToServer().onMessage((text) => {
      socket.send(text);
      if (!JSON.parse(text).limits) return;
      socket.send(JSON.stringify({ type: "announcement", text: said }));
      greeted++;
    });
  });
  const note = (text) => page.getByRole("status").filter({ hasText: text });
  await page.goto("/");
  await note(said)
    .getByRole("button", { name: t("close") })
    .click();
  await expect(note(said)).toHaveCount(0);
  await page.evaluate((said) => {
    window.saidAgain = false;
    const look = () => (window.saidAgain ||= document.querySelector(".notes").textContent.includes(said));
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  }, said);
  await sockets[0].close();
  await expect.poll(() => greeted, { timeout: BACK_MS }).toBe(2);
  sockets[1].send(JSON.stringify({ type: "announcement", text: "It has moved." }));
  await expect(note("It has moved.")).toBeVisible();
  // Earlier messages were received, too.
  expect(await page.evaluate(() => window.saidAgain)).toBe(false);
});
