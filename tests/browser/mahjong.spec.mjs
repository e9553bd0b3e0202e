// Mahjong on the page: a hand is played with taps and keys, tiles are claimed, and the score is shown. The deals are random: a test
// continues until what it looks for has happened, and lets the page's own session decide quickly in between.

import { expectAccessible, LOOKS } from "./support/axe.mjs";
import { sit } from "./support/boards.mjs";
import { HAND } from "./support/mahjong.mjs";
import { evaluateLong } from "./support/parts.mjs";
import { asked, ready, roomOf, table } from "./support/table.mjs";
import { expectInSight, expectTouchable } from "./support/targets.mjs";
import { expect, test } from "./support/test.mjs";
import { english, speaking } from "./support/texts.mjs";

const { t, like, within } = english;

/** More decisions than anybody has in a hand: each of the wall's tiles is discarded once and claimed once. */
const MOST_DECISIONS = 300;
/** The most hands in a row that may be over before the player has discarded twice. */
const SHORT_HANDS = 10;

/** A table with bots in a hand. If the player decides at once, each window closes soon. */
async function begin(page, { options, ...settings } = {}, texts = english) {
  await table(page, { ...HAND, ...settings, options: { ...HAND.options, ...options } }, { texts });
  await ready(page, texts);
  await expect(rack(page, texts)).toBeVisible();
}

const rack = (page, { like } = english) => page.getByRole("group", { name: like("mj.hand.label") });
const tiles = (page, texts = english) => rack(page, texts).getByRole("button");
const button = (page, key) => page.getByRole("button", { name: t(key), exact: true });
const handOf = async (page) => (await page.evaluate(seen)).hand;

/** The page's state of the match: how the last hand ended, which tiles its player was dealt, and how many they have discarded since. */
async function seen() {
  const { session } = await window.running();
  const { match, finished, you } = session.rooms.get(location.pathname.split("/")[2]);
  const { first, since } = match ?? finished;
  const last = since.findLast(({ do: what }) => what === "hand_over");
  const discards = since.filter(({ do: what, seat }) => what === "discard" && seat === you).length;
  const dealt = since.find(({ do: what }) => what === "hand")?.tiles ?? null;
  return { hand: first?.hand ?? null, last: last?.finished ?? null, dealt, discards };
}

/** Discards a tile with `act`, which returns its name; the others may do anything with it. */
async function discarded(page, act, texts = english) {
  const before = (await page.evaluate(seen)).discards;
  const tile = await act();
  await expect.poll(async () => (await page.evaluate(seen)).discards).toBe(before + 1);
  await expect(page.getByRole("log", { name: texts.t("table.log") })).toContainText(
    // In languages written from right to left, the name of a tile is isolated.
    texts === english ? t("mj.told.discard.you", { tile }) : texts.within("mj.told.discard.you"),
  );
}

/** Starts hands until the player discards in one. */
async function beginToDiscard(page, settings, texts) {
  for (let hand = 0; hand < SHORT_HANDS; hand++) {
    await begin(page, settings, texts);
    const decision = await until(page, ["discard"]);
    if (decision) return decision;
  }
  throw new Error(`${SHORT_HANDS} hands were over at once`);
}

/**
 * Takes the server's suggestion at once, or passes and discards the drawn tile, until a decision has the wanted
 * kind; returns it with its turn, or null when the match is over.
 */
function until(page, wanted, after = -1) {
  return evaluateLong(
    page,
    async ([wanted, after, most]) => {
      const { session } = await window.running();
      const id = location.pathname.split("/")[2];
      const kind = ({ do: what, choices, may }) =>
        what === "claim" ? (choices.length > 1 ? "claims" : "pass") : may.length > 1 ? "declare" : "discard";
      let last = after;
      for (let n = 0; n < most; n++) {
        const found = () => {
          const room = session.rooms.get(id);
          if (!room.match) return room.finished ? null : undefined;
          const { turn, decision } = room.now?.you ?? {};
          const open = decision?.must && turn > last && room.now.seq >= room.seq;
          return open ? { turn, decision, match_id: room.match.start.match_id } : undefined;
        };
        while (found() === undefined) await new Promise((go) => setTimeout(go, 20));
        const now = found();
        if (!now) return null;
        if (wanted.includes(kind(now.decision))) return { ...now.decision, turn: now.turn };
        last = now.turn;
        await session.request("act", { room: id, match_id: now.match_id, turn: now.turn, ...now.decision.default });
      }
      throw new Error(`not after ${most} decisions: ${wanted}`);
    },
    [wanted, after, MOST_DECISIONS],
  );
}

/** A tap chooses a tile, a second one discards it. */
async function discardByTaps(page) {
  await expect(tiles(page)).toHaveCount(14);
  const first = tiles(page).first();
  const name = await first.getAttribute("aria-label");
  await first.click();
  await expect(first).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("button", { name: t("mj.do.discard", { tile: name }) })).toBeEnabled();
  await first.click();
  return name;
}

/** Arrow keys move along the tiles; the drawn one has its own key. */
async function discardByKeys(page) {
  const before = tiles(page).nth((await tiles(page).count()) - 2);
  await tiles(page).last().focus();
  await page.keyboard.press("ArrowLeft");
  await expect(before).toBeFocused();
  const name = await before.getAttribute("aria-label");
  await page.keyboard.press("Enter");
  await expect(before).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Enter");
  return name;
}

/** Starts hands until one has two discards of the player, by taps and by keys. */
async function discardTwice(page) {
  for (let hand = 0; hand < SHORT_HANDS; hand++) {
    const first = await beginToDiscard(page, { access: "public" });
    await discarded(page, () => discardByTaps(page));
    const second = await until(page, ["discard"], first.turn);
    if (second) return discarded(page, () => discardByKeys(page));
  }
  throw new Error(`${SHORT_HANDS} hands were over at once`);
}

test("a hand is played by taps and keys to its end, and looked at again with all hands open", async ({ page }) => {
  await discardTwice(page);
  expect(await until(page, [])).toBe(null);
  const { last } = await page.evaluate(seen);
  const end = page.getByRole("region", { name: t("mj.result") });
  await expect(end).toBeVisible();
  await expect(end.getByRole("row")).toHaveCount(last.winner === null ? 5 : 5 + 2 + Math.max(1, last.items.length));
  for (const [item, faan] of last.items ?? [])
    await expect(end.getByRole("row", { name: `${t(`mj.item.${item}`)} ${faan}` })).toBeVisible();
  await expect(button(page, "gather.again")).toBeVisible();

  await page.getByRole("link", { name: t("score.review") }).click();
  await page.getByRole("combobox", { name: t("review.as") }).selectOption("open");
  const open = page.getByRole("img", { name: within("mj.open") });
  await expect(open).toHaveCount(4);
  // In the list of observers keys choose another one.
  await page.getByRole("main").focus();
  await page.keyboard.press("End");
  await expect(open).toHaveCount(4);
  await expect(page.getByRole("region", { name: t("mj.result") })).toBeVisible();
  await page.keyboard.press("PageUp");
  await expect(page.getByRole("main").getByRole("status").first()).toContainText(within("mj.told.hand", { number: 1 }));
  await expect(open).toHaveCount(4);
});

test("a tile is dragged off the hand, and stays where it is let go within it", async ({ page }) => {
  await beginToDiscard(page);
  const drag = async (tile, [x, y]) => {
    const box = await tile.boundingBox();
    const from = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(from[0] + x, from[1] + y, { steps: 5 });
    await page.mouse.up();
  };
  const first = tiles(page).first();
  const name = await first.getAttribute("aria-label");
  const { discards } = await page.evaluate(seen);
  await drag(first, [60, 0]);
  await expect(first).toHaveAttribute("aria-label", name);
  await expect(first).not.toHaveAttribute("data-dragged", "");
  expect((await page.evaluate(seen)).discards).toBe(discards);
  const { height } = await rack(page).boundingBox();
  await discarded(page, async () => {
    await drag(first, [0, -height - 20]);
    return name;
  });
});

test("where letters run from right to left tiles stand from the left all the same, and keys go the way they say", async ({
  page,
}) => {
  const persian = await speaking("fa");
  await page.addInitScript(() => localStorage.setItem("giog.language", "fa"));
  await beginToDiscard(page, {}, persian);
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  const own = tiles(page, persian);
  const leftOf = async (n) => (await own.nth(n).boundingBox()).x;
  expect(await leftOf(0)).toBeLessThan(await leftOf(1));
  await expectAccessible(page, "from right to left", [{ colorScheme: "light", dir: "rtl" }]);
  await page.evaluate(() => (document.documentElement.dir = "rtl"));
  await own.first().focus();
  await page.keyboard.press("ArrowRight");
  await expect(own.nth(1)).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(own.first()).toBeFocused();
  const byKeys = async () => {
    await page.keyboard.press("Enter");
    await expect(own.first()).toHaveAttribute("aria-pressed", "true");
    await page.keyboard.press("Enter");
  };
  await discarded(page, byKeys, persian);
});

test("two people play one hand, each in their own window, and see the same end and not each other's tiles", async ({
  visitor,
}) => {
  const [a, b] = [await visitor(), await visitor()];
  const [gotByA, gotByB] = [a, b].map((page) => {
    const frames = [];
    page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => frames.push(String(payload))));
    return frames;
  });
  await table(a, HAND, { bots: false });
  await sit(b, a.url(), 1);
  await button(a, "gather.bots").click();
  for (const page of [a, b]) await ready(page);
  for (const page of [a, b]) await expect(rack(page)).toBeVisible();
  // Each player decides separately, and the hand does not continue before both have.
  expect(await Promise.all([a, b].map((page) => until(page, [])))).toEqual([null, null]);
  const [ofA, ofB] = await Promise.all([a, b].map((page) => page.evaluate(seen)));
  expect(ofA.last).toEqual(ofB.last);
  for (const page of [a, b]) await expect(page.getByRole("region", { name: t("mj.result") })).toBeVisible();
  for (const [own, theirs, frames] of [
    [ofA, ofB, gotByA],
    [ofB, ofA, gotByB],
  ]) {
    expect(frames.filter((frame) => frame.includes(own.dealt))).not.toEqual([]);
    expect(frames.filter((frame) => frame.includes(theirs.dealt))).toEqual([]);
  }
});

test("a tile is claimed with its button, and passing by itself takes what nobody could claim", async ({ page }) => {
  // A hand may end before there is something to claim; then the next one is used.
  await begin(page, { options: { length: "round" } });
  const claims = await until(page, ["claims"]);
  const { claim } = claims.choices.find((one) => one.claim !== "pass");
  await expect(page.getByText(within("mj.ask.claim")).first()).toBeVisible();
  await expect(button(page, "mj.do.pass")).toBeEnabled();
  await page
    .getByRole("button", { name: new RegExp(`^${t(`mj.do.${claim}`)}`) })
    .first()
    .click();
  await expect(button(page, "mj.do.pass")).toBeHidden();
  const turnOf = async () => (await roomOf(page)).now?.you?.turn ?? -1;
  await expect.poll(turnOf).toBeGreaterThan(claims.turn);

  const auto = page.getByRole("combobox", { name: t("mj.auto") });
  const cut = (select) => {
    const { offsetWidth } = select;
    select.style.maxInlineSize = "none";
    return select.offsetWidth > offsetWidth;
  };
  expect(await auto.evaluate(cut), "the choices are not cut").toBe(false);
  await auto.selectOption("plain");
  const pass = await until(page, ["pass"], claims.turn);
  // Nobody presses anything.
  await expect.poll(turnOf).toBeGreaterThan(pass.turn);
});

test("who watches sees how many tiles there are, and none of them", async ({ page, visitor }) => {
  await begin(page);
  await until(page, ["discard"]);
  const other = await visitor();
  const frames = [];
  other.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => frames.push(String(payload))));
  await other.goto(page.url());
  await expect(other.getByRole("img", { name: like("mj.concealed") })).toHaveCount(4);
  await expect(rack(other)).toHaveCount(0);
  const { turn } = await asked(page);
  await tiles(page).last().click();
  await tiles(page).last().click();
  await until(page, ["discard", "declare"], turn);
  const river = other.getByRole("img", { name: within("mj.river") }).first();
  await expect(river.or(other.getByRole("region", { name: t("mj.result") }))).toBeVisible();
  const own = (await handOf(page))?.tiles ?? "";
  // At the end of a hand the winner's tiles are laid open.
  const end = frames.findIndex((frame) => frame.includes('"hand_over"'));
  const before = end < 0 ? frames : frames.slice(0, end);
  expect(before.length).toBeGreaterThan(0);
  for (const frame of before) {
    expect(frame).not.toMatch(/"tiles":"[1-9mpsz]{20,}/);
    if (own) expect(frame).not.toContain(own);
  }
});

for (const [width, height] of [
  [360, 640],
  [740, 360],
  [1280, 800],
])
  test(`on ${width} × ${height} everything is in reach, and axe finds nothing`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await begin(page, { options: { length: "round" } });
    const turn = await until(page, ["discard"]);
    await expect(tiles(page)).toHaveCount(14);
    await tiles(page).first().click();
    await expectTouchable(page, "one's turn");
    await expectInSight(page, "one's turn", [rack(page), page.getByRole("button", { name: within("mj.do.discard") })]);
    await expectAccessible(page, "one's turn", width === 360 ? LOOKS : LOOKS.slice(0, 1));
    await until(page, ["claims"], turn.turn - 1);
    await expectTouchable(page, "claims");
    await expectInSight(page, "claims", [rack(page), button(page, "mj.do.pass")]);
    await expectAccessible(page, "claims", LOOKS.slice(0, 1));
  });

test("the rules are told with tiles", async ({ page }) => {
  await page.goto("/learn/mahjong");
  await expect(page.getByRole("heading", { name: t("mj.learn.faan.title") })).toBeVisible();
  await expect(page.getByText(t("mj.item.thirteen-orphans"), { exact: true })).toBeVisible();
  await expectAccessible(page, "the rules", LOOKS.slice(0, 2));
});
