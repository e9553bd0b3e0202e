// Access to the page from within it: the addresses of its modules differ with each version.

/** Gives the page in which it runs `window.running()`: its own `session` and `settings`. */
export function giveRunning() {
  window.running = () => import(new URL("app.js", document.querySelector("script[type=module]").src).href);
}

/** Gives it to each page of a browser context. */
export const withParts = (context) => context.addInitScript(giveRunning);

/** The interval at which the result of work in a page is checked, in milliseconds. */
const LOOK_MS = 20;
/** The number of started tasks. */
let begun = 0;

/**
 * Like `page.evaluate` for what may wait long in the page. Chromium 148 drops promises that only the debugger waits for ("Resulting
 * promise was garbage collected"), so the result is stored in the page and polled.
 */
export async function evaluateLong(page, work, given) {
  const number = begun++;
  await page.evaluate(`{
    const done = ((window.worked ??= {})[${number}] = {});
    (${work})(${JSON.stringify(given)}).then(
      (value) => Object.assign(done, { value, came: true }),
      (error) => Object.assign(done, { error: String(error?.stack ?? error), came: true }),
    );
  }
  undefined`);
  for (;;) {
    const done = await page.evaluate((number) => window.worked?.[number], number);
    if (!done) throw new Error("the page was left meanwhile");
    if (done.error) throw new Error(done.error);
    if (done.came) return done.value;
    await new Promise((go) => setTimeout(go, LOOK_MS));
  }
}
