// Whether a view fits a small screen: no horizontal scrolling, everything that can be tapped large enough, everything needed visible.

import { expect } from "./test.mjs";

/** The least height and width of tap targets, in CSS pixels. */
const TOUCH_PX = 44;

/** Checks that nothing is wider than the screen or its dialog, and that all tap targets are large enough; `where` names the view in a failure. */
export async function expectTouchable(page, where) {
  const look = () =>
    page.evaluate((least) => {
      const visible = (node) =>
        node.checkVisibility({ visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true });
      // A box or a dot is tapped by its label.
      const target = (node) => (["checkbox", "radio"].includes(node.type) ? node.closest("label") : null) ?? node;
      // A link or a word within a sentence has the height of the line.
      const inText = (node) =>
        node.matches("a:not(.button), .word") &&
        [...node.parentNode.childNodes].some((other) => other.nodeType === Node.TEXT_NODE && other.data.trim());
      const all = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [role=button]")];
      const small = all
        .filter((node) => visible(node) && !inText(node))
        .flatMap((node) => {
          const { width, height, bottom } = target(node).getBoundingClientRect();
          // The link that skips to the content is above the page, and visible only when it has the focus.
          if (bottom <= 0 || (width >= least - 0.5 && height >= least - 0.5)) return [];
          return [
            `${node.localName}.${node.className} “${(node.getAttribute("aria-label") ?? node.textContent).trim().slice(0, 40)}”: ${width.toFixed(1)} × ${height.toFixed(1)}`,
          ];
        });
      const wide = [document.documentElement, ...document.querySelectorAll("dialog[open]")]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ localName, scrollWidth, clientWidth }) => `${localName} ${scrollWidth} px wide on ${clientWidth}`);
      return { hasTargets: all.length > 0, problems: [...small, ...wide] };
    }, TOUCH_PX);
  // A change is not laid out at once.
  await expect.poll(look, { message: where }).toEqual({ hasTargets: true, problems: [] });
}

/** Checks that these are completely visible without scrolling. */
export async function expectInSight(page, where, locators) {
  const { width, height } = page.viewportSize();
  await page.evaluate(() => scrollTo(0, 0));
  for (const locator of locators) {
    // A page that has just become narrower may not be laid out yet.
    const place = async () => {
      const box = await locator.boundingBox();
      const inside =
        box && box.x >= 0 && box.y >= 0 && box.x + box.width <= width + 0.5 && box.y + box.height <= height + 0.5;
      return inside ? "in sight" : box;
    };
    await expect.poll(place, { message: `${where}: ${locator}` }).toBe("in sight");
  }
}
