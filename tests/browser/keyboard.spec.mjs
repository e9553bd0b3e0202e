// With the keyboard alone: a table is created, a whole match is played, and the focus is always visible and never lost; keys that read
// aloud; and the tab order on every view.

import { expect, test } from "./support/test.mjs";
import { either, english } from "./support/texts.mjs";
import { asked, choosable, decide, layWith, laying, playOn, ready, table, withoutPauses } from "./support/table.mjs";
import { expectReadingOrder, focused, tabTo } from "./support/keys.mjs";

const { t, like, within, piece } = english;

/** Checks that an element has the focus, and that this is visible. */
async function expectFocus(page, when) {
  await expect.poll(() => focused(page).then(({ problems }) => problems), { message: when }).toEqual([]);
}

/** Answers a decision with the keyboard. */
async function decideByKeys(page, decision, how) {
  if (decision.do === "reveal" || decision.do === "take") {
    const wanted = decision.stacks[how % decision.stacks.length] + 1;
    await tabTo(page, either(within("stack.down", { n: wanted }), within("stack.up", { n: wanted })));
    return page.keyboard.press(how % 2 ? "Space" : "Enter");
  }
  if (how % 2) {
    // Moves along the hand with the arrow keys, and chooses one piece after another with the space bar.
    await page.keyboard.press("Escape");
    await tabTo(page, new RegExp(`^(${[..."KkAaEeRrHhCcPp"].map(piece).join("|")})`), { back: true });
    for (let i = 0; i < 40; i++) await page.keyboard.press("ArrowLeft");
    const wanted = [...decision.default.pieces];
    for (let i = 0; i < 40 && wanted.length; i++) {
      const { name } = await focused(page);
      const at = wanted.findIndex((code) => name.startsWith(piece(code)));
      if (at >= 0) {
        await page.keyboard.press("Space");
        wanted.splice(at, 1);
      }
      if (wanted.length) await page.keyboard.press("ArrowRight");
    }
  } else if ((await choosable(page, english)) === "hints") {
    await tabTo(page, t("hand.suggest"));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: t("hand.clear"), exact: true })).toBeVisible();
    await expectFocus(page, "after a suggestion");
  }
  await tabTo(page, laying());
  await layWith(page, () => page.keyboard.press("Enter"));
  if (await page.getByRole("dialog").isVisible()) {
    await tabTo(page, t("hand.lay_anyway"));
    await page.keyboard.press("Enter");
  }
}

test("a table is made and a match played without a mouse", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("button", { name: t("home.play"), exact: true })).toBeEnabled();
  await tabTo(page, t("home.create"));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: t("create.make") })).toBeVisible();
  await tabTo(page, t("game.giog"));
  await page.keyboard.press("ArrowDown");
  await expect(page.locator('input[name="variant"][value="giog-wiki"]')).toBeChecked();
  await page.keyboard.press("ArrowUp");
  await tabTo(page, t("create.seats"));
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await tabTo(page, t("create.make"));
  await page.keyboard.press("Enter");

  await expect(page.getByRole("button", { name: t("gather.bots"), exact: true })).toBeVisible();
  await withoutPauses(page);
  await tabTo(page, t("gather.bots"));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: t("gather.bots"), exact: true })).toBeHidden();
  await tabTo(page, t("gather.ready"));
  await page.keyboard.press("Enter");

  let turns = 0;
  const room = await playOn(page, async (decision) => {
    await expectFocus(page, `before decision ${turns}, ${decision.do}`);
    await decideByKeys(page, decision, turns++);
    await expectFocus(page, `after decision ${turns}, ${decision.do}`);
  });
  expect(room.state.settings.seats).toBe(3);
  expect(turns).toBeGreaterThan(3);
  await expectFocus(page, "after the match");
});

test("keys read the hand, what is waited for, what is captured and the last trick; Escape picks nothing", async ({
  page,
}) => {
  await table(page, { variant: "giog", seats: 3, ceremony: "server" });
  await ready(page);
  const log = page.getByRole("log", { name: t("table.log") });
  const reads = async (key, text) => {
    // Plays of others in the meantime are announced, too.
    const lines = log.getByRole("paragraph").filter({ hasText: text });
    const before = await lines.count();
    await page.keyboard.press(key);
    await expect(lines).toHaveCount(before + 1);
  };
  const first = await asked(page);
  await reads("h", like("read.hand"));
  await reads("t", first.lead ? within("ask.lead") : within("ask.follow"));
  await reads("s", /0.*0.*0/);
  if (first.trick === 0) await reads("l", t("history.none"));
  await decide(page, first);
  await asked(page, first.turn);
  await reads("l", either(within("told.trick"), within("told.trick.you")));
  await page.getByRole("button", { name: t("hand.suggest"), exact: true }).click();
  await expect(page.getByRole("button", { pressed: true }).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(
    page.getByRole("group", { name: like("hand.label") }).getByRole("button", { pressed: true }),
  ).toHaveCount(0);
});

test("at one's turn the hand has the focus: digits pick, Enter lays, G suggests, and help lists them", async ({
  page,
}) => {
  await table(page, { variant: "giog", seats: 3, ceremony: "server" });
  await ready(page);
  const hand = page.getByRole("group", { name: like("hand.label") });
  const pressed = () =>
    hand
      .getByRole("button")
      .evaluateAll((all) => all.flatMap((piece, i) => (piece.getAttribute("aria-pressed") === "true" ? [i + 1] : [])));
  let digits = 0;
  await playOn(page, async (decision) => {
    await expect
      .poll(() => page.evaluate(() => document.activeElement.matches(".held")), "the hand has the focus")
      .toBe(true);
    await page.keyboard.press("Escape");
    await page.keyboard.press("1");
    expect(await pressed()).toEqual([1]);
    await page.keyboard.press("1");
    expect(await pressed()).toEqual([]);
    await page.keyboard.press("g");
    await expect.poll(pressed, "suggested").not.toEqual([]);
    await page.keyboard.press("Escape");
    // The server's suggestion, piece by piece, each by the digit of its place.
    const names = await hand.getByRole("button").evaluateAll((all) => all.map((one) => one.title));
    for (const code of decision.default.pieces) {
      const place = names.indexOf(piece(code)) + 1;
      names[place - 1] = "";
      await page.keyboard.press(String(place % 10));
      digits++;
    }
    expect((await pressed()).length).toBe(decision.default.pieces.length);
    await layWith(page, () => page.keyboard.press("Enter"));
    if (await page.getByRole("dialog").isVisible())
      await page.getByRole("button", { name: t("hand.lay_anyway") }).click();
  });
  expect(digits).toBeGreaterThan(3);
  await page.keyboard.press("?");
  for (const key of ["digits", "suggest", "lay"])
    await expect(page.getByText(t(`key.${key}`), { exact: true })).toBeVisible();
});

for (const [screen, viewport] of [
  ["a phone", { width: 360, height: 640 }],
  ["a large screen", { width: 1280, height: 800 }],
]) {
  test(`Tab goes in reading order on ${screen}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    for (const [place, least] of [
      ["", 8],
      ["new", 8],
      ["learn", 11],
      ["learn/giog", 5],
      ["matches", 5],
    ]) {
      await page.goto(`/#/${place}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      // The previous view may still be there.
      await expect(async () => {
        expect(await expectReadingOrder(page, `#/${place}`)).toBeGreaterThanOrEqual(least);
      }).toPass();
    }
    await page.goto("/");
    await table(page, { variant: "giog", seats: 4 });
    expect(await expectReadingOrder(page, "gathering")).toBeGreaterThan(6);
    await ready(page);
    const seen = new Set();
    const room = await playOn(page, async (decision) => {
      // The table may still change while Tab is pressed: others act, a trick is cleared away.
      if (!seen.has(decision.do))
        await expect(async () => {
          expect(await expectReadingOrder(page, decision.do)).toBeGreaterThan(4);
        }).toPass({ timeout: 60_000 });
      seen.add(decision.do);
      await decide(page, decision);
    });
    expect([...seen]).toContain("play");
    expect(await expectReadingOrder(page, "the result")).toBeGreaterThan(5);
    await page.goto(`/#/match/${room.match_id}`);
    await expect(page.getByRole("slider")).toBeVisible();
    expect(await expectReadingOrder(page, "review")).toBeGreaterThan(6);
  });
}
