// The stage of a table: board or felt, tray and buttons keep their place from the deal to the end of a match, whatever is said meanwhile.
//
//   GIOG_TEST_STAGE=all tests/page stage       half an hour of two cores
//
// With GIOG_TEST_STAGE=all on every screen and with letters twice as large, else on three screens. The table of what moved is in the log.

import { begin as beginBoard, beginTogether, choose as chooseOn, pointOf, pointsOf } from "./support/boards.mjs";
import { gamesOf } from "./support/games.mjs";
import { actAsHinted, placesOn, stageOf, watchStage } from "./support/stage.mjs";
import { asked, decide, handOf, ready, roomOf, table } from "./support/table.mjs";
import { expect, test } from "./support/test.mjs";
import { english } from "./support/texts.mjs";

const { t } = english;

/** Width, height, and the size of letters in percent. */
const FEW = [
  [360, 640, 100],
  [844, 390, 100],
  [1280, 800, 100],
];
const ALL = [
  ...FEW,
  [390, 844, 100],
  [2560, 1440, 100],
  [360, 640, 200],
  [390, 844, 200],
  [1280, 800, 200],
  [2560, 1440, 200],
];
const IS_ALL = process.env.GIOG_TEST_STAGE === "all";
const SCREENS = IS_ALL ? ALL : FEW;
/** Where letters are large for the screen, trick games have layouts of their own: looked at always. */
const LARGE = [
  [390, 844, 200],
  [844, 390, 200],
];
/** The number of the largest shifts in the output. */
const LARGEST = 3;
/** How far an area may seem to move because of rounding, in pixels. */
const STILL_PX = 1;
/** The least part that a board takes: of the width on a phone held upright, of the height that the header leaves on one held sideways. */
const WIDE = 0.92;
/** How much of the layout shifts in a match, and while a page appears, as browsers measure it: pieces in play excepted. */
const SHIFT = 0.01;
const FIRST_SHIFT = 0.02;
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
  return { worst, first, shift, shifts };
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

const named = ([width, height, percent]) => `${width} × ${height} at ${percent} %`;

for (const [game, { settings, areas, take }] of Object.entries(GAMES))
  for (const screen of game === "giog" && !IS_ALL ? [...SCREENS, ...LARGE] : SCREENS) {
    const where = named(screen);

    test(`${game} on ${where}: nothing moves but what is played`, async ({ visitor }) => {
      const page = await on(visitor, screen);
      await begin(page, settings);
      if (game === "giog" && screen[0] < screen[1] && screen[2] === 100) {
        await asked(page);
        const sides = await handOf(page)
          .getByRole("button")
          .evaluateAll((all) =>
            all.map((held) => [held.getBoundingClientRect().left, held.getBoundingClientRect().right]),
          );
        const wide = Math.max(...sides.map(([, right]) => right)) - Math.min(...sides.map(([left]) => left));
        expect.soft(wide / screen[0], `${where}: the hand's part of the width`).toBeGreaterThanOrEqual(WIDE);
      }
      await watched(page, areas, (decision) => take(page, decision));
      const { worst, shift, shifts } = await measured(page, `${game} on ${where}`);
      expectStill(worst, where);
      expect.soft(shift, `${where}: layout shift ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(SHIFT);
    });
  }

for (const screen of SCREENS) {
  const where = named(screen);

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

/** How many steps of a past match are looked at. */
const STEPS = 12;
/** All that has its place in a review: the button that leads on, and the table, whose cloth may be higher where more lies on it. */
const REVIEW = {
  next: "giog-review .actions .buttons button:nth-child(4)",
  table: "giog-review .felt .round, giog-review giog-board, giog-review .mj-round",
  rack: "giog-review .rack",
};

/** Says which of the areas moved at these screens since they were looked at first. */
async function expectInPlace(page, screens, areas, first, when) {
  const now = await placesOn(page, screens, areas);
  for (const [area, box] of Object.entries(now)) {
    const before = (first[area] ??= box);
    const moved = Math.max(...box.map((side, i) => Math.abs(side - before[i])));
    expect.soft(moved, `${area}, ${when}: from ${before} to ${box}`).toBeLessThanOrEqual(STILL_PX);
  }
}

for (const [variant, settings] of Object.entries({
  giog: { seats: 3 },
  "sic-bo": { seats: 3, options: { rounds: 2 } },
  xiangqi: { seats: 2 },
})) {
  test(`in a past match of ${variant} the button that leads on stays where it is`, async ({ page }) => {
    await begin(page, { variant, ...settings });
    let match = null;
    for (let turn = -1, n = 0; ; n++) {
      const decision = await asked(page, turn);
      match ??= (await roomOf(page)).match_id;
      if (!decision) break;
      turn = decision.turn;
      await actAsHinted(page, turn, variant === "xiangqi" && n === 3 ? { do: "resign" } : undefined);
    }
    await page.goto(`/match/${match}/0/0`);
    const steps = page.getByRole("slider", { name: t("review.step") });
    const last = Number(await steps.getAttribute("max"));
    const first = {};
    for (let step = 0; step <= last; step += Math.max(1, Math.floor(last / STEPS))) {
      await steps.fill(String(step));
      await expect(page).toHaveURL(new RegExp(`/${step}$`));
      await expectInPlace(page, SCREENS, REVIEW, first, `at step ${step} of ${last}`);
    }
    expect(Object.keys(first).length).toBeGreaterThan(0);
  });
}

test("the first view stays where it appears", async ({ visitor }) => {
  for (const [width, height] of [
    [360, 640],
    [1280, 800],
  ]) {
    const page = await visitor({ viewport: { width, height }, reducedMotion: "reduce" });
    await page.addInitScript(() => {
      window.shifted = [];
      new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries())
          window.shifted.push({ value, what: sources.map(({ node }) => node?.className || node?.nodeName) });
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto("/");
    await expect(page.getByRole("button", { name: t("home.play"), exact: true })).toBeEnabled();
    await page.waitForLoadState("networkidle");
    const shifted = await page.evaluate(() => window.shifted);
    const sum = shifted.reduce((all, { value }) => all + value, 0);
    expect.soft(sum, `${width} × ${height}: ${JSON.stringify(shifted)}`).toBeLessThanOrEqual(FIRST_SHIFT);
  }
});

if (IS_ALL) {
  /** The areas of each family, and of games that differ from it. */
  const AREAS = {
    tricks: GAMES.giog.areas,
    boards: { board: "giog-board", buttons: ".board-actions" },
    tiles: GAMES["sic-bo"].areas,
    "pai-gow": GAMES["pai-gow"].areas,
    mahjong: GAMES.mahjong.areas,
  };
  for (const family of ["tricks", "boards", "tiles"])
    for (const variant of gamesOf(family))
      for (const isPhone of [true, false])
        test(`${variant} stands still on all ${isPhone ? "phones" : "large screens"}`, async ({ visitor }) => {
          const screens = ALL.filter(([width, height]) => Math.min(width, height) < DESKTOP_PX === isPhone);
          const page = await on(visitor, screens[0]);
          if (family === "boards") await beginBoard(page, variant, { hints: "on" });
          else await begin(page, { variant, seats: family === "tricks" ? 3 : 4 });
          const first = {};
          for (let turn = -1, n = 0; n < DECISIONS; n++) {
            const decision = await asked(page, turn);
            if (!decision) break;
            turn = decision.turn;
            await expectInPlace(page, screens, AREAS[variant] ?? AREAS[family], first, `decision ${n}`);
            await actAsHinted(page, turn);
          }
        });
}
