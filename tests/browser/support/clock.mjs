// A page's clock that is controlled by the test, so that what is shown for a moment stays as long as the test needs it.

/** Lets a page's time pass as usual until it is stopped; before the page is loaded. */
export const withClock = (page) => page.clock.install();

/** Stops it: from now on only `page.clock.runFor(ms)` lets time pass. The server's goes on. */
export async function stopClock(page) {
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + SOON_MS);
}

/** Later than a busy machine needs until the page is told, in milliseconds: time cannot be stopped in the past. */
const SOON_MS = 5_000;
