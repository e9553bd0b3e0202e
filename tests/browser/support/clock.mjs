// A page's clock that is controlled by the test, so that what is shown for a moment stays as long as the test needs it.

/** Lets a page's time pass as usual until it is stopped; before the page is loaded. */
export const withClock = (page) => page.clock.install();

/** Stops it: from now on only `page.clock.runFor(ms)` lets time pass. The server's goes on. */
export async function stopClock(page) {
  const stop = async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + SOON_MS);
  // If the page gets the command too late, its clock already stands still, and is stopped a little later.
  await stop().catch(stop);
}

/** Later than a busy machine needs until the page gets the command, in milliseconds: the clock cannot be stopped in the past. */
const SOON_MS = 5_000;
