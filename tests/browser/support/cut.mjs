// Whether something is shown completely.

import { expect } from "./test.mjs";

/**
 * Checks that these elements are within the screen and within all clipping elements, and that nothing covers buttons. Unless all must be visible at once
 * (`whole`), what is above or below may be scrolled to.
 */
export async function expectUncut(page, where, selector, whole = true) {
  const look = () =>
    page.evaluate(
      ([selector, whole]) => {
        const cut = (node) => {
          const { left, right, top, bottom, width, height } = node.getBoundingClientRect();
          if (!width || !node.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return null;
          const problems = [];
          if (
            node.scrollWidth > node.clientWidth + 1 &&
            node.clientWidth &&
            getComputedStyle(node).overflowX !== "visible"
          )
            problems.push("its end is cut off");
          const within = (box, name, vertically) => {
            if (left < box.left - 1 || right > box.right + 1) problems.push(`${name} cuts it off at a side`);
            if (vertically && (top < box.top - 1 || bottom > box.bottom + 1))
              problems.push(`${name} cuts it off above or below`);
          };
          within({ left: 0, right: innerWidth, top: 0, bottom: innerHeight }, "the screen", whole);
          const hit = document.elementFromPoint(left + width / 2, top + height / 2);
          if (node.matches("button") && hit && !node.contains(hit))
            problems.push(`${hit.localName}.${hit.className} covers it`);
          for (let at = node.parentElement; at; at = at.parentElement) {
            const { overflowX, overflowY } = getComputedStyle(at);
            if (overflowX === "visible" && overflowY === "visible") continue;
            within(at.getBoundingClientRect(), `${at.localName}.${at.className}`, whole || overflowY === "hidden");
          }
          return problems.length
            ? `${node.localName} “${node.getAttribute("code") ?? node.textContent}” at ${[left, top, right, bottom].map(Math.round)}: ${problems.join(", ")}`
            : null;
        };
        const all = [...document.querySelectorAll(selector)];
        return { showsSomething: all.length > 0, problems: all.map(cut).filter(Boolean) };
      },
      [selector, whole],
    );
  // A change is not laid out at once.
  await expect.poll(look, { message: where }).toEqual({ showsSomething: true, problems: [] });
}
