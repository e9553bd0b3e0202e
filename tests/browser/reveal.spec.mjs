// The reveal of a trick, stage by stage: all plays lie face down, all turn up together, the winner is highlighted, and only then the text
// follows. Other tests use reduced motion, with which everything is shown at once.

import { stopClock, withClock } from "./support/clock.mjs";
import { expect, test } from "./support/test.mjs";
import { asked, decide, ready, roomOf, table } from "./support/table.mjs";

/** Longer than all plays lie face down, and than they can be compared, in milliseconds. */
const [FACE_DOWN_MS, WON_MS] = [250, 800];
const FRAME_MS = 16;
/** The moments of the turning animation that are checked, as fractions of its duration. */
const MOMENTS = [0.2, 0.4, 0.6, 0.8];

test.use({ contextOptions: { reducedMotion: "no-preference" } });

/** A table against bots, up to the player's first decision to lead or follow, in a page whose clock stands still from then on. */
async function toFirstPlay(page) {
  await withClock(page);
  // Long enough that the next lead does not cut the reveal short.
  await table(page, {
    variant: "giog",
    seats: 4,
    ceremony: "server",
    clock: { kind: "none" },
    reveal_pause_ms: 10_000,
  });
  await ready(page);
  const decision = await asked(page);
  await stopClock(page);
  return decision;
}

/** The plays on the table: for each seat how far its pieces are turned (1 face down, -1 face up), and whether the winner is shown. */
const shown = (page) =>
  page.evaluate(() => ({
    seats: [...document.querySelectorAll("[data-seat]")].map((seat) => ({
      // The cosine of the angle by which each piece is turned.
      turned: [...seat.querySelectorAll(".play .laid")].map(
        (laid) => new DOMMatrix(getComputedStyle(laid).transform).m11,
      ),
      won: seat.classList.contains("winner"),
      captured: Number(seat.querySelector(".won")?.textContent.match(/\d+/)?.[0] ?? 0),
    })),
    told: document.querySelector(".told, .history li")?.textContent ?? "",
  }));

const stage = (page, name) => page.locator(`[data-shown="${name}"]`);
const down = ({ turned }) => turned.length > 0 && turned.every((cosine) => cosine > 0.999);
const up = ({ turned }) => turned.length > 0 && turned.every((cosine) => cosine < -0.999);

/** Pauses the turning animation at several moments, and then lets it finish; returns how far each piece was turned at each moment. */
const turning = (page) =>
  page.evaluate(async (moments) => {
    const laid = [...document.querySelectorAll("[data-seat] .play .laid")];
    const all = laid.map((piece) => piece.getAnimations());
    const began = all.flatMap((turns) => turns.map((turn) => turn.ready.then(() => turn.startTime)));
    const starts = await Promise.all(began);
    const angles = moments.map((moment) => {
      for (const turn of all.flat()) {
        turn.pause();
        turn.currentTime = moment * turn.effect.getComputedTiming().endTime;
      }
      return laid.map((piece) => new DOMMatrix(getComputedStyle(piece).transform).m11);
    });
    for (const turn of all.flat()) turn.finish();
    return { turns: all.map((turns) => turns.length), starts, angles };
  }, MOMENTS);

test("all plays of a trick lie face down, turn up together, and are told last", async ({ page }) => {
  const decision = await toFirstPlay(page);
  // They turn so slowly that even a busy machine can check them.
  await page.evaluate(() => document.styleSheets[0].insertRule(".laid { transition-duration: 1000s !important }"));
  await decide(page, decision);
  await expect(stage(page, "down")).toBeVisible();
  const lying = await shown(page);
  expect(lying.seats.every(down), "all plays lie face down").toBe(true);

  // Longer than they are face down.
  await page.clock.runFor(FACE_DOWN_MS);
  await expect(stage(page, "turned")).toBeVisible();
  const { turns, starts, angles } = await turning(page);
  expect(Math.min(...turns), "every piece turns").toBeGreaterThan(0);
  expect(new Set(starts).size, "moments at which they began to turn").toBe(1);
  for (const at of angles) {
    expect(Math.max(...at) - Math.min(...at), "how far apart they turn").toBeLessThan(0.02);
    expect(Math.abs(at[0]), "they are about to turn").toBeLessThan(0.999);
  }
  const turned = await shown(page);
  expect(turned.seats.every(up), "all plays lie face up").toBe(true);

  await page.evaluate(() => {
    window.ghosts = 0;
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        window.ghosts += [...addedNodes].filter((node) => node.className === "ghost").length;
    }).observe(document.body, { childList: true });
  });
  // The page checks in the next frames whether all have turned.
  await expect
    .poll(async () => {
      await page.clock.runFor(FRAME_MS);
      return stage(page, "won").count();
    })
    .toBe(1);
  const won = await shown(page);
  const { winner } = await page.evaluate(async () => {
    const { session } = await window.running();
    const { match, finished } = session.rooms.get(location.pathname.split("/")[2]);
    return (match ?? finished).view.tricks[0];
  });
  const seats = won.seats.map((seat) => seat.won);
  expect(seats.filter(Boolean), "the winner is told apart once all are up").toHaveLength(winner === null ? 0 : 1);
  for (const before of [lying, turned]) expect(before.seats.some((seat) => seat.won)).toBe(false);
  for (const before of [lying, turned, won]) {
    expect(before.told).toBe("");
    expect(before.seats[0].captured).toBe(0);
  }
  expect(await page.evaluate(() => window.ghosts)).toBe(0);

  await page.clock.runFor(WON_MS);
  await expect(page.locator(".told")).toBeVisible();
  if (winner !== null) expect(await page.evaluate(() => window.ghosts), "pieces go to the winner").toBeGreaterThan(0);
});

test("a tap shows the rest of a reveal at once", async ({ page }) => {
  await decide(page, await toFirstPlay(page));
  await expect(stage(page, "down")).toBeVisible();
  await page.locator(".middle").click();
  await expect(stage(page, "all")).toBeVisible();
  await expect(page.locator(".told")).toBeVisible();
});

test("with reduced motion the result is shown at once, and nothing moves", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const decision = await toFirstPlay(page);
  await page.evaluate(() => {
    window.moved = [];
    for (const type of ["animationstart", "transitionrun"])
      addEventListener(type, ({ target }) => window.moved.push(`${type} of ${target.className}`), true);
    window.stages = [];
    new MutationObserver(() => window.stages.push(document.querySelector("[data-shown]")?.dataset.shown)).observe(
      document.body,
      { subtree: true, attributes: true, childList: true },
    );
  });
  await decide(page, decision);
  await expect(page.locator(".told")).toBeVisible();
  expect(await page.evaluate(() => window.moved)).toEqual([]);
  const stages = await page.evaluate(() => window.stages);
  for (const passing of ["down", "turned", "won"]) expect(stages).not.toContain(passing);
  expect((await shown(page)).seats.every(up)).toBe(true);
  expect((await roomOf(page)).view.tricks.length).toBeGreaterThan(0);
});
