// The stage of a table: board or felt, tray and buttons keep their place from the deal to the end of a match, whatever is said meanwhile.
// With GIOG_TEST_STAGE=all on every screen and with letters twice as large, else on two screens. The table of what moved is in the log.

import { beginTogether, choose as chooseOn, pointOf, pointsOf } from "./support/boards.mjs";
import { stageOf, watchStage } from "./support/stage.mjs";
import { asked, decide, handOf, ready, roomOf, table } from "./support/table.mjs";
import { expect, test } from "./support/test.mjs";
import { english } from "./support/texts.mjs";

const { t } = english;

/** Width, height, and the size of letters in percent. */
const FEW = [
  [360, 640, 100],
  [844, 390, 100],
];
const ALL = [
  ...FEW,
  [390, 844, 100],
  [1280, 800, 100],
  [2560, 1440, 100],
  [360, 640, 200],
  [390, 844, 200],
  [1280, 800, 200],
  [2560, 1440, 200],
];
const IS_ALL = process.env.GIOG_TEST_STAGE === "all";
const SCREENS = IS_ALL ? ALL : FEW;
/** The number of the largest shifts in the output. */
const LARGEST = 3;
/** How far an area may seem to move because of rounding, in pixels. */
const STILL_PX = 1;
/** The least part that a board takes: of the width on a phone held upright, of the height that the header leaves on one held sideways. */
const WIDE = 0.92;
/** The most decisions of a match: by then all kinds of texts have been shown. */
const DECISIONS = 12;

const button = (page, name) => page.getByRole("button", { name, exact: true });

/** From this height on, a screen does not count as a phone's, in pixels. */
const DESKTOP_PX = 800;

/** A page on this screen, before anything is dealt; phones are tapped. */
async function on(visitor, [width, height, percent]) {
  const isPhone = Math.min(width, height) < DESKTOP_PX;
  const page = await visitor({
    viewport: { width, height },
    reducedMotion: "reduce",
    isMobile: isPhone,
    hasTouch: isPhone,
  });
  await page.addInitScript(
    (percent) => addEventListener("DOMContentLoaded", () => (document.documentElement.style.fontSize = `${percent}%`)),
    percent,
  );
  return page;
}

/** Returns how far the areas moved, and where they were at first; prints it with the largest shifts if all screens are tested. */
async function measured(page, what) {
  const { worst, shift, shifts, first } = await stageOf(page);
  if (IS_ALL) {
    const row = Object.entries(worst).map(([name, px]) => `${name} ${px.toFixed(1)}`);
    const largest = shifts.toSorted((a, b) => b.value - a.value).slice(0, LARGEST);
    console.log(`${what}: ${row.join(", ")}; shift ${shift.toFixed(3)} ${JSON.stringify(largest)}`);
  }
  return { worst, first };
}

function expectStill(worst, where) {
  for (const [name, px] of Object.entries(worst)) expect.soft(px, `${where}: ${name}`).toBeLessThanOrEqual(STILL_PX);
}

/** Creates a table with bots, and starts a match. */
async function begin(page, settings) {
  await table(page, { clock: { kind: "none" }, ceremony: "server", ...settings });
  await ready(page);
}

/** Takes all decisions with `take`, and observes the areas from the first decision on. */
async function watched(page, areas, take) {
  let turn = -1;
  for (let i = 0; i < DECISIONS; i++) {
    const decision = await asked(page, turn);
    if (!decision) break;
    turn = decision.turn;
    if (i === 0) {
      await expect(page.locator(Object.values(areas)[0])).toBeVisible();
      await watchStage(page, areas);
    }
    await take(decision);
  }
}

/** The games with different tables: their settings, their areas, and a way to decide that shows all kinds of texts. */
const GAMES = {
  giog: {
    settings: { variant: "giog", seats: 3 },
    areas: { felt: ".stage", tray: ".rack", main: ".actions .main" },
    async take(page, decision) {
      const hand = handOf(page).getByRole("button");
      // One more at a time, so that each kind of text is shown for a moment.
      if (decision.do === "play") for (const i of [0, 1, 2]) if (i < (await hand.count())) await hand.nth(i).click();
      if (await button(page, t("hand.clear")).isVisible()) await button(page, t("hand.clear")).click();
      await decide(page, decision, english, decision.default?.pieces);
    },
  },
  "pai-gow": {
    settings: { variant: "pai-gow", seats: 4, options: { rounds: 1 } },
    areas: { felt: ".tiles-cloth", tray: ".trays", main: ".buttons .main" },
    async take(page) {
      for (const place of [0, 1]) await page.locator(`.tile-button[data-place="${place}"]`).click();
      await button(page, t("pg.lay")).click();
    },
  },
  "sic-bo": {
    settings: { variant: "sic-bo", seats: 3 },
    areas: { felt: ".betting-cloth", above: ".tiles-cloth", main: ".bet-actions .main" },
    async take(page) {
      await page.locator(".area").first().click();
      await page.locator(".area").nth(1).click();
      await button(page, t("dice.lay")).click();
    },
  },
  mahjong: {
    settings: { variant: "mahjong", seats: 4, options: { window_ms: 1000 } },
    areas: { felt: ".mj-round", tray: ".mj-rack", buttons: ".mj-buttons" },
    async take(page, decision) {
      if (decision.do === "claim") return button(page, t("mj.do.pass")).click();
      // One in the middle, where no button may lie over it.
      const tile = page.locator(".mj-rack .held").nth(3);
      await tile.click();
      await tile.click();
    },
  },
};

for (const screen of SCREENS) {
  const where = `${screen[0]} × ${screen[1]} at ${screen[2]} %`;

  for (const [game, { settings, areas, take }] of Object.entries(GAMES)) {
    test(`${game} on ${where}: nothing moves but what is played`, async ({ visitor }) => {
      const page = await on(visitor, screen);
      await begin(page, settings);
      await watched(page, areas, (decision) => take(page, decision));
      const { worst } = await measured(page, `${game} on ${where}`);
      expectStill(worst, where);
    });
  }

  test(`xiangqi on ${where}: plans, offers and checks move nothing`, async ({ visitor }) => {
    const pages = await beginTogether(() => on(visitor, screen), "xiangqi");
    const first = (await roomOf(pages[0])).now.you?.decision ? 0 : 1;
    const [a, b] = [pages[first], pages[1 - first]];
    const areas = { felt: ".felt", board: "giog-board", buttons: ".board-actions" };
    for (const page of [a, b]) await watchStage(page, areas);
    const turns = [-1, -1];
    const move = async (i, choice) => {
      const decision = await asked([a, b][i], turns[i]);
      turns[i] = decision.turn;
      await chooseOn([a, b][i], "move", choice);
    };
    // Red captures a soldier with a cannon, and gives check; plans and offers come in between.
    await move(0, "b2e2");
    for (const point of pointsOf("h0g2")) await pointOf(a, point).click();
    await expect(a.locator(".planned").first()).toBeVisible();
    await button(a, t("cancel")).click();
    await move(1, "h7e7");
    await move(0, "e2e6");
    await asked(b, turns[1]);
    await expect(b.getByText(t("board.check")).first()).toBeVisible();
    await button(b, t("board.offer")).click();
    await expect(button(a, t("board.accept"))).toBeVisible();
    await button(a, t("board.decline")).click();
    await expect(button(a, t("board.accept"))).toBeHidden();
    for (const page of [a, b]) {
      const { worst, first } = await measured(page, `xiangqi on ${where}`);
      expectStill(worst, where);
      const [, , wide, high] = first.board;
      const [width, height, percent] = screen;
      if (percent > 100 || Math.min(width, height) >= DESKTOP_PX) continue;
      expect.soft(width < height ? wide / width : high / first.felt[3], where).toBeGreaterThanOrEqual(WIDE);
    }
  });
}
