// The chat of a table: what was said last is in view, and the field too; what had reached somebody is there after a reload; lines say what
// happened, and addresses of this server lead there.

import { expect, test } from "./support/test.mjs";
import { english } from "./support/texts.mjs";
import { table } from "./support/table.mjs";

const { t } = english;

// More is said here at once than people say.
test.use({ limits: ["chat_burst = 100", "chat_per_minute = 600"] });

const button = (page, name) => page.getByRole("button", { name: t(name), exact: true });
const lines = (page) => page.getByRole("log", { name: t("chat.lines") });
const field = (page) => page.getByRole("textbox", { name: t("chat.say") });

async function say(page, text) {
  await field(page).fill(text);
  await field(page).press("Enter");
  await expect(lines(page)).toContainText(text);
}

/** Whether a line is in the part of the list that is seen. */
const isSeen = (page, text) =>
  lines(page)
    .getByRole("paragraph")
    .filter({ hasText: text })
    .last()
    .evaluate((line) => {
      const [seen, all] = [line.getBoundingClientRect(), line.closest(".lines").getBoundingClientRect()];
      return seen.top >= all.top - 1 && seen.bottom <= all.bottom + 1;
    });

/** Whether nothing covers the middle of an element. */
const isOnTop = (element) =>
  element.evaluate((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
  });

test("two people at a table read and find what they said", async ({ page, visitor }) => {
  await table(page, { variant: "giog", seats: 3 }, { bots: false });
  const other = await visitor({ viewport: { width: 390, height: 420 } });
  await other.goto(page.url());
  await other.getByRole("textbox", { name: t("settings.name") }).fill("Mei Ling");
  await button(other, "invite.sit").click();
  await expect(button(other, "gather.stand")).toBeVisible();
  // By the name that was typed, for who hears it as well.
  await expect(lines(page)).toContainText(t("told.sat", { name: "Mei Ling" }));
  await expect(lines(page)).not.toContainText("Guest");

  // On a low screen the newest line and the field are in view from the beginning, and cover no button that has the focus.
  await expect(field(other)).toBeInViewport({ ratio: 1 });
  await expect.poll(() => isSeen(other, t("told.sat.you", { name: "Mei Ling" }))).toBe(true);
  const last = other
    .getByRole("list", { name: t("table.seats") })
    .getByRole("button")
    .last();
  await last.focus();
  await expect.poll(() => isOnTop(last)).toBe(true);

  // So is the field in a panel, and the phrases are folded.
  await other
    .getByRole("navigation")
    .getByRole("button", { name: t("panel.talk") })
    .click();
  await expect(field(other)).toBeInViewport({ ratio: 1 });
  await expect(button(other, "phrase.hello")).toBeHidden();

  // What was said last is in view, one's own too, unless somebody reads above it.
  for (let n = 1; n <= 5; n++) {
    await say(page, `from one ${n}`);
    await say(other, `from two ${n}`);
    for (const one of [page, other]) await expect.poll(() => isSeen(one, `from two ${n}`)).toBe(true);
  }
  await lines(page).evaluate((all) => all.scrollTo(0, 0));
  await expect.poll(() => lines(page).evaluate((all) => all.scrollTop)).toBe(0);
  await say(other, "سلام به همه");
  await expect(lines(page)).toContainText("سلام");
  expect(await lines(page).evaluate((all) => all.scrollTop), "who reads above stays there").toBe(0);
  await say(page, "and I");
  await expect.poll(() => isSeen(page, "and I"), "one's own is seen").toBe(true);
  const directions = await lines(page).evaluate((all) =>
    [...all.children].slice(-2).map((line) => getComputedStyle(line).direction),
  );
  expect(directions).toEqual(["rtl", "ltr"]);

  // An address leads to where it says; after a reload all of it is there.
  const path = new URL(page.url()).pathname;
  await say(other, `come: ${page.url()} or ${new URL("/#/move/abc", page.url())}`);
  const link = lines(page).getByRole("link");
  await expect(link).toHaveCount(1);
  await expect(link).toHaveAttribute("href", path);
  await page.reload();
  await expect(lines(page)).toContainText("from one 1");
  await expect(lines(page)).toContainText("سلام به همه");
  await expect.poll(() => isSeen(page, "and I")).toBe(true);

  // What is said at a seat covers no other row.
  await say(other, "a long line that would lie over the rows below the seat of whoever says it, if it could");
  const places = page.getByRole("list", { name: t("table.seats") }).getByRole("listitem");
  const bubble = page.locator(".places .bubble");
  await expect(bubble).toBeVisible();
  const said = await bubble.boundingBox();
  for (const row of await places.all()) {
    const { y, height } = await row.boundingBox();
    const isOwn = (await row.locator(".bubble").count()) > 0;
    if (!isOwn) expect(said.y >= y + height || said.y + said.height <= y).toBe(true);
  }

  await page.getByRole("link", { name: t("change.title") }).click();
  await page.getByRole("combobox", { name: t("create.seats"), exact: true }).selectOption("2");
  await button(page, "change.make").click();
  await expect(lines(page)).toContainText(t("create.players", { n: 2 }));
  await page.reload();
  await expect(lines(page)).toContainText("and I");
  await expect(lines(page), "what was changed is said after a reload, too").toContainText(
    t("create.players", { n: 2 }),
  );
});
