// For everybody's hands and eyes: keyboards of other scripts, rings only for keys, the reader's own colours, large letters, small
// screens, notches, and languages that are written from right to left.

import { asked, handOf, ready, table } from "./support/table.mjs";
import { expect, test } from "./support/test.mjs";
import { english } from "./support/texts.mjs";

const { t, like } = english;

const GIOG = { variant: "giog", seats: 3, clock: { kind: "none" }, ceremony: "server" };
const PHONE = { width: 360, height: 640 };

/** Begins a match of giog, with nothing chosen. */
async function begin(page) {
  await table(page, GIOG);
  await ready(page);
  await asked(page);
  await expect(handOf(page).getByRole("button").first()).toBeVisible();
  const clear = page.getByRole("button", { name: t("hand.clear"), exact: true });
  await clear.click({ timeout: 2_000 }).catch(() => {});
  await expect(handOf(page).locator('[aria-pressed="true"]')).toHaveCount(0);
}

/** Letters as large, in percent. */
const letters = (page, percent) =>
  page.evaluate((percent) => {
    document.documentElement.style.fontSize = `${percent}%`;
  }, percent);

test("keys of every keyboard pick pieces and read aloud", async ({ page }) => {
  await begin(page);
  const keys = await page.context().newCDPSession(page);
  const press = async (key, code, modifiers = 0) => {
    await keys.send("Input.dispatchKeyEvent", { type: "keyDown", key, code, text: key, modifiers });
    await keys.send("Input.dispatchKeyEvent", { type: "keyUp", key, code, modifiers });
  };
  const held = handOf(page).getByRole("button");
  for (const [what, key, code] of [
    ["Persian", "۲", "Digit2"],
    ["Arabic", "٢", "Digit2"],
    ["French", "é", "Digit2"],
  ]) {
    await press(key, code);
    await expect(held.nth(1), `${what}: ${key}`).toHaveAttribute("aria-pressed", "true");
    await press(key, code);
    await expect(held.nth(1), `${what}: ${key}`).toHaveAttribute("aria-pressed", "false");
  }
  const log = page.getByRole("log", { name: t("table.log") });
  const read = () => log.getByText(like("read.hand")).count();
  for (const [what, key] of [
    ["Persian", "ا"],
    ["Russian", "р"],
    ["Greek", "η"],
  ]) {
    const before = await read();
    await press(key, "KeyH");
    await expect.poll(read, `${what}: ${key}`).toBe(before + 1);
  }
  const SHIFT = 8;
  await press("؟", "Slash", SHIFT);
  await expect(page.getByRole("heading", { name: t("help.keys") })).toBeVisible();
});

test("a ring shows where keys go only after a key, and chosen pieces are marked in the reader's own colours", async ({
  page,
}) => {
  await begin(page);
  await page.reload();
  const first = handOf(page).getByRole("button").first();
  await expect(first).toBeFocused();
  await expect(first).toHaveCSS("outline-style", "none");
  await page.keyboard.press("ArrowRight");
  await expect(handOf(page).getByRole("button").nth(1)).toHaveCSS("outline-style", "solid");
  await first.click();
  await expect(first).toHaveCSS("outline-style", "none");
  await page.emulateMedia({ forcedColors: "active" });
  await expect(first).toHaveAttribute("aria-pressed", "true");
  await expect(first).toHaveCSS("outline-style", "solid");
  await expect(handOf(page).locator(`[aria-pressed="false"]`).first()).toHaveCSS("outline-style", "none");
});

test("one's own seat is mirrored where one reads from right to left", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await begin(page);
  const places = () =>
    page.evaluate(() => {
      const at = (part) => document.querySelector(`.seats.mine ${part}`).getBoundingClientRect();
      return { face: at(".face").x, name: at(".plate").x, play: at(".play").x };
    });
  const left = await places();
  expect(left.face).toBeLessThan(left.name);
  expect(left.name).toBeLessThan(left.play);
  await page.evaluate(() => (document.documentElement.dir = "rtl"));
  const right = await places();
  expect(right.face).toBeGreaterThan(right.name);
  expect(right.name).toBeGreaterThan(right.play);
});

test("nothing is broken, cut or covered with letters twice as large, and at 320 × 256", async ({ page, visitor }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  await expect(page.getByRole("button", { name: t("home.play"), exact: true })).toBeVisible();
  await letters(page, 200);
  for (const place of ["/", "/learn", "/matches", "/about"]) {
    await page.evaluate((place) => (location.hash = `#${place}`), place);
    await expect(page.locator("main h1").first()).toBeVisible();
    const { lines, wide } = await page.evaluate(() => {
      const text = document.createRange();
      text.selectNodeContents(document.querySelector(".brand span"));
      const tops = [...text.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top));
      const root = document.documentElement;
      return { lines: new Set(tops).size, wide: root.scrollWidth - root.clientWidth };
    });
    expect.soft(lines, `${place}: lines of the name`).toBe(1);
    expect.soft(wide, `${place}: so much wider than the screen`).toBe(0);
  }
  // The person's name is not broken within a word, and the bar of a table that waits is within the screen.
  await page.setViewportSize({ width: 360, height: 640 });
  await page.evaluate(() => (location.hash = "#/"));
  const own = page.locator(".head > .quiet");
  await expect(own).toBeVisible();
  const broken = await own.evaluate((button) => {
    const text = document.createRange();
    text.selectNodeContents(button.firstChild);
    return [...text.getClientRects()].length > button.firstChild.textContent.trim().split(" ").length;
  });
  expect.soft(broken, "the name is broken within a word").toBe(false);
  await table(page, { variant: "xiangqi", seats: 2, clock: { kind: "none" } });
  await ready(page);
  await asked(page);
  await page.goto("/");
  await letters(page, 200);
  const bar = page.locator(".note.waits");
  await expect(bar).toBeVisible();
  const outside = await bar.evaluate((note) => {
    const text = document.createRange();
    text.selectNodeContents(note.querySelector("span"));
    const rects = [...text.getClientRects(), ...[...note.children].map((one) => one.getBoundingClientRect())];
    const lines = new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size;
    return { lines, out: rects.filter(({ left, right }) => left < 0 || right > innerWidth).length };
  });
  expect.soft(outside.out, "parts of the bar outside the screen").toBe(0);
  expect.soft(outside.lines, "lines of its text").toBeLessThanOrEqual(3);
  // Where a table gathers, its chat is no wider than the screen.
  await page.setViewportSize({ width: 360, height: 640 });
  await table(page, { variant: "giog", seats: 3 }, { bots: false });
  const other = await visitor({ viewport: { width: 360, height: 640 } });
  await other.goto(page.url());
  await other.getByRole("button", { name: t("invite.sit"), exact: true }).waitFor();
  await letters(other, 200);
  const tooWide = () =>
    other.evaluate(() => {
      const all = [...document.querySelectorAll(".gathering, .gathering *")];
      return all.filter((one) => one.getBoundingClientRect().right > innerWidth + 1).map((one) => one.className);
    });
  await expect.soft.poll(tooWide, "what is wider than the screen").toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await begin(page);
  // Whoever sits at the table is on the felt, and what decides is there to press.
  for (const [width, height, percent] of [
    [390, 844, 200],
    [360, 640, 200],
    [320, 256, 100],
    [256, 320, 100],
  ]) {
    await page.setViewportSize({ width, height });
    await letters(page, percent);
    const where = `${width} × ${height} at ${percent} %`;
    const covered = () =>
      page.evaluate(() => {
        const outer = document.querySelector(".round").getBoundingClientRect();
        const outside = [...document.querySelectorAll(".seat")].filter((seat) => {
          const { left, right } = seat.getBoundingClientRect();
          return left < outer.left - 1 || right > outer.right + 1;
        });
        const hidden = [...document.querySelectorAll(".actions .main, .rack .held")].filter((button) => {
          const { left, right, top, bottom } = button.getBoundingClientRect();
          const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          return !button.contains(hit) && !hit?.closest(".rack")?.contains(button);
        });
        return { seats: outside.length, hidden: hidden.map((button) => button.className) };
      });
    await expect.soft.poll(covered, where).toEqual({ seats: 0, hidden: [] });
  }
});

/** One game of each other kind: what is pressed to decide, and the button that lays (a board has none). */
const KINDS = [
  { variant: "sic-bo", seats: 2, press: ".area, .chip-button, .bet-actions button", main: ".bet-actions .main" },
  { variant: "pai-gow", seats: 2, press: ".tile-button, .own-tiles button", main: ".own-tiles .main" },
  { variant: "mahjong", seats: 4, press: ".mj-rack .held, .mj-buttons > *", main: ".mj-buttons > *" },
  { variant: "xiangqi", seats: 2, press: ".fit .man, .board-actions button", main: ".none" },
];

for (const { variant, seats, press, main } of KINDS) {
  test(`all that a decision of ${variant} needs is reached at 320 × 256, and nothing covers it`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await table(page, { variant, seats, clock: { kind: "none" }, ceremony: "server" });
    await ready(page);
    await asked(page);
    await expect(page.locator(press).first()).toBeVisible();
    for (const [width, height, percent] of [
      [320, 256, 100],
      [256, 320, 100],
      [390, 844, 200],
      [360, 640, 200],
      [844, 390, 200],
      [1280, 800, 200],
    ]) {
      await page.setViewportSize({ width, height });
      await letters(page, percent);
      const wrong = () =>
        page.evaluate(
          ([press, main]) => {
            const shown = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
            const boxOf = (one) => one.getBoundingClientRect();
            const nameOf = (one) => one.className || one.textContent;
            // The main button, before anything is scrolled, and its text.
            const out = shown(main).filter((one) => {
              const text = document.createRange();
              text.selectNodeContents(one);
              const boxes = [boxOf(one), ...(one.matches("button") ? [text.getBoundingClientRect()] : [])];
              return boxes.some(
                ({ left, top, right, bottom }) =>
                  left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1,
              );
            });
            const covered = shown(press).filter((one) => {
              one.scrollIntoView({ block: "center", inline: "nearest" });
              const { left, top, right, bottom } = boxOf(one);
              const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
              return (
                left < 0 ||
                right > innerWidth + 1 ||
                !(one.contains(hit) || hit?.closest(".mj-rack, giog-board")?.contains(one))
              );
            });
            // What is said is read without a button upon it, unless there are several claims to choose from.
            const few = shown(".mj-buttons > *").length <= 2;
            const said = few ? shown(".status, .tray-name, .coach-line") : [];
            const under = said.filter((one) => {
              one.scrollIntoView({ block: "center", inline: "nearest" });
              const text = document.createRange();
              text.selectNodeContents(one);
              return [...text.getClientRects()].some(({ left, top, right, bottom, width }) => {
                const buttons = shown(press).map(boxOf);
                const upon = (box) =>
                  box.left < right - 1 && box.right > left + 1 && box.top < bottom - 1 && box.bottom > top + 1;
                return width > 0 && (left < 0 || right > innerWidth + 1 || buttons.some(upon));
              });
            });
            // On the smallest screens the bar of buttons, which stays in sight, keeps no empty line.
            const small = Math.min(innerWidth, innerHeight) < 300;
            const empty = shown(".bet-actions").filter((bar) => {
              const tops = [...bar.querySelectorAll("button")].map((button) => boxOf(button).top);
              return small && Math.min(...tops) - boxOf(bar).top > 12;
            });
            for (const one of document.querySelectorAll(".desk, .desk *")) one.scrollTop = 0;
            // The question begins within its cloth.
            const cut = shown(".cloth .status").filter((one) => {
              const text = document.createRange();
              text.selectNodeContents(one);
              return text.getBoundingClientRect().top < boxOf(one.closest(".cloth")).top;
            });
            return {
              out: out.map(nameOf),
              covered: covered.map(nameOf),
              under: under.map(nameOf),
              empty: empty.map(nameOf),
              cut: cut.map(nameOf),
            };
          },
          [press, main],
        );
      await expect.soft
        .poll(wrong, { message: `${width} × ${height} at ${percent} %`, timeout: 5_000 })
        .toEqual({ out: [], covered: [], under: [], empty: [], cut: [] });
    }
  });
}

test("nothing lies under a notch, on any side", async ({ page }) => {
  const INSET = 40;
  await page.setViewportSize({ width: 844, height: 390 });
  await page.goto("/");
  const screen = await page.context().newCDPSession(page);
  const insets = { top: INSET, right: INSET, bottom: INSET, left: INSET };
  await screen.send("Emulation.setSafeAreaInsetsOverride", { insets });
  const inside = (selector) =>
    page.evaluate((selector) => {
      const outside = [];
      for (const element of document.querySelectorAll(selector)) {
        const { left, right, top, bottom, width } = element.getBoundingClientRect();
        if (width && element.checkVisibility())
          outside.push(Math.round(Math.min(left, top, innerWidth - right, Math.max(innerHeight - bottom, 0))));
      }
      return outside;
    }, selector);
  const expectInside = async (selector, where) => {
    const found = await inside(selector);
    expect(found.length, `${where}: ${selector}`).toBeGreaterThan(0);
    for (const far of found) expect.soft(far, `${where}: ${selector}`).toBeGreaterThanOrEqual(INSET);
  };
  await expect(page.getByRole("button", { name: t("home.play"), exact: true })).toBeVisible();
  await expectInside(".head > *", "home");
  const sides = await page.evaluate(() => {
    const all = [...document.querySelectorAll("main :is(h1, p, button, a, section)")].filter((one) =>
      one.checkVisibility(),
    );
    const boxes = all.map((one) => one.getBoundingClientRect()).filter(({ width }) => width > 1);
    return [Math.min(...boxes.map(({ left }) => left)), innerWidth - Math.max(...boxes.map(({ right }) => right))];
  });
  for (const side of sides) expect.soft(side, "the sides of home").toBeGreaterThanOrEqual(INSET);
  await begin(page);
  await expectInside(".table-head > *, .rack, .actions .main, .round", "a table");
});
