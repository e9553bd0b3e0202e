// The reveal of a trick, frame by frame: all plays lie face down, all turn up together, the winner is told apart, and only then it
// is said in words. Elsewhere tests ask for less motion, where all of it is shown at once.

import { expect, test } from "./support/test.mjs";
import { asked, decide, ready, roomOf, table } from "./support/table.mjs";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

/** A table against bots, up to one's own first decision to lead or follow. */
async function toFirstPlay(page) {
  // Long enough that the next lead does not cut the reveal short.
  await table(page, {
    variant: "giog",
    seats: 4,
    ceremony: "server",
    clock: { kind: "none" },
    reveal_pause_ms: 10_000,
  });
  await ready(page);
  return asked(page);
}

/** Notes what lies on the table at every frame, until the trick is told; `sampled()` gives it. */
async function sampling(page) {
  await page.evaluate(() => {
    window.frames_ = [];
    const sample = () => {
      const seats = [...document.querySelectorAll("[data-seat]")].map((seat) => ({
        // The cosine of the angle by which each piece is turned: 1 face down, -1 face up.
        turned: [...seat.querySelectorAll(".play .laid")].map(
          (laid) => new DOMMatrix(getComputedStyle(laid).transform).m11,
        ),
        won: seat.classList.contains("winner"),
        captured: Number(seat.querySelector(".won")?.textContent.match(/\d+/)?.[0] ?? 0),
      }));
      const told = document.querySelector(".told, .history li")?.textContent ?? "";
      const ghosts = document.querySelectorAll(".ghost").length;
      window.frames_.push({ at: performance.now(), seats, told, ghosts });
      if (!told) requestAnimationFrame(sample);
    };
    requestAnimationFrame(sample);
  });
  return async () => {
    await expect(page.locator(".told")).toBeVisible();
    return page.evaluate(() => window.frames_);
  };
}

const down = ({ turned }) => turned.length > 0 && turned.every((cosine) => cosine > 0.999);
const up = ({ turned }) => turned.length > 0 && turned.every((cosine) => cosine < -0.999);

test("all plays of a trick lie face down, turn up together, and are told last", async ({ page }) => {
  const decision = await toFirstPlay(page);
  const sampled = await sampling(page);
  await decide(page, decision);
  const frames = await sampled();

  const lying = frames.findIndex(({ seats }) => seats.every(down));
  expect(lying, "a frame in which all plays lie face down").toBeGreaterThanOrEqual(0);
  const turning = frames.filter(
    ({ seats }) => seats.every(({ turned }) => turned.length) && !seats.every(down) && !seats.every(up),
  );
  expect(turning.length, "frames in which plays turn").toBeGreaterThan(2);
  for (const { seats } of turning) {
    const angles = seats.flatMap(({ turned }) => turned);
    expect(Math.max(...angles) - Math.min(...angles), "how far apart they turn").toBeLessThan(0.02);
  }
  const shown = frames.findIndex(({ seats }) => seats.every(up));
  const judged = frames.findIndex(({ seats }) => seats.some(({ won }) => won));
  const gone = frames.findIndex(({ ghosts }) => ghosts > 0);
  const told = frames.findIndex((frame) => frame.told);
  expect(shown).toBeGreaterThan(lying);
  expect(told).toBe(frames.length - 1);
  const { finished } = await page.evaluate(async () => {
    const { session } = await window.part("session.js");
    const { match, finished } = session.rooms.get(location.pathname.split("/")[2]);
    return { finished: (match ?? finished).view.tricks[0] };
  });
  if (finished.winner !== null) {
    expect(judged, "the winner is told apart once all are up").toBeGreaterThan(shown);
    expect(gone, "the pieces go to the winner after that").toBeGreaterThan(judged);
    for (const { seats, told } of frames) if (!told) expect(seats[0].captured).toBe(0);
  }
});

test("a tap shows the rest of a reveal at once", async ({ page }) => {
  await decide(page, await toFirstPlay(page));
  await expect(page.locator('[data-shown="down"], [data-shown="turned"], [data-shown="won"]')).toBeVisible();
  await page.locator(".middle").click();
  await expect(page.locator('[data-shown="all"]')).toBeVisible();
  await expect(page.locator(".told")).toBeVisible();
});

test("whoever asks for less motion sees the result at once, and nothing that moves", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const decision = await toFirstPlay(page);
  const sampled = await sampling(page);
  await decide(page, decision);
  for (const { seats, ghosts } of await sampled()) {
    expect(ghosts).toBe(0);
    for (const { turned } of seats) for (const cosine of turned) expect(Math.abs(cosine)).toBeGreaterThan(0.999);
  }
  expect((await roomOf(page)).view.tricks.length).toBeGreaterThan(0);
});
