// The automatic accessibility check of a page with axe: in light, in dark, and from right to left.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { expect } from "./test.mjs";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** The ways in which a view is checked; and the rules that are checked again, because their result may differ. */
export const LOOKS = [
  { colorScheme: "light", dir: "ltr" },
  { colorScheme: "dark", dir: "ltr", again: ["color-contrast", "link-in-text-block"] },
  { colorScheme: "light", dir: "rtl", again: ["target-size", "scrollable-region-focusable"] },
];
/** The least number of rules that any view passes. */
const LEAST_KEPT = 10;

/** Checks that axe finds no violation on the page; `view` names it in a failure. */
export async function expectAccessible(page, view, looks = LOOKS) {
  await page.evaluate(source);
  for (const { colorScheme, dir, again } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.evaluate((dir) => (document.documentElement.dir = dir), dir);
    const { violations, passes, wide } = await page.evaluate(
      async (runOnly) => {
        const { violations, passes } = await window.axe.run(document, {
          runOnly,
          resultTypes: ["violations"],
        });
        const told = ({ html, failureSummary }) => `${html.slice(0, 160)} – ${failureSummary?.split("\n")[1]?.trim()}`;
        const { scrollWidth, clientWidth } = document.documentElement;
        return {
          violations: violations.map(({ id, nodes }) => [id, ...nodes.map(told)]),
          passes: passes.length,
          wide: scrollWidth > clientWidth,
        };
      },
      again ? { type: "rule", values: again } : { type: "tag", values: TAGS },
    );
    expect(violations, `${view}, ${colorScheme}, ${dir}`).toEqual([]);
    expect(passes, `axe has looked at ${view}, ${colorScheme}, ${dir}`).toBeGreaterThan(again ? 0 : LEAST_KEPT);
    expect(wide, `${view} is wider than the screen, ${dir}`).toBe(false);
  }
  await page.evaluate(() => (document.documentElement.dir = "ltr"));
}
