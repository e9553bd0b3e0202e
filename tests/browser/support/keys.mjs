// With the keyboard alone: where the focus is, whether it is visible, and the tab order.

import { expect } from "./test.mjs";

/** More than there are places for the focus on any view. */
const MOST_TABS = 120;

/** The focused element: its name, its role, and the problems with its visible focus (usually none). */
export function focused(page) {
  return page.evaluate(() => {
    const node = document.activeElement ?? document.body;
    const label =
      node.labels?.[0] &&
      [...node.labels[0].childNodes]
        .filter((part) => part.nodeType === Node.TEXT_NODE || !part.matches("select, input, small"))
        .map((part) => part.textContent)
        .join("");
    const name = (node.getAttribute("aria-label") ?? label ?? node.textContent).trim();
    const { outlineStyle, outlineWidth } = getComputedStyle(node);
    const { left, right, top, bottom } = node.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const problems = [];
    if (node === document.body) problems.push("the focus is lost");
    // A new view itself has the focus.
    else if (node.localName !== "main") {
      if (outlineStyle === "none" || parseFloat(outlineWidth) < 2) problems.push("no outline");
      if (right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight) problems.push("out of sight");
      else if (hit && !node.contains(hit) && !hit.contains(node))
        problems.push(`covered by ${hit.localName}.${hit.className}`);
    }
    return { name, tag: node.localName, type: node.type, lost: node === document.body, problems };
  });
}

/** Presses Tab until the focused element has this name: a text, or a pattern. */
export async function tabTo(page, name, { back = false } = {}) {
  const fits = (found) => (name instanceof RegExp ? name.test(found) : found === name);
  const seen = [];
  for (let i = 0; i < MOST_TABS; i++) {
    const at = await focused(page);
    if (fits(at.name) && !at.lost) return at;
    await page.keyboard.press(back ? "Shift+Tab" : "Tab");
    const next = await focused(page);
    // At the end of the page the focus moves through the browser to the beginning.
    if (!next.lost) expect(next.problems, `the focus on “${next.name}”`).toEqual([]);
    seen.push(next.lost ? "(browser)" : next.name);
  }
  throw new Error(`Tab does not lead to ${name}: ${seen.join(" | ")}`);
}

/** Moves through a view with Tab and returns where the order differs from that of the document, or from the reading order on the screen. */
export async function expectReadingOrder(page, where) {
  await page.evaluate(() => {
    // From the beginning of the document, wherever the focus was.
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute("tabindex");
    scrollTo(0, 0);
    window.visited = [];
  });
  for (let i = 0; i < MOST_TABS; i++) {
    await page.keyboard.press("Tab");
    const done = await page.evaluate(() => {
      const node = document.activeElement;
      if (node === document.body || window.visited.some((one) => one.node === node)) return window.visited.length > 0;
      const { left, right, top, bottom } = node.getBoundingClientRect();
      window.visited.push({
        node,
        left,
        right,
        top: top + scrollY,
        bottom: bottom + scrollY,
        fixed: Boolean(node.closest(".skip")),
      });
      return false;
    });
    if (done) break;
  }
  const found = await page.evaluate(() => {
    const name = ({ node }) => `“${(node.getAttribute("aria-label") ?? node.textContent).trim().slice(0, 30)}”`;
    const problems = [];
    for (const [i, b] of window.visited.entries()) {
      const a = window.visited[i - 1];
      if (!a || a.fixed) continue;
      if (!(a.node.compareDocumentPosition(b.node) & Node.DOCUMENT_POSITION_FOLLOWING))
        problems.push(`${name(b)} comes before ${name(a)} in the document`);
      const beside =
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > Math.min(a.bottom - a.top, b.bottom - b.top) / 2;
      const backwards = beside && b.right <= a.left + 1;
      // It moves upwards only into the next column.
      const upwards = b.bottom <= a.top + 1 && b.left < a.right - 1;
      if (backwards || upwards)
        problems.push(`${name(b)} follows ${name(a)}, and stands ${backwards ? "before" : "above"} it`);
    }
    return { count: window.visited.length, problems };
  });
  expect(found.problems, where).toEqual([]);
  return found.count;
}
